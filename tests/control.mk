# Tests of the budget control.
if HAVE_CMOCKA
control_tests = \
	%D%/unit/control.t \
	%D%/unit/control_plant.t \
	%D%/unit/limit.t
check_PROGRAMS += $(control_tests)
TESTS += $(control_tests)

%C%_unit_control_t_SOURCES = %D%/unit/control_test.c
%C%_unit_control_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_control_t_LDADD = $(unit_libs)
%C%_unit_control_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)

%C%_unit_control_plant_t_SOURCES = %D%/unit/control_plant_test.c
%C%_unit_control_plant_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_control_plant_t_LDADD = $(unit_libs)

%C%_unit_limit_t_SOURCES = %D%/unit/limit_test.c
%C%_unit_limit_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_limit_t_LDADD = $(unit_libs)
%C%_unit_limit_t_LDFLAGS = $(AM_LDFLAGS) $(wrap_all_alloc)
endif
