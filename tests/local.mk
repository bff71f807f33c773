EXTRA_DIST += \
	%D%/slurm/boa.bash \
	%D%/slurm/live.bash \
	%D%/slurm/train.sh \
	%D%/unit/check.h \
	%D%/unit/fail_alloc.h \
	%D%/unit/random.h

# Unit tests: tests/unit/NAME_test.c is the program tests/unit/NAME.t.
unit_cppflags = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
unit_libs = solver/libboasolver.la src/libboa.la $(CMOCKA_LIBS) -lm

# Allocations of every kind fail, one at a time (fail_alloc.h).
wrap_all_alloc = -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup,--wrap=strndup

if HAVE_CMOCKA
unit_tests = \
	%D%/unit/crc32.t \
	%D%/unit/gres.t \
	%D%/unit/lp.t \
	%D%/unit/sim_curve.t \
	%D%/unit/sim_policy.t \
	%D%/unit/sim_world.t
check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)

%C%_unit_crc32_t_SOURCES = %D%/unit/crc32_test.c
%C%_unit_crc32_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_crc32_t_LDADD = $(unit_libs)

%C%_unit_gres_t_SOURCES = %D%/unit/gres_test.c
%C%_unit_gres_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_gres_t_LDADD = $(unit_libs)

%C%_unit_lp_t_SOURCES = %D%/unit/lp_test.c
%C%_unit_lp_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_lp_t_LDADD = $(unit_libs)
%C%_unit_lp_t_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=calloc -Wl,--wrap=glp_simplex

# Whole simulations.
sim_sources = %D%/unit/sim_fixture.c %D%/unit/sim_fixture.h
sim_libs = sim/libboasim.la $(unit_libs)

%C%_unit_sim_curve_t_SOURCES = %D%/unit/sim_curve_test.c
%C%_unit_sim_curve_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_sim_curve_t_LDADD = $(sim_libs)

%C%_unit_sim_policy_t_SOURCES = %D%/unit/sim_policy_test.c $(sim_sources)
%C%_unit_sim_policy_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_sim_policy_t_LDADD = $(sim_libs)

%C%_unit_sim_world_t_SOURCES = %D%/unit/sim_world_test.c $(sim_sources)
%C%_unit_sim_world_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_sim_world_t_LDADD = $(sim_libs)
endif

bats_tests = \
	%D%/cli/boa-sim.bats \
	%D%/cli/bill.bats \
	%D%/cli/examples.bats \
	%D%/cli/job_stream.bats \
	%D%/cli/layers.bats \
	%D%/cli/scripts.bats
dist_check_SCRIPTS += $(bats_tests)
if HAVE_BATS
TESTS += $(bats_tests)
endif

# What needs the plugins: their symbols, and tests on a private Slurm cluster,
# slow and idle most of the time.
live_tests = \
	%D%/cli/exports.bats \
	%D%/slurm/base.bats \
	%D%/slurm/boactl.bats \
	%D%/slurm/budget.bats \
	%D%/slurm/cloud.bats \
	%D%/slurm/demo.bats \
	%D%/slurm/disk.bats \
	%D%/slurm/epoch.bats \
	%D%/slurm/faults.bats \
	%D%/slurm/launch.bats \
	%D%/slurm/life.bats \
	%D%/slurm/nodes.bats \
	%D%/slurm/provider.bats \
	%D%/slurm/restart.bats \
	%D%/slurm/submit.bats
dist_check_SCRIPTS += $(live_tests)
# By hand: three minutes of random faults, whose verdict is not yet the same at
# every run.
EXTRA_DIST += %D%/slurm/soak.bats
if BUILD_PLUGINS
if HAVE_BATS
TESTS += $(live_tests)
endif
endif

# Benchmarks measure time, so they are no part of check: `make bench'.
bench_programs =
EXTRA_PROGRAMS += $(bench_programs)
CLEANFILES += $(bench_programs)
bench: $(bench_programs)
	@BOA_DATA="$${BOA_DATA:-$(abs_top_srcdir)/../shared/data}"; \
	export BOA_DATA; \
	for program in $(bench_programs); do ./$$program || exit 1; done
.PHONY: bench
