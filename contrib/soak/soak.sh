#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# soak.sh - BOA under load in bad weather, at random but by a seed: what must
# hold at the end is checked against the jobs' own diaries and the provider's
# own log.

set -u
export LC_ALL=C

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=contrib/local/cluster.sh
. "$HERE/../local/cluster.sh"

usage() {
	cat <<EOF
Usage: soak.sh [OPTION]...

A private cluster of cloud nodes with both plugins. For some minutes jobs come
at random, launches fail, hang and come late, instances vanish or stay behind,
slurmctld, slurmd and boa-widths are killed, slurmctld is reconfigured. Then
all is let come to its end, and it is checked that every job ran to its end
once, that no run went on beside another, that no instance is left, that
slurmctld never died by itself and that the ledger agrees with the provider's
log within 1 %.

  --minutes M   of bad weather [3]
  --seed S      of what happens [1]
  --json FILE   write the result there too
  --bin DIR     with boactl and boa-widths [those in PATH]
  --plugins DIR with the plugins [DIR/../lib/slurm of --bin]
  --port P      the first of 11 ports [23500]
  --keep        keep the folder of the cluster
  --help        print this and exit

Exit status: 0 if all of it holds, else 1; 2 for wrong usage; 77 if it cannot
be run here.
EOF
}

