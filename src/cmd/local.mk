# The parts of boactl that tests drive by themselves.
noinst_LTLIBRARIES += %D%/libboactl.la
%C%_libboactl_la_CPPFLAGS = $(AM_CPPFLAGS) $(JSON_C_CFLAGS)
%C%_libboactl_la_SOURCES = \
	%D%/epoch_report.c \
	%D%/epoch_report.h \
	%D%/text_table.c \
	%D%/text_table.h

bin_PROGRAMS += boactl
boactl_CPPFLAGS = $(AM_CPPFLAGS) $(JSON_C_CFLAGS)
boactl_LDADD = %D%/libboactl.la src/libboa.la $(JSON_C_LIBS)
boactl_SOURCES = \
	%D%/boactl.c \
	%D%/boactl.h \
	%D%/boactl_epoch.c \
	%D%/boactl_resize.c \
	%D%/slurm_client.h
if HAVE_SLURM_API
boactl_SOURCES += %D%/slurm_client.c
boactl_LDADD += $(SLURM_LIBS)
else
boactl_SOURCES += %D%/slurm_absent.c
endif
