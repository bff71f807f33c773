noinst_LTLIBRARIES += %D%/libboasim.la
%C%_libboasim_la_LIBADD = -lm
%C%_libboasim_la_SOURCES = \
	%D%/apply.c \
	%D%/apply.h \
	%D%/csv.c \
	%D%/csv.h \
	%D%/curve.c \
	%D%/curve.h \
	%D%/estimate.c \
	%D%/estimate.h \
	%D%/generate.c \
	%D%/generate.h \
	%D%/heap.c \
	%D%/heap.h \
	%D%/memo.c \
	%D%/memo.h \
	%D%/place.c \
	%D%/place.h \
	%D%/policy.h \
	%D%/policy/boa.c \
	%D%/policy/boa.h \
	%D%/policy/boa_snapshot.c \
	%D%/policy/boa_table.c \
	%D%/policy/choose.c \
	%D%/policy/choose.h \
	%D%/policy/common.c \
	%D%/policy/common.h \
	%D%/policy/genetic.c \
	%D%/policy/genetic.h \
	%D%/policy/greedy.c \
	%D%/policy/greedy.h \
	%D%/policy/list.c \
	%D%/policy/list.h \
	%D%/policy/pollux.c \
	%D%/policy/reservation.c \
	%D%/policy/rubick.c \
	%D%/policy/sia.c \
	%D%/policy/static.c \
	%D%/policy/tiresias.c \
	%D%/rates.c \
	%D%/rates.h \
	%D%/rng.c \
	%D%/rng.h \
	%D%/run.c \
	%D%/run.h \
	%D%/sample.c \
	%D%/sample.h \
	%D%/series.c \
	%D%/series.h \
	%D%/setting.c \
	%D%/setting.h \
	%D%/source.c \
	%D%/source.h \
	%D%/stamp.c \
	%D%/stamp.h \
	%D%/summary.c \
	%D%/summary.h \
	%D%/trace.c \
	%D%/trace.h \
	%D%/usage.c \
	%D%/usage.h \
	%D%/world.c \
	%D%/world.h \
	%D%/world_bind.c \
	%D%/world_impl.h \
	%D%/world_job.c \
	%D%/world_node.c

simsettingdir = $(pkgdatadir)/settings
dist_simsetting_DATA = \
	%D%/settings/aws.json \
	%D%/settings/evaluation.plan \
	%D%/settings/newtrace-fit.classes.json \
	%D%/settings/newtrace.classes.json \
	%D%/settings/pollux-artifact.json \
	%D%/settings/pollux-filtered.json \
	%D%/settings/pollux.json \
	%D%/settings/quick.plan \
	%D%/settings/rubick.classes.json \
	%D%/settings/rubick.json \
	%D%/settings/sia-philly.json \
	%D%/settings/sia.json
EXTRA_DIST += %D%/settings/derive.py

bin_PROGRAMS += boa-sim
dist_man_MANS += %D%/cmd/boa-sim.1
boa_sim_CPPFLAGS = $(AM_CPPFLAGS) \
	-DBOA_SIM_SETTINGS_DIR='"$(simsettingdir)"'
boa_sim_LDADD = %D%/libboasim.la solver/libboasolver.la src/libboa.la -lm
boa_sim_SOURCES = \
	%D%/cmd/boa_sim.c \
	%D%/cmd/evaluate.c \
	%D%/cmd/evaluate.h \
	%D%/cmd/inputs.c \
	%D%/cmd/inputs.h \
	%D%/cmd/options.c \
	%D%/cmd/options.h \
	%D%/cmd/page.c \
	%D%/cmd/plan.c \
	%D%/cmd/plan.h \
	%D%/cmd/plot.c \
	%D%/cmd/pool.c \
	%D%/cmd/report.c \
	%D%/cmd/report.h

# The published evaluation, whole: tables, plots and a page in evaluation/.
evaluate: boa-sim
	BOA_SIM_SETTINGS='$(abs_top_srcdir)/sim/settings' \
	BOA_DATA="$${BOA_DATA:-$(abs_top_srcdir)/../shared/data}" \
	./boa-sim evaluate --out evaluation --jobs 2
.PHONY: evaluate
