# Tests of solver/ and boa-widths.
EXTRA_DIST += \
	%D%/unit/brute.h

if HAVE_CMOCKA
solver_tests = \
	%D%/unit/constraint.t \
	%D%/unit/envelope.t \
	%D%/unit/frontier.t \
	%D%/unit/golden.t \
	%D%/unit/hysteresis.t \
	%D%/unit/laws.t \
	%D%/unit/solve.t \
	%D%/unit/solve_property.t \
	%D%/unit/unmixed.t
check_PROGRAMS += $(solver_tests)
TESTS += $(solver_tests)

%C%_unit_constraint_t_SOURCES = %D%/unit/constraint_test.c %D%/unit/brute.c
%C%_unit_constraint_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_constraint_t_LDADD = $(unit_libs)

%C%_unit_envelope_t_SOURCES = %D%/unit/envelope_test.c %D%/unit/brute.c
%C%_unit_envelope_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_envelope_t_LDADD = $(unit_libs)

%C%_unit_frontier_t_SOURCES = %D%/unit/frontier_test.c %D%/unit/brute.c
%C%_unit_frontier_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_frontier_t_LDADD = $(unit_libs)

%C%_unit_golden_t_SOURCES = %D%/unit/golden_test.c
%C%_unit_golden_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_golden_t_LDADD = $(unit_libs)

%C%_unit_hysteresis_t_SOURCES = %D%/unit/hysteresis_test.c %D%/unit/brute.c
%C%_unit_hysteresis_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_hysteresis_t_LDADD = $(unit_libs)

%C%_unit_laws_t_SOURCES = %D%/unit/laws_test.c %D%/unit/brute.c
%C%_unit_laws_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_laws_t_LDADD = $(unit_libs)

%C%_unit_solve_t_SOURCES = %D%/unit/solve_test.c
%C%_unit_solve_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_solve_t_LDADD = $(unit_libs)

%C%_unit_solve_property_t_SOURCES = %D%/unit/solve_property_test.c %D%/unit/brute.c
%C%_unit_solve_property_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_solve_property_t_LDADD = $(unit_libs)

%C%_unit_unmixed_t_SOURCES = %D%/unit/unmixed_test.c %D%/unit/brute.c
%C%_unit_unmixed_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_unmixed_t_LDADD = $(unit_libs)
endif

solver_bats_tests = \
	%D%/cli/widths.bats
dist_check_SCRIPTS += $(solver_bats_tests)
if HAVE_BATS
TESTS += $(solver_bats_tests)
endif

bench_programs += \
	%D%/bench/solver_bench

%C%_bench_solver_bench_SOURCES = \
	%D%/bench/bench.h \
	%D%/bench/big_set.c \
	%D%/bench/big_set.h \
	%D%/bench/solver_bench.c
%C%_bench_solver_bench_LDADD = solver/libboasolver.la src/libboa.la -lm
