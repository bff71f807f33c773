# Tests and benchmarks of the decision core: tokens, records, shares, proposals
# and the engine.
if HAVE_CMOCKA
engine_tests = \
	%D%/unit/engine_assign.t \
	%D%/unit/engine_fail.t \
	%D%/unit/engine_hold.t \
	%D%/unit/engine_job.t \
	%D%/unit/engine_life.t \
	%D%/unit/engine_node.t \
	%D%/unit/engine_random.t \
	%D%/unit/proposal.t \
	%D%/unit/record.t \
	%D%/unit/share.t \
	%D%/unit/size.t \
	%D%/unit/text.t \
	%D%/unit/token.t
check_PROGRAMS += $(engine_tests)
TESTS += $(engine_tests)

# Tables by hand; a snapshot by hand; a cluster that lives.
table_sources = %D%/unit/tables.c %D%/unit/tables.h
world_sources = $(table_sources) %D%/unit/engine_world.c %D%/unit/engine_world.h
cluster_sources = $(table_sources) \
	%D%/unit/cluster.c \
	%D%/unit/cluster.h \
	%D%/unit/cluster_tick.c

%C%_unit_engine_assign_t_SOURCES = %D%/unit/engine_assign_test.c $(world_sources)
%C%_unit_engine_assign_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_engine_assign_t_LDADD = $(unit_libs)

%C%_unit_engine_fail_t_SOURCES = %D%/unit/engine_fail_test.c $(world_sources)
%C%_unit_engine_fail_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_engine_fail_t_LDADD = $(unit_libs)

%C%_unit_engine_hold_t_SOURCES = %D%/unit/engine_hold_test.c $(world_sources)
%C%_unit_engine_hold_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_engine_hold_t_LDADD = $(unit_libs)
%C%_unit_engine_hold_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)

%C%_unit_engine_job_t_SOURCES = %D%/unit/engine_job_test.c $(world_sources)
%C%_unit_engine_job_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_engine_job_t_LDADD = $(unit_libs)
%C%_unit_engine_job_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)

%C%_unit_engine_life_t_SOURCES = %D%/unit/engine_life_test.c $(cluster_sources)
%C%_unit_engine_life_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_engine_life_t_LDADD = $(unit_libs)

%C%_unit_engine_node_t_SOURCES = %D%/unit/engine_node_test.c $(world_sources)
%C%_unit_engine_node_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_engine_node_t_LDADD = $(unit_libs)

%C%_unit_engine_random_t_SOURCES = %D%/unit/engine_random_test.c $(cluster_sources)
%C%_unit_engine_random_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_engine_random_t_LDADD = $(unit_libs)

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

%C%_unit_size_t_SOURCES = %D%/unit/size_test.c
%C%_unit_size_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_size_t_LDADD = $(unit_libs)

%C%_unit_text_t_SOURCES = %D%/unit/text_test.c
%C%_unit_text_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_text_t_LDADD = $(unit_libs)
%C%_unit_text_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)

%C%_unit_token_t_SOURCES = %D%/unit/token_test.c
%C%_unit_token_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_token_t_LDADD = $(unit_libs)
%C%_unit_token_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)
endif

bench_programs += \
	%D%/bench/engine_bench \
	%D%/bench/propose_bench

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
