noinst_LTLIBRARIES += %D%/libboasolver.la
%C%_libboasolver_la_LIBADD = $(GLPK_LIBS)
%C%_libboasolver_la_SOURCES = \
	%D%/dp.c \
	%D%/dp.h \
	%D%/lp.h \
	%D%/lp_glpk.c \
	%D%/problem.c \
	%D%/problem.h \
	%D%/search.c \
	%D%/search.h \
	%D%/solve.c \
	%D%/solve.h \
	%D%/tabulate.c \
	%D%/tabulate.h
