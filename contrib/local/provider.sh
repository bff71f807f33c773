# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# provider.sh - what boa-local-resume and boa-local-suspend share: settings,
# the provider log, instances and faults. README.md holds the formats.
#
# An instance is a slurmd with all that grew from it. It has a folder,
# RUN_DIR/NODE, which is the working folder of its slurmd and slurmsteps (that
# is how they are found again) and holds
#   up       exists from start to stop: while it does, the instance is billed
#   pid      process id of slurmd
#   console  standard error of slurmd

set -u
export LC_ALL=C
export PATH="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin${PATH:+:$PATH}"
export SLURM_CONF="${SLURM_CONF:-/etc/slurm/slurm.conf}"

die() {
	echo "${0##*/}: $*" >&2
	exit 1
}

# setting KEY DEFAULT: the value of KEY in local.conf, which lies beside
# slurm.conf; keys are case-insensitive, the last one holds.
setting() {
	local line key value=$2
	if [[ -r $SETTINGS/local.conf ]]; then
		while read -r line; do
			line=${line%%#*}
			key=${line%%=*}
			[[ ${key,,} == "${1,,}" && $line == *=* ]] || continue
			value=${line#*=}
			value=${value%"${value##*[![:space:]]}"}
		done <"$SETTINGS/local.conf"
	fi
	echo "$value"
}

# Sets SETTINGS, RUN_DIR, PROVIDER_LOG and FAULTS.
load_settings() {
	SETTINGS=$(dirname "$SLURM_CONF")
	RUN_DIR=$(setting RunDir /run/boa-local)
	PROVIDER_LOG=$(setting ProviderLog /var/log/boa-provider.log)
	FAULTS=$(setting Faults "$SETTINGS/faults")
	mkdir -p "$RUN_DIR" || die "$RUN_DIR: cannot be made"
}

# log_event start|stop|fail NODE: one write in append mode per line, so lines
# of processes that run at once do not mix.
log_event() {
	printf '%s %s %s\n' "$EPOCHREALTIME" "$1" "$2" >>"$PROVIDER_LOG"
}

# Sets NODES to the names in the hostlists given.
expand_hostlists() {
	local list names
	NODES=()
	for list; do
		names=$(scontrol show hostnames "$list") ||
			die "$list: not a hostlist"
		mapfile -t -O "${#NODES[@]}" NODES <<<"$names"
	done
	for list in "${NODES[@]}"; do
		[[ $list =~ ^[A-Za-z0-9][A-Za-z0-9._-]*$ ]] ||
			die "$list: not the name of a node"
	done
}

# for_each_node VERB: runs VERB NODE for all NODES at once, each under the
# lock of its node, so that a stop and a start of one node come one after the
# other. Returns 1 if one failed.
for_each_node() {
	local verb=$1 node pid pids=() rc=0
	for node in "${NODES[@]}"; do
		(
			mkdir -p "$RUN_DIR/$node" || exit 1
			exec 9>"$RUN_DIR/$node.lock"
			flock 9
			"$verb" "$node"
		) &
		pids+=($!)
	done
	for pid in "${pids[@]}"; do
		wait "$pid" || rc=1
	done
	return "$rc"
}

# take_fault EVENT NODE: if the faults file has a line for this event of this
# node that is not used up, counts it and sets FAULT and FAULT_S.
# shellcheck disable=SC2034 # both are for the caller
take_fault() {
	local nodes event fault rest word count used n=0
	FAULT='' FAULT_S=0
	[[ -r $FAULTS ]] || return 1
	while read -r nodes event fault rest; do
		n=$((n + 1))
		[[ $event == "$1" && $nodes != '#'* ]] || continue
		scontrol show hostnames "$nodes" | grep -qxF "$2" || continue
		count=-1
		for word in $rest; do
			case $word in
			x[0-9]*) count=${word#x} ;;
			*) FAULT_S=$word ;;
			esac
		done
		used=$RUN_DIR/$2.fault.$n
		if ((count >= 0)); then
			[[ -e $used ]] || : >"$used"
			(($(stat -c %s "$used") < count)) || continue
			printf . >>"$used"
		fi
		FAULT=$fault
		return 0
	done <"$FAULTS"
	return 1
}

# instance_pids NODE: the living processes of an instance: those that work in
# its folder (slurmd, slurmstepd), their descendants, and what a job of this
# cluster left behind on this node.
instance_pids() {
	local dir=$RUN_DIR/$1 stat pid parent changed=1
	local -A parent_of=() mine=()
	for stat in /proc/[0-9]*/stat; do
		read -r stat 2>/dev/null <"$stat" || continue
		pid=${stat%% *}
		stat=${stat##*) }
		[[ $stat == Z* ]] && continue
		stat=${stat#* }
		parent_of[$pid]=${stat%% *}
		[[ /proc/$pid/cwd -ef $dir ]] && mine[$pid]=1
	done
	for pid in $(grep -lzxsF "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ |
		xargs -r grep -lzxsF "SLURMD_NODENAME=$1" | cut -d/ -f3); do
		[[ -v parent_of[$pid] ]] && mine[$pid]=1
	done
	while ((changed)); do
		changed=0
		for pid in "${!parent_of[@]}"; do
			parent=${parent_of[$pid]}
			[[ -v mine[$parent] && ! -v mine[$pid] ]] || continue
			mine[$pid]=1
			changed=1
		done
	done
	unset 'mine[$$]' "mine[$BASHPID]"
	echo "${!mine[@]}"
}

# end_processes NODE GRACE_MS: slurmd gets SIGTERM and that time, then all get
# SIGKILL until nothing is left.
end_processes() {
	local left_ms=$2 pid=0
	[[ -s $RUN_DIR/$1/pid ]] && read -r pid <"$RUN_DIR/$1/pid"
	if ((pid > 1 && left_ms > 0)) &&
		[[ /proc/$pid/cwd -ef $RUN_DIR/$1 ]] && kill "$pid" 2>/dev/null; then
		while ((left_ms > 0)) && [[ -e /proc/$pid/cwd ]]; do
			sleep 0.02
			left_ms=$((left_ms - 20))
		done
	fi
	while :; do
		pid=$(instance_pids "$1")
		[[ $pid ]] || break
		# shellcheck disable=SC2086 # a list of numbers
		kill -KILL $pid 2>/dev/null
		sleep 0.02
	done
	rm -f "$RUN_DIR/$1/pid" "$(pid_file "$1")"
}

# pid_file NODE: where slurm.conf has slurmd keep its process id. A slurmd
# that finds an old one there kills what has this number now.
pid_file() {
	local file
	file=$(sed -n 's/^[[:space:]]*SlurmdPidFile[[:space:]]*=[[:space:]]*//Ip' "$SLURM_CONF" | tail -n 1)
	file=${file:-/var/run/slurmd.pid}
	echo "${file//%n/$1}"
}
