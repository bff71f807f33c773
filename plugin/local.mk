plugin_cppflags = $(SLURM_CPPFLAGS) $(AM_CPPFLAGS)
plugin_ldflags = -module -avoid-version -shared $(BOA_LDFLAGS) \
	-export-symbols-regex '^(plugin_(name|type|version)|init|fini|sched_p_reconfig|job_submit|job_modify)$$'
