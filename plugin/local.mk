# The plugins: the only users of Slurm's internal headers. -iquote puts Slurm's
# own config.h before this project's.
plugin_cppflags = -D_GNU_SOURCE -iquote $(SLURM_BUILD) $(SLURM_CPPFLAGS) $(AM_CPPFLAGS)
plugin_ldflags = -module -avoid-version -shared $(BOA_LDFLAGS) \
	-export-symbols-regex '^(plugin_(name|type|version)|init|fini|sched_p_reconfig|job_submit|job_modify)$$'

plugin_LTLIBRARIES += %D%/sched_boa.la %D%/job_submit_boa.la

%C%_sched_boa_la_CPPFLAGS = $(plugin_cppflags)
%C%_sched_boa_la_LDFLAGS = $(plugin_ldflags)
%C%_sched_boa_la_LIBADD = src/libboa.la
%C%_sched_boa_la_SOURCES = \
	%D%/common/live.c \
	%D%/common/live.h \
	%D%/common/mark.c \
	%D%/common/mark.h \
	%D%/common/sizing.c \
	%D%/common/sizing.h \
	%D%/common/slurm_compat.h \
	%D%/sched/agent.c \
	%D%/sched/agent.h \
	%D%/sched/apply.c \
	%D%/sched/apply.h \
	%D%/sched/base.c \
	%D%/sched/base.h \
	%D%/sched/books.c \
	%D%/sched/books.h \
	%D%/sched/door.c \
	%D%/sched/door.h \
	%D%/sched/money.c \
	%D%/sched/money.h \
	%D%/sched/provider.c \
	%D%/sched/provider.h \
	%D%/sched/refresh.c \
	%D%/sched/refresh.h \
	%D%/sched/sched_boa.c \
	%D%/sched/snapshot.c \
	%D%/sched/snapshot.h \
	%D%/sched/snapshot_node.c \
	%D%/sched/snapshot_node.h \
	%D%/sched/solver_child.c \
	%D%/sched/solver_child.h

%C%_job_submit_boa_la_CPPFLAGS = $(plugin_cppflags)
%C%_job_submit_boa_la_LDFLAGS = $(plugin_ldflags)
%C%_job_submit_boa_la_LIBADD = src/libboa.la
%C%_job_submit_boa_la_SOURCES = \
	%D%/common/live.c \
	%D%/common/live.h \
	%D%/common/mark.c \
	%D%/common/mark.h \
	%D%/common/sizing.c \
	%D%/common/sizing.h \
	%D%/common/slurm_compat.h \
	%D%/job_submit/job_submit_boa.c \
	%D%/job_submit/request.c \
	%D%/job_submit/request.h
