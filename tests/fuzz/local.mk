# Fuzz targets: tests/fuzz/fuzz_NAME.c. The program fuzz_NAME.t runs it on the
# inputs of the tests; with --enable-fuzzers (clang) fuzz_NAME makes up its own:
#   tests/fuzz/fuzz_conf -max_total_time=60 NEW_FOLDER SRC/tests/data/conf
EXTRA_DIST += %D%/fuzz.h

fuzz_tests = \
	%D%/fuzz_classes.t \
	%D%/fuzz_conf.t \
	%D%/fuzz_import.t \
	%D%/fuzz_record.t \
	%D%/fuzz_share.t \
	%D%/fuzz_table.t \
	%D%/fuzz_token.t
check_PROGRAMS += $(fuzz_tests)
TESTS += $(fuzz_tests)

%C%_fuzz_classes_t_SOURCES = %D%/fuzz_classes.c %D%/replay.c
%C%_fuzz_classes_t_LDADD = src/libboa.la
%C%_fuzz_conf_t_SOURCES = %D%/fuzz_conf.c %D%/replay.c
%C%_fuzz_conf_t_LDADD = src/libboa.la
%C%_fuzz_import_t_SOURCES = %D%/fuzz_import.c %D%/replay.c
%C%_fuzz_import_t_LDADD = solver/libboasolver.la src/libboa.la -lm
%C%_fuzz_record_t_SOURCES = %D%/fuzz_record.c %D%/replay.c
%C%_fuzz_record_t_LDADD = src/libboa.la
%C%_fuzz_share_t_SOURCES = %D%/fuzz_share.c %D%/replay.c
%C%_fuzz_share_t_LDADD = src/libboa.la
%C%_fuzz_table_t_SOURCES = %D%/fuzz_table.c %D%/replay.c
%C%_fuzz_table_t_LDADD = src/libboa.la
%C%_fuzz_token_t_SOURCES = %D%/fuzz_token.c %D%/replay.c
%C%_fuzz_token_t_LDADD = src/libboa.la

if ENABLE_FUZZERS
noinst_PROGRAMS += \
	%D%/fuzz_classes \
	%D%/fuzz_conf \
	%D%/fuzz_import \
	%D%/fuzz_record \
	%D%/fuzz_share \
	%D%/fuzz_table \
	%D%/fuzz_token

%C%_fuzz_classes_SOURCES = %D%/fuzz_classes.c
%C%_fuzz_classes_LDADD = src/libboa.la
%C%_fuzz_classes_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
%C%_fuzz_conf_SOURCES = %D%/fuzz_conf.c
%C%_fuzz_conf_LDADD = src/libboa.la
%C%_fuzz_conf_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
%C%_fuzz_import_SOURCES = %D%/fuzz_import.c
%C%_fuzz_import_LDADD = solver/libboasolver.la src/libboa.la -lm
%C%_fuzz_import_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
%C%_fuzz_record_SOURCES = %D%/fuzz_record.c
%C%_fuzz_record_LDADD = src/libboa.la
%C%_fuzz_record_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
%C%_fuzz_share_SOURCES = %D%/fuzz_share.c
%C%_fuzz_share_LDADD = src/libboa.la
%C%_fuzz_share_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
%C%_fuzz_table_SOURCES = %D%/fuzz_table.c
%C%_fuzz_table_LDADD = src/libboa.la
%C%_fuzz_table_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
%C%_fuzz_token_SOURCES = %D%/fuzz_token.c
%C%_fuzz_token_LDADD = src/libboa.la
%C%_fuzz_token_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
endif
