#!/usr/bin/env bats
# What the plugins show to slurmctld, and what they expect of it.

bin="${BOA_BIN:?set to the build folder}"

exported() {
	nm -D --defined-only "$bin/plugin/.libs/$1" | awk '{ print $3 }' | sort | paste -sd' '
}

@test "sched_boa.so exports the sched plugin's contract and no more" {
	[ "$(exported sched_boa.so)" = "fini init plugin_name plugin_type plugin_version sched_p_reconfig" ]
}

@test "job_submit_boa.so exports the job_submit plugin's contract and no more" {
	[ "$(exported job_submit_boa.so)" = "fini init job_modify job_submit plugin_name plugin_type plugin_version" ]
}

@test "neither plugin leaves a symbol open that is this project's" {
	for so in sched_boa.so job_submit_boa.so; do
		run bash -c "nm -D --undefined-only '$bin/plugin/.libs/$so' | grep -w 'boa_.*'"
		[ "$status" -eq 1 ]
	done
}

@test "neither plugin can end slurmctld by fatal(), exit() or abort()" {
	for so in sched_boa.so job_submit_boa.so; do
		run bash -c "nm -D --undefined-only '$bin/plugin/.libs/$so' | grep -wE '(slurm_)?(fatal|fatal_abort|exit|_exit|abort)'"
		[ "$status" -eq 1 ]
	done
}
