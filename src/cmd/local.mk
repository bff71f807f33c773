# The parts of boactl that tests drive by themselves.
noinst_LTLIBRARIES += %D%/libboactl.la
%C%_libboactl_la_CPPFLAGS = $(AM_CPPFLAGS) $(JSON_C_CFLAGS)
%C%_libboactl_la_SOURCES = \
	%D%/check_budget.c \
	%D%/check_classes.c \
	%D%/check_cluster.c \
	%D%/check_conf.c \
	%D%/check_conf.h \
	%D%/check_curves.c \
	%D%/check_plugins.c \
	%D%/check_rows.c \
	%D%/check_rows.h \
	%D%/check_slurm.h \
	%D%/check_types.c \
	%D%/child.c \
	%D%/child.h \
	%D%/epoch_report.c \
	%D%/epoch_report.h \
	%D%/ledger_rows.c \
	%D%/ledger_rows.h \
	%D%/plugin_file.c \
	%D%/plugin_file.h \
	%D%/runs.c \
	%D%/runs.h \
	%D%/slurm_settings.c \
	%D%/slurm_settings.h \
	%D%/status_view.c \
	%D%/status_view.h \
	%D%/text_table.c \
	%D%/text_table.h

bin_PROGRAMS += boactl
dist_man_MANS += %D%/boactl.1
boactl_CPPFLAGS = $(AM_CPPFLAGS) $(JSON_C_CFLAGS)
boactl_LDADD = %D%/libboactl.la src/libboa.la $(JSON_C_LIBS)
boactl_SOURCES = \
	%D%/boactl.c \
	%D%/boactl.h \
	%D%/boactl_budget.c \
	%D%/boactl_check.c \
	%D%/boactl_classes.c \
	%D%/boactl_epoch.c \
	%D%/boactl_explain.c \
	%D%/boactl_jobs.c \
	%D%/boactl_ledger.c \
	%D%/boactl_nodes.c \
	%D%/boactl_resize.c \
	%D%/boactl_resume.c \
	%D%/boactl_status.c \
	%D%/boactl_widths.c \
	%D%/show.c \
	%D%/show.h \
	%D%/slurm_client.h
if HAVE_SLURM_API
boactl_SOURCES += %D%/slurm_client.c
boactl_LDADD += $(SLURM_LIBS)
else
boactl_SOURCES += %D%/slurm_absent.c
endif
