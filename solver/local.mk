noinst_LTLIBRARIES += %D%/libboasolver.la
%C%_libboasolver_la_LIBADD = $(GLPK_LIBS)
%C%_libboasolver_la_SOURCES = \
	%D%/conflict.c \
	%D%/conflict.h \
	%D%/constrained.c \
	%D%/constrained.h \
	%D%/dp.c \
	%D%/dp.h \
	%D%/frontier.c \
	%D%/frontier.h \
	%D%/hull.c \
	%D%/hull.h \
	%D%/hysteresis.c \
	%D%/hysteresis.h \
	%D%/import/import.h \
	%D%/import/import_csv.c \
	%D%/import/import_gavel.c \
	%D%/import/profile.c \
	%D%/import/profile.h \
	%D%/import/sheet.c \
	%D%/import/sheet.h \
	%D%/labels.c \
	%D%/labels.h \
	%D%/lane.c \
	%D%/lane.h \
	%D%/lp.h \
	%D%/lp_glpk.c \
	%D%/master.c \
	%D%/master.h \
	%D%/pool.c \
	%D%/pool.h \
	%D%/problem.c \
	%D%/problem.h \
	%D%/rows.c \
	%D%/rows.h \
	%D%/search.c \
	%D%/search.h \
	%D%/solve.c \
	%D%/solve.h \
	%D%/tabulate.c \
	%D%/tabulate.h \
	%D%/unmixed.c \
	%D%/unmixed.h \
	%D%/verification.h \
	%D%/verify.c \
	%D%/verify.h \
	%D%/verify_path.c \
	%D%/verify_path.h \
	%D%/verify_plan.c

bin_PROGRAMS += boa-widths
dist_man_MANS += %D%/cmd/boa-widths.1
boa_widths_LDADD = %D%/libboasolver.la src/libboa.la -lm
boa_widths_SOURCES = \
	%D%/cmd/boa_widths.c \
	%D%/cmd/curve.c \
	%D%/cmd/curve.h \
	%D%/cmd/curve_plot.c \
	%D%/cmd/curve_print.c \
	%D%/cmd/inputs.c \
	%D%/cmd/inputs.h \
	%D%/cmd/limits.c \
	%D%/cmd/limits.h \
	%D%/cmd/mode_frontier.c \
	%D%/cmd/mode_import.c \
	%D%/cmd/mode_table.c \
	%D%/cmd/mode_verify.c \
	%D%/cmd/modes.h \
	%D%/cmd/options.c \
	%D%/cmd/options.h \
	%D%/cmd/report.c \
	%D%/cmd/report.h
