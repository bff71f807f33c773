# Tests of boactl.
if HAVE_CMOCKA
boactl_tests = \
	%D%/unit/check_slurm.t \
	%D%/unit/epoch_report.t \
	%D%/unit/plugin_file.t \
	%D%/unit/runs.t \
	%D%/unit/text_table.t
check_PROGRAMS += $(boactl_tests)
TESTS += $(boactl_tests)

%C%_unit_check_slurm_t_SOURCES = %D%/unit/check_slurm_test.c
%C%_unit_check_slurm_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_check_slurm_t_LDADD = src/cmd/libboactl.la $(unit_libs)

%C%_unit_epoch_report_t_SOURCES = %D%/unit/epoch_report_test.c
%C%_unit_epoch_report_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_epoch_report_t_LDADD = src/cmd/libboactl.la $(unit_libs)

%C%_unit_plugin_file_t_SOURCES = %D%/unit/plugin_file_test.c
%C%_unit_plugin_file_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_plugin_file_t_LDADD = src/cmd/libboactl.la $(unit_libs)

%C%_unit_runs_t_SOURCES = %D%/unit/runs_test.c
%C%_unit_runs_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_runs_t_LDADD = src/cmd/libboactl.la $(unit_libs)

%C%_unit_text_table_t_SOURCES = %D%/unit/text_table_test.c
%C%_unit_text_table_t_CPPFLAGS = $(unit_cppflags)
%C%_unit_text_table_t_LDADD = src/cmd/libboactl.la $(unit_libs)
endif

boactl_bats = \
	%D%/cli/boactl_check.bats \
	%D%/cli/boactl_job.bats \
	%D%/cli/boactl_show.bats
dist_check_SCRIPTS += $(boactl_bats)
if HAVE_BATS
TESTS += $(boactl_bats)
endif
