# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# live.bash - for tests on a private Slurm cluster, one per file:
#
#   PORTS=20100		# first of a hundred ports, another in every file, < 24000
#   load live
#   setup_file() { live_start --nodes=t4:4:4 …; }	# options of cluster.sh
#   teardown_file() { live_end; }
#   teardown() { live_explain; }
#
# The functions of contrib/local/cluster.sh work on this cluster.

BOA_SRC=${BOA_SRC:-$(cd "$BATS_TEST_DIRNAME/../.." && pwd)}
# shellcheck source=contrib/local/cluster.sh
. "$BOA_SRC/contrib/local/cluster.sh"

# live_start [OPTION]...: a cluster that is up; the tests of the file are
# skipped where there cannot be one.
live_start() {
	live_init "$@" && cluster_start
}

# live_init [OPTION]...: the same, but not started yet.
live_init() {
	local program taken dir shift
	((EUID == 0)) || skip "needs root"
	for program in slurmctld slurmd sbatch munged; do
		[[ $(type -P "$program") ]] || skip "needs $program"
	done
	taken=$(grep -lE "^PORTS=$PORTS\b" "$BATS_TEST_DIRNAME"/*.bats)
	[[ $taken == "$BATS_TEST_FILENAME" ]] ||
		{ echo "ports $PORTS belong to: $taken"; return 1; }
	dir=$(mktemp -d /tmp/boa-live-XXXXXX)
	# Another run on this host may have the ports: there are three sets.
	for shift in 0 4000 8000; do
		rm -rf "$dir"
		cluster_init "$dir" --port="$((PORTS + shift))" "$@" && break
	done
	[[ ${CLUSTER_DIR-} ]] || { rm -rf "$dir"; return 1; }
	cluster_guard $$
}

live_end() {
	[[ ! ${CLUSTER_DIR-} ]] || cluster_destroy
}

# live_explain: the ends of the logs, if the test failed.
live_explain() {
	local log
	[[ ! ${BATS_TEST_COMPLETED-} && -d ${CLUSTER_DIR-} ]] || return 0
	for log in "$CLUSTER_DIR"/log/slurmctld.log "$CLUSTER_DIR"/provider.log; do
		echo "--- ${log##*/}"
		tail -n 40 "$log"
	done
}

# live_submit USER ARGUMENT...: sbatch as that user; prints the job's id.
live_submit() {
	local user=$1
	shift
	cluster_as_user "$user" sbatch --parsable --output=job-%j.out "$@"
}

# live_job_output USER ID: what the job wrote.
live_job_output() {
	cat "$CLUSTER_DIR/home/$1/job-$2.out"
}

# live_job ID KEY: the value of KEY in scontrol show job; one without spaces.
live_job() {
	cluster_run scontrol -o show job "$1" | grep -oP "(?<= $2=)\S*" | head -n 1
}

live_job_is() {
	[[ $(live_job "$1" JobState) == "$2" ]]
}

# live_wait_job SECONDS ID STATE
live_wait_job() {
	cluster_wait "$1" live_job_is "$2" "$3" || {
		echo "job $2 is $(live_job "$2" JobState) after $1 s, not $3"
		return 1
	}
}

# live_node NAME: its state as sinfo has it, idle~, alloc#, …
live_node() {
	cluster_run sinfo -h -N -n "$1" -o %t
}

live_node_is() {
	[[ $(live_node "$1") == "$2" ]]
}

# live_events EVENT: how often the provider log has it.
live_events() {
	grep -c " $1 " "$CLUSTER_DIR/provider.log" || true
}

# live_events_are EVENT N
live_events_are() {
	[[ $(live_events "$1") == "$2" ]]
}

# live_bill KEY [OPTION]...: a figure of boa-local-bill --json.
live_bill() {
	local key=$1
	shift
	"$BOA_SRC/contrib/local/boa-local-bill" --json "$@" "$CLUSTER_DIR/provider.log" | jq ".$key"
}
