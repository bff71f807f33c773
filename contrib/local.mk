EXTRA_DIST += \
	.ci/run \
	%D%/completion/README.md \
	%D%/demo/README.md \
	%D%/demo/await-nodes.sh \
	%D%/demo/calibrate.sh \
	%D%/demo/class-file.jq \
	%D%/demo/curves.jq \
	%D%/demo/demo.sh \
	%D%/demo/job-stream \
	%D%/demo/mix.json \
	%D%/demo/report.jq \
	%D%/demo/report.sh \
	%D%/demo/side.sh \
	%D%/demo/table.jq \
	%D%/demo/train.sh \
	%D%/demo/view.jq \
	%D%/demo/view.sh \
	%D%/examples/README.md \
	%D%/examples/boa.conf \
	%D%/examples/classes.json \
	%D%/examples/train.sh \
	%D%/local/README.md \
	%D%/local/boa-local-bill \
	%D%/local/boa-local-resume \
	%D%/local/boa-local-suspend \
	%D%/local/cluster-conf.sh \
	%D%/local/cluster.sh \
	%D%/local/provider.sh \
	%D%/quickstart.sh \
	%D%/soak/job.sh \
	%D%/soak/soak.sh

bashcompdir = $(datadir)/bash-completion/completions
dist_bashcomp_DATA = %D%/completion/boactl
