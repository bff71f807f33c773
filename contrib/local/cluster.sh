#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cluster.sh - a private Slurm cluster of CLOUD nodes in one folder, with its
# own munge, ports and provider. Run it (--help), or source it for its
# functions; they work on the cluster in the folder CLUSTER_DIR. Needs root,
# touches nothing outside the folder, and knows its processes by the folder.
#
#   DIR/etc/    slurm.conf, gres.conf, cgroup.conf, local.conf, boa.conf if given, faults
#   DIR/log/    slurmctld.log, slurmd.NODE.log, munged.log
#   DIR/run/    process ids, munge socket, instances (provider.sh)
#   DIR/state/  StateSaveLocation
#   DIR/home/U  home of the users nobody and games
#   DIR/provider.log

CLUSTER_HERE=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
CLUSTER_USERS=(nobody games)	# ordinary users that every Debian has
[[ :$PATH: == *:/usr/sbin:* ]] || export PATH=$PATH:/usr/sbin:/sbin
# shellcheck source=contrib/local/cluster-conf.sh
. "$CLUSTER_HERE/cluster-conf.sh"

cluster_usage() {
	cat <<EOF
Usage: cluster.sh init DIR [OPTION]...     write the configuration
       cluster.sh start DIR                munged and slurmctld, until they answer
       cluster.sh run DIR COMMAND...       with SLURM_CONF set
       cluster.sh as USER DIR COMMAND...   the same as nobody or games, at home
       cluster.sh stop DIR                 end every process of the cluster
       cluster.sh destroy DIR              stop, and remove DIR

Options of init:
  --port=P               slurmctld's port; the nodes have P+1 and on [17000]
  --nodes=T:N:G[:C[:M]]  nodes T-1 to T-N with G GPUs of type T, C CPUs [2 G]
                         and M MB [2000 G], in partition T; may be repeated,
                         the first is the default partition [t4:16:4 a100:4:8]
  --scheduler=TYPE       SchedulerType [sched/backfill]
  --job-submit=LIST      JobSubmitPlugins [none]
  --plugin-dir=DIR       its plugins are used beside Slurm's own; may be repeated
  --boa-conf=FILE        becomes boa.conf beside slurm.conf
  --cred-expire=S        AuthInfo's cred_expire, S + 1 is the delay of a
                         requeue [120]
  --conf=KEY=VALUE       set or replace a line of slurm.conf; NodeName,
                         PartitionName and NodeSet are added
EOF
}

cluster_fail() {
	echo "cluster.sh: $*" >&2
	return 1
}

# cluster_wait SECONDS COMMAND...: until COMMAND succeeds; fails when time is up
# or on a signal.
cluster_wait() {
	local end_ms=$((${EPOCHREALTIME/[.,]/} / 1000 + $1 * 1000))
	shift
	until "$@" >/dev/null 2>&1; do
		((${EPOCHREALTIME/[.,]/} / 1000 < end_ms)) || return 1
		sleep 0.05 || return
	done
}

# cluster_start: start munged and slurmctld; returns when slurmctld answers.
cluster_start() {
	cluster_munge_start && cluster_ctld_start
}

cluster_munge_start() {
	local user=nobody
	! getent passwd munge >/dev/null || user=munge
	install -d -o "$user" -m 755 "$CLUSTER_DIR/run/munge"
	chown "$user" "$CLUSTER_DIR/etc/munge.key"
	setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups \
		munged --force --num-threads=2 \
		--socket="$CLUSTER_DIR/run/munge/socket" \
		--key-file="$CLUSTER_DIR/etc/munge.key" \
		--pid-file="$CLUSTER_DIR/run/munge/pid" \
		--log-file="$CLUSTER_DIR/run/munge/log" \
		--seed-file="$CLUSTER_DIR/run/munge/seed" 2>/dev/null ||
		cluster_fail "munged does not start, see $CLUSTER_DIR/run/munge/log"
}

# cluster_ctld_start: start slurmctld, again if need be, and wait for it.
cluster_ctld_start() {
	local pid
	(
		cd "$CLUSTER_DIR/run" || exit
		exec setsid slurmctld -D -f "$CLUSTER_DIR/etc/slurm.conf" \
			</dev/null >/dev/null 2>slurmctld.stderr 3>&- 4>&-
	) &
	pid=$!
	disown "$pid"
	echo "$pid" >"$CLUSTER_DIR/run/ctld"
	cluster_wait 20 cluster_ctld_answers "$pid"
	kill -0 "$pid" 2>/dev/null || cluster_fail "slurmctld does not start: $(tail -n 1 "$CLUSTER_DIR/run/slurmctld.stderr")"
}

# True as well when it is gone, to end a wait.
cluster_ctld_answers() {
	! kill -0 "$1" 2>/dev/null || cluster_run scontrol ping | grep -q 'is UP'
}

# cluster_ctld_kill9: end slurmctld at once, as a crash would. It forgets what
# it has not saved: jobs just submitted, and that nodes went up or down.
cluster_ctld_kill9() {
	local pid
	read -r pid <"$CLUSTER_DIR/run/ctld" && kill -KILL "$pid"
	cluster_wait 5 cluster_gone "$pid"
}

