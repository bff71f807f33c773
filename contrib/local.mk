EXTRA_DIST += \
	.ci/run \
	%D%/local/README.md \
	%D%/local/boa-local-bill \
	%D%/local/boa-local-resume \
	%D%/local/boa-local-suspend \
	%D%/local/cluster-conf.sh \
	%D%/local/cluster.sh \
	%D%/local/provider.sh \
	%D%/quickstart.sh
