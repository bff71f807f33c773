# Tests of the file formats: classes, boa.conf, width tables.
EXTRA_DIST += \
	%D%/data

# Inputs that are folders below tests/data: a new folder is a new test.
case_sources = %D%/unit/cases.c %D%/unit/cases.h

if HAVE_CMOCKA
format_tests = \
	%D%/unit/class.t \
	%D%/unit/class_json.t \
	%D%/unit/conf.t \
	%D%/unit/json.t \
	%D%/unit/table.t
check_PROGRAMS += $(format_tests)
TESTS += $(format_tests)

%C%_unit_class_t_SOURCES = %D%/unit/class_test.c
%C%_unit_class_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_class_t_LDADD = $(unit_libs)
%C%_unit_class_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)

%C%_unit_class_json_t_SOURCES = %D%/unit/class_json_test.c $(case_sources)
%C%_unit_class_json_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_class_json_t_LDADD = $(unit_libs)
%C%_unit_class_json_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)

%C%_unit_conf_t_SOURCES = %D%/unit/conf_test.c $(case_sources)
%C%_unit_conf_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_conf_t_LDADD = $(unit_libs)
%C%_unit_conf_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)

%C%_unit_json_t_SOURCES = %D%/unit/json_test.c
%C%_unit_json_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_json_t_LDADD = $(unit_libs)
%C%_unit_json_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)

%C%_unit_table_t_SOURCES = %D%/unit/table_test.c $(case_sources)
%C%_unit_table_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_table_t_LDADD = $(unit_libs)
%C%_unit_table_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)
endif