minutes=3 seed=1 json='' bin='' plugins='' port=23500 keep=0
while (($#)); do
	case $1 in
	--minutes | --seed | --json | --bin | --plugins | --port)
		(($# > 1)) || { usage >&2; exit 2; }
		printf -v "${1#--}" %s "$2"
		shift
		;;
	--keep) keep=1 ;;
	--help) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
	shift
done
[[ $minutes =~ ^[0-9]+(\.[0-9]+)?$ && $seed =~ ^[0-9]+$ && $port =~ ^[0-9]+$ ]] ||
	{ usage >&2; exit 2; }
[[ $bin ]] || bin=$(dirname "$(type -P boa-widths || echo /nowhere/x)")
[[ $plugins ]] || plugins=$bin/../lib/slurm
for file in "$bin/boactl" "$bin/boa-widths" "$plugins/sched_boa.so"; do
	[[ -e $file ]] || { echo "soak.sh: $file is not there" >&2; exit 77; }
done

say() {
	printf '%s %s\n' "$(date +%T)" "$*" >>"$CLUSTER_DIR/soak.log"
}

# --- the cluster --------------------------------------------------------

prepare() {
	local dir
	dir=$(mktemp -d /tmp/boa-soak-XXXXXX) || exit
	cluster_init "$dir" --port="$port" --nodes=t4:8:4 --nodes=a100:2:8 \
		--scheduler=sched/boa --job-submit=boa --plugin-dir="$plugins" \
		--conf=SuspendTime=3600 --conf=SuspendTimeout=4 --conf=ResumeTimeout=25 \
		--conf=KillWait=5 --conf=SlurmdTimeout=20 --conf=MinJobAge=3600 || exit 77
	cluster_guard $$
	cat >"$dir/etc/boa.conf" <<-END
		Budget=1000
		ClassFile=classes.json
		Solver=$bin/boa-widths
		StatusDir=$dir/run/boa
		ProviderLog=$dir/provider.log
		RefreshInterval=20
		PollInterval=0.2
		LaunchBackoff=1
		LaunchBackoffMax=4
		GpuType=t4 GpusPerNode=4 MaxNodes=8 BootTime=3 BootTimeout=15
		GpuType=a100 GpusPerNode=8 MaxNodes=2 BootTime=3 Price=3
	END
	# small: half a node of t4; wide: two, then one; either: t4, or else a100
	cat >"$dir/etc/classes.json" <<-END
		{ "classes": [
		  { "name": "small", "arrival_rate_per_hour": 60, "epochs": [
		    { "work_s": 60, "speedup": { "t4": [[2, 1]] } },
		    { "work_s": 60, "speedup": { "t4": [[2, 1]] } } ] },
		  { "name": "wide", "arrival_rate_per_hour": 60, "epochs": [
		    { "work_s": 60, "speedup": { "t4": [[4, 1], [8, 1.9]] } },
		    { "work_s": 60, "speedup": { "t4": [[4, 1], [8, 0.9]] } } ] },
		  { "name": "either", "arrival_rate_per_hour": 60, "epochs": [
		    { "work_s": 60, "speedup": { "t4": [[4, 2]], "a100": [[8, 1.9]] } },
		    { "work_s": 60, "speedup": { "t4": [[4, 2]], "a100": [[8, 1.9]] } } ] } ] }
	END
	: >"$dir/etc/faults"
	install -d -o nobody "$dir/home/nobody/diary"
	install -d "$dir/home/nobody/bin"
	install -m 755 "$bin/boactl" "$dir/home/nobody/bin"
	install -m 755 "$HERE/job.sh" "$dir/home/nobody"
	if ! cluster_start || ! cluster_wait 20 has_table; then
		echo "soak.sh: the cluster does not start" >&2
		exit 1
	fi
}

has_table() {
	[[ -e $CLUSTER_DIR/state/boa/widths.json ]]
}

# --- what happens -------------------------------------------------------

submit() {
	local classes=(small wide either) id
	id=$(cluster_as_user nobody sbatch --parsable --output=/dev/null \
		--comment="class:${classes[RANDOM % 3]}" ./job.sh 2>/dev/null) ||
		{ say "a submit was refused"; return; }
	jobs+=("$id")
}

a_node() {
	((RANDOM % 5)) && echo "t4-$((1 + RANDOM % 8))" || echo "a100-$((1 + RANDOM % 2))"
}

# The provider counts by line, so lines are only added.
fault() {
	local kinds=("start fail" "start hang" "start late 3" "start die 4" "stop leak")
	echo "$(a_node) ${kinds[RANDOM % 5]} x1" >>"$CLUSTER_DIR/etc/faults"
	say "fault $(tail -n 1 "$CLUSTER_DIR/etc/faults")"
}

kill_ctld() {
	say "slurmctld is killed"
	# what Slurm itself has not saved yet it forgets
	cluster_ctld_saved
	cluster_ctld_kill9
	cluster_ctld_start || say "slurmctld did not come back"
}

restart_ctld() {
	say "slurmctld is restarted"
	cluster_ctld_stop
	cluster_ctld_start || say "slurmctld did not come back"
}

kill_slurmd() {
	local node pid
	node=$(a_node)
	[[ -s $CLUSTER_DIR/run/$node/pid ]] || return
	read -r pid <"$CLUSTER_DIR/run/$node/pid"
	[[ /proc/$pid/cwd -ef $CLUSTER_DIR/run/$node ]] || return
	say "slurmd of $node is killed"
	kill -KILL "$pid"
}

end_instance() {
	local node
	node=$(a_node)
	[[ -e $CLUSTER_DIR/run/$node/up ]] || return
	say "instance $node is taken away"
	"$CLUSTER_DIR/etc/suspend" --now "$node"
}

kill_solver() {
	local pid
	while read -r pid; do
		[[ $(readlink "/proc/$pid/exe") == */boa-widths ]] || continue
		say "boa-widths is killed"
		kill -KILL "$pid" 2>/dev/null
	done < <(grep -lzsF "$CLUSTER_DIR/" /proc/[0-9]*/cmdline | cut -d/ -f3)
}

reconfigure() {
	say "slurmctld is reconfigured"
	cluster_run scontrol reconfigure 2>/dev/null
}

happen() {
	case $((RANDOM % 40)) in
	[0-4]) fault ;;
	5) kill_ctld ;;
	6) restart_ctld ;;
	7) kill_slurmd ;;
	8 | 9) end_instance ;;
	10) kill_solver ;;
	11) reconfigure ;;
	*) submit ;;
	esac
}

