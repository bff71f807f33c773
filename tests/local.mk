EXTRA_DIST += \
	%D%/slurm/live.bash \
	%D%/unit/check.h \
	%D%/unit/fail_alloc.h \
	%D%/unit/random.h

# Unit tests: tests/unit/NAME_test.c is the program tests/unit/NAME.t.
unit_cppflags = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
unit_libs = solver/libboasolver.la src/libboa.la $(CMOCKA_LIBS) -lm

if HAVE_CMOCKA
unit_tests = \
	%D%/unit/crc32.t \
	%D%/unit/engine_assign.t \
	%D%/unit/engine_job.t \
	%D%/unit/engine_node.t \
	%D%/unit/epoch_report.t \
	%D%/unit/gres.t \
	%D%/unit/lp.t \
	%D%/unit/proposal.t \
	%D%/unit/record.t \
	%D%/unit/share.t \
	%D%/unit/sim_policy.t \
	%D%/unit/sim_world.t \
	%D%/unit/size.t \
	%D%/unit/text_table.t \
	%D%/unit/token.t
check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)

%C%_unit_crc32_t_SOURCES = %D%/unit/crc32_test.c
%C%_unit_crc32_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_crc32_t_LDADD = $(unit_libs)

%C%_unit_epoch_report_t_SOURCES = %D%/unit/epoch_report_test.c
%C%_unit_epoch_report_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_epoch_report_t_LDADD = src/cmd/libboactl.la $(unit_libs)

%C%_unit_gres_t_SOURCES = %D%/unit/gres_test.c
%C%_unit_gres_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_gres_t_LDADD = $(unit_libs)

%C%_unit_lp_t_SOURCES = %D%/unit/lp_test.c
%C%_unit_lp_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_lp_t_LDADD = $(unit_libs)
%C%_unit_lp_t_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=calloc -Wl,--wrap=glp_simplex

%C%_unit_text_table_t_SOURCES = %D%/unit/text_table_test.c
%C%_unit_text_table_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_text_table_t_LDADD = src/cmd/libboactl.la $(unit_libs)

# Allocations of every kind fail one at a time; tables made by hand.
wrap_all_alloc = -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup,--wrap=strndup
table_sources = %D%/unit/tables.c %D%/unit/tables.h

world_sources = $(table_sources) %D%/unit/engine_world.c %D%/unit/engine_world.h

%C%_unit_engine_assign_t_SOURCES = %D%/unit/engine_assign_test.c $(world_sources)
%C%_unit_engine_assign_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_engine_assign_t_LDADD = $(unit_libs)

%C%_unit_engine_job_t_SOURCES = %D%/unit/engine_job_test.c $(world_sources)
%C%_unit_engine_job_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_engine_job_t_LDADD = $(unit_libs)
%C%_unit_engine_job_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)

%C%_unit_engine_node_t_SOURCES = %D%/unit/engine_node_test.c $(world_sources)
%C%_unit_engine_node_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_engine_node_t_LDADD = $(unit_libs)

%C%_unit_proposal_t_SOURCES = %D%/unit/proposal_test.c $(table_sources)
%C%_unit_proposal_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_proposal_t_LDADD = $(unit_libs)
%C%_unit_proposal_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)

%C%_unit_record_t_SOURCES = %D%/unit/record_test.c $(table_sources)
%C%_unit_record_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_record_t_LDADD = $(unit_libs)
%C%_unit_record_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)

%C%_unit_share_t_SOURCES = %D%/unit/share_test.c $(table_sources)
%C%_unit_share_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_share_t_LDADD = $(unit_libs)
%C%_unit_share_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)

# Whole simulations.
sim_sources = %D%/unit/sim_fixture.c %D%/unit/sim_fixture.h
sim_libs = sim/libboasim.la $(unit_libs)

%C%_unit_sim_policy_t_SOURCES = %D%/unit/sim_policy_test.c $(sim_sources)
%C%_unit_sim_policy_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_sim_policy_t_LDADD = $(sim_libs)

%C%_unit_sim_world_t_SOURCES = %D%/unit/sim_world_test.c $(sim_sources)
%C%_unit_sim_world_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_sim_world_t_LDADD = $(sim_libs)

%C%_unit_size_t_SOURCES = %D%/unit/size_test.c
%C%_unit_size_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_size_t_LDADD = $(unit_libs)

%C%_unit_token_t_SOURCES = %D%/unit/token_test.c
%C%_unit_token_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_token_t_LDADD = $(unit_libs)
%C%_unit_token_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)
endif

bats_tests = \
	%D%/cli/boa-sim.bats \
	%D%/cli/bill.bats \
	%D%/cli/boactl_job.bats \
	%D%/cli/boactl_show.bats \
	%D%/cli/exports.bats \
	%D%/cli/layers.bats \
	%D%/cli/scripts.bats
dist_check_SCRIPTS += $(bats_tests)
if HAVE_BATS
TESTS += $(bats_tests)
endif

# Tests on a private Slurm cluster, slow and idle most of the time.
live_tests = \
	%D%/slurm/cloud.bats \
	%D%/slurm/provider.bats
dist_check_SCRIPTS += $(live_tests)
if BUILD_PLUGINS
if HAVE_BATS
TESTS += $(live_tests)
endif
endif

# Benchmarks measure time, so they are no part of check: `make bench'.
bench_programs = \
	%D%/bench/engine_bench \
	%D%/bench/propose_bench
EXTRA_PROGRAMS += $(bench_programs)
CLEANFILES += $(bench_programs)
bench: $(bench_programs)
	@for program in $(bench_programs); do ./$$program || exit 1; done
.PHONY: bench

%C%_bench_engine_bench_SOURCES = \
	%D%/bench/bench.h \
	%D%/bench/engine_bench.c \
	%D%/unit/tables.c \
	%D%/unit/tables.h
%C%_bench_engine_bench_LDADD = src/libboa.la

%C%_bench_propose_bench_SOURCES = \
	%D%/bench/bench.h \
	%D%/bench/propose_bench.c \
	%D%/unit/tables.c \
	%D%/unit/tables.h
%C%_bench_propose_bench_LDADD = src/libboa.la