# cluster_ctld_saved: wait until slurmctld has saved what it knows now. It does
# so 5 s after the last time at the soonest, and not when nothing changed.
cluster_ctld_saved() {
	: >"$CLUSTER_DIR/run/now"
	cluster_wait 6 cluster_newer_state || true
}

cluster_newer_state() {
	[[ $CLUSTER_DIR/state/job_state -nt $CLUSTER_DIR/run/now &&
		$CLUSTER_DIR/state/node_state -nt $CLUSTER_DIR/run/now ]]
}

# cluster_ctld_stop [SECONDS]: end slurmctld in an orderly way; SIGKILL after
# SECONDS [10].
cluster_ctld_stop() {
	local pid
	read -r pid 2>/dev/null <"$CLUSTER_DIR/run/ctld" || return 0
	kill "$pid" 2>/dev/null || return 0
	cluster_wait "${1:-10}" cluster_gone "$pid" || kill -KILL "$pid"
	cluster_wait 5 cluster_gone "$pid"
}

cluster_gone() {
	[[ ! -e /proc/$1/cwd ]]
}

# cluster_run COMMAND...: with SLURM_CONF set. Do not export SLURM_CONF
# instead: cluster_stop ends what has it in its environment.
cluster_run() {
	SLURM_CONF=$CLUSTER_DIR/etc/slurm.conf "$@"
}

# cluster_as_user USER COMMAND...: the same as the ordinary user USER, whose
# home and working folder is DIR/home/USER.
cluster_as_user() {
	local user=$1 home=$CLUSTER_DIR/home/$1
	shift
	cluster_run env --chdir="$home" HOME="$home" USER="$user" LOGNAME="$user" \
		setpriv --reuid="$user" --regid="$(id -g "$user")" --init-groups "$@"
}

# cluster_pids: processes of this cluster, found by their environment (what
# cluster_run and the provider started, jobs) or their command line (daemons),
# without the caller and its ancestors.
cluster_pids() {
	local pid=$BASHPID line
	local -A found=()
	while read -r pid; do
		found[$pid]=1
	done < <({
		grep -lzxsF "SLURM_CONF=$CLUSTER_DIR/etc/slurm.conf" /proc/[0-9]*/environ
		grep -lzsF -e "$CLUSTER_DIR/etc/slurm.conf" -e "$CLUSTER_DIR/run/munge/" /proc/[0-9]*/cmdline
		find /proc/[0-9]*/cwd -prune -lname "$CLUSTER_DIR/run*" 2>/dev/null
	} | cut -d/ -f3)
	pid=$BASHPID
	while ((pid > 0)); do
		unset "found[$pid]"
		read -r line <"/proc/$pid/stat" || break
		line=${line##*) }
		line=${line#* }
		pid=${line%% *}
	done
	for pid in "${!found[@]}"; do
		[[ ! -e /proc/$pid/cwd ]] || echo "$pid"
	done
}

# cluster_stop: end everything, slurmctld first (SIGKILL after a second), then
# all instances, which are billed until now.
cluster_stop() {
	local pid tries
	[[ -d ${CLUSTER_DIR-}/run ]] || return 0
	cluster_ctld_stop 1
	"$CLUSTER_HERE/boa-local-suspend" --conf="$CLUSTER_DIR/etc/slurm.conf" --now --all
	for ((tries = 0; tries < 100; tries++)); do
		pid=$(cluster_pids)
		[[ $pid ]] || return 0
		# shellcheck disable=SC2086 # a list of numbers
		kill -KILL $pid 2>/dev/null
		sleep 0.02
	done
	cluster_fail "still running: $pid"
}

# cluster_destroy: stop, and remove the folder.
cluster_destroy() {
	cluster_stop && rm -rf "$CLUSTER_DIR"
}

# cluster_guard PID: when the process PID has ended, however it did, destroy
# the cluster. Call it from what owns the cluster: cluster_guard $$.
cluster_guard() {
	(
		cd / || exit
		# shellcheck disable=SC2016 # for the inner shell
		exec setsid bash -c 'tail --pid="$1" -s 0.3 -f /dev/null
			[[ ! -d $2 ]] || exec "$0" destroy "$2"' \
			"$CLUSTER_HERE/cluster.sh" "$1" "$CLUSTER_DIR" \
			</dev/null >/dev/null 2>&1 3>&- 4>&-
	) &
	disown $!
}

cluster_main() {
	local verb=${1-} user=
	case $verb in
	--help) cluster_usage; return ;;
	as) user=${2-}; set -- as "${@:3}" ;;
	esac
	if [[ $verb == init && ${2-} ]]; then
		cluster_init "${@:2}"
		return
	fi
	[[ -e ${2-}/etc/slurm.conf ]] || { cluster_usage >&2; return 2; }
	CLUSTER_DIR=$(readlink -f "$2")
	shift 2
	case $verb in
	start | stop | destroy) "cluster_$verb" ;;
	run) cluster_run "$@" ;;
	as) cluster_as_user "$user" "$@" ;;
	*) cluster_usage >&2; return 2 ;;
	esac
}

[[ ${BASH_SOURCE[0]} != "$0" ]] || cluster_main "$@"