# slurmctld must be there whenever it was not ended here.
watch_ctld() {
	local pid
	read -r pid <"$CLUSTER_DIR/run/ctld"
	kill -0 "$pid" 2>/dev/null && return
	died=$((died + 1))
	say "slurmctld died by itself"
	cluster_ctld_start
}

# --- the end ------------------------------------------------------------

all_done() {
	watch_ctld
	[[ ! $(cluster_run squeue -h) ]]
}

settled() {
	[[ $(cluster_run sinfo -h -N -o %t | sort -u) == idle~ ]] &&
		! compgen -G "$CLUSTER_DIR/run/*/up"
}

# count TEST: the jobs whose diary passes it.
count() {
	local id n=0
	for id in "${jobs[@]}"; do
		! "$1" "$CLUSTER_DIR/home/nobody/diary/$id" || n=$((n + 1))
	done
	echo "$n"
}

is_lost() { ! grep -qsx 'done' "$1"; }
is_doubled() { [[ -e $1 ]] && { (($(grep -cx 'done' "$1") > 1)) || grep -qx twice "$1"; }; }
is_requeued() { [[ -e $1 ]] && (($(grep -c ^run "$1") > 1)); }

judge() {
	local result bill
	# let the ledger hear of the last stop
	sleep 3
	bill=$("$HERE/../local/boa-local-bill" --json --gpus-per-node=t4:4 \
		--gpus-per-node=a100:8 "$CLUSTER_DIR/provider.log")
	result=$(jq -n --argjson bill "$bill" --argjson seed "$seed" \
		--argjson minutes "$minutes" --argjson jobs "${#jobs[@]}" \
		--argjson lost "$(count is_lost)" --argjson doubled "$(count is_doubled)" \
		--argjson again "$(count is_requeued)" --argjson died "$died" \
		--slurpfile status "$CLUSTER_DIR/run/boa/status.json" '
		$status[0].ledger as $ledger |
		{ seed: $seed, minutes: $minutes, jobs: $jobs, run_again: $again,
		  lost: $lost, doubled: $doubled, leaked: $bill.up, slurmctld_died: $died,
		  starts: $bill.starts, refused: $bill.fails,
		  provider_gpu_s: $bill.gpu_s, ledger_gpu_s: $ledger.total.gpu_s,
		  difference: ($ledger.total.gpu_s / ([$bill.gpu_s, 1] | max) - 1),
		  by_kind: ($ledger.by_kind | map_values(.gpu_s)) } |
		.ok = (.jobs > 0 and .lost + .doubled + .leaked + .slurmctld_died == 0 and
		  (.difference | fabs) <= 0.01)')
	echo "$result"
	[[ ! $json ]] || echo "$result" >"$json"
	[[ $(jq .ok <<<"$result") == true ]]
}

main() {
	local jobs=() died=0 end_s rc
	prepare
	RANDOM=$seed
	end_s=$(awk -v m="$minutes" -v t="$SECONDS" 'BEGIN { print int(t + 60 * m) }')
	while ((SECONDS < end_s)); do
		watch_ctld
		happen
		sleep "$((RANDOM % 2)).$((RANDOM % 10))"
	done
	say "the weather clears"
	# every fault that is left is used up; the lines stay, for the count
	sed -i 's/^/#/' "$CLUSTER_DIR/etc/faults"
	for type in t4 a100; do
		"$bin/boactl" resume "$type" --status-dir "$CLUSTER_DIR/run/boa" >/dev/null
	done
	cluster_wait 240 all_done || say "jobs are left"
	cluster_wait 150 settled || say "nodes are left"
	judge
	rc=$?
	if ((rc)); then
		{
			tail -n 40 "$CLUSTER_DIR/soak.log"
			cluster_run squeue
			cluster_run sinfo -N
		} >&2
	fi
	if ((keep)); then
		cluster_stop
		echo "soak.sh: kept $CLUSTER_DIR" >&2
	else
		cluster_destroy
	fi
	return "$rc"
}

main
