EXTRA_DIST += \
	.ci/run \
	%D%/completion/README.md \
	%D%/examples/README.md \
	%D%/examples/train.sh \
	%D%/local/README.md \
	%D%/local/boa-local-bill \
	%D%/local/boa-local-resume \
	%D%/local/boa-local-suspend \
	%D%/local/cluster-conf.sh \
	%D%/local/cluster.sh \
	%D%/local/provider.sh \
	%D%/quickstart.sh

bashcompdir = $(datadir)/bash-completion/completions
dist_bashcomp_DATA = %D%/completion/boactl
