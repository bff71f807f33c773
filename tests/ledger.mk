# Tests of the ledger, its state and what it shows.
if HAVE_CMOCKA
ledger_tests = \
	%D%/unit/journal.t \
	%D%/unit/ledger.t \
	%D%/unit/ledger_job.t \
	%D%/unit/ledger_property.t \
	%D%/unit/ledger_state.t \
	%D%/unit/provider_log.t \
	%D%/unit/status_json.t
check_PROGRAMS += $(ledger_tests)
TESTS += $(ledger_tests)

# A small cluster by hand.
ledger_world_sources = %D%/unit/ledger_world.c %D%/unit/ledger_world.h

%C%_unit_journal_t_SOURCES = %D%/unit/journal_test.c $(case_sources)
%C%_unit_journal_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_journal_t_LDADD = $(unit_libs)
%C%_unit_journal_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)

%C%_unit_ledger_t_SOURCES = %D%/unit/ledger_test.c $(ledger_world_sources)
%C%_unit_ledger_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_ledger_t_LDADD = $(unit_libs)

%C%_unit_ledger_job_t_SOURCES = %D%/unit/ledger_job_test.c $(ledger_world_sources)
%C%_unit_ledger_job_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_ledger_job_t_LDADD = $(unit_libs)
%C%_unit_ledger_job_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)

%C%_unit_ledger_property_t_SOURCES = %D%/unit/ledger_property_test.c \
	%D%/unit/ledger_random.h $(ledger_world_sources)
%C%_unit_ledger_property_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_ledger_property_t_LDADD = $(unit_libs)

%C%_unit_ledger_state_t_SOURCES = %D%/unit/ledger_state_test.c \
	%D%/unit/ledger_random.h $(case_sources) $(ledger_world_sources)
%C%_unit_ledger_state_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_ledger_state_t_LDADD = $(unit_libs)
%C%_unit_ledger_state_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)

%C%_unit_provider_log_t_SOURCES = %D%/unit/provider_log_test.c $(case_sources)
%C%_unit_provider_log_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_provider_log_t_LDADD = $(unit_libs)
%C%_unit_provider_log_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)
%C%_unit_status_json_t_SOURCES = %D%/unit/status_json_test.c $(case_sources) $(ledger_world_sources)
%C%_unit_status_json_t_CPPFLAGS = $(unit_cppflags) $(JSON_C_CFLAGS)
%C%_unit_status_json_t_LDADD = $(unit_libs) $(JSON_C_LIBS)
%C%_unit_status_json_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)
endif

bench_programs += \
	%D%/bench/ledger_bench

%C%_bench_ledger_bench_SOURCES = \
	%D%/bench/bench.h \
	%D%/bench/ledger_bench.c
%C%_bench_ledger_bench_LDADD = src/libboa.la
