# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cluster-conf.sh - the configuration half of cluster.sh: writes the folder of
# a private cluster. All functions but cluster_init work on its locals.

# cluster_init DIR [OPTION]...: write the configuration of a new cluster and
# make it the current one (CLUSTER_DIR, exported). Options: see cluster_usage.
# Fails, saying why, if DIR holds a cluster, a port is taken or without root.
cluster_init() {
	local dir=${1:?} port=17000 nodes=() plugin_dirs=() boa_conf='' lines=()
	local -A conf=()
	shift
	((EUID == 0)) || { cluster_fail "needs root" || return; }
	[[ ! -e $dir/etc/slurm.conf ]] ||
		{ cluster_fail "$dir: holds a cluster" || return; }
	mkdir -p "$dir" || return
	dir=$(readlink -f "$dir")
	((${#dir} < 80)) || { cluster_fail "$dir: too long for a socket" || return; }
	cluster_defaults
	while (($#)); do
		case $1 in
		--port=*) port=${1#*=} ;;
		--nodes=*) nodes+=("${1#*=}") ;;
		--scheduler=*) conf[SchedulerType]=${1#*=} ;;
		--job-submit=*) conf[JobSubmitPlugins]=${1#*=} ;;
		--plugin-dir=*) plugin_dirs+=("$(readlink -f "${1#*=}")") ;;
		--boa-conf=*) boa_conf=${1#*=} ;;
		--cred-expire=*) conf[AuthInfo]+=,cred_expire=${1#*=} ;;
		--conf=?*=*) cluster_set "${1#*=}" ;;
		*) cluster_fail "$1: no such option" || return ;;
		esac
		shift
	done
	((${#nodes[@]})) || nodes=(t4:16:4 a100:4:8)
	cluster_folders
	cluster_nodes && cluster_plugin_path && cluster_write || return
	[[ ! $boa_conf ]] || cp "$boa_conf" "$dir/etc/boa.conf" || return
	export CLUSTER_DIR=$dir
}

# The lines of slurm.conf that options may replace. Where they differ from
# Slurm's defaults it is to pose as a cloud on one host, or to save time:
# batch_sched_delay (3 s), sched_interval (60), power_save_interval (10).
# shellcheck disable=SC2054 # the commas belong to the values
cluster_defaults() {
	conf=(
		[ClusterName]=boa
		[SlurmUser]=root
		[AuthType]=auth/munge
		[AuthInfo]=socket=$dir/run/munge/socket
		[CryptoType]=crypto/munge
		[StateSaveLocation]=$dir/state
		[SlurmdSpoolDir]=$dir/spool/%n
		[SlurmctldPidFile]=$dir/run/slurmctld.pid
		[SlurmdPidFile]=$dir/run/slurmd.%n.pid
		[SlurmctldLogFile]=$dir/log/slurmctld.log
		[SlurmdLogFile]=$dir/log/slurmd.%n.log
		[LogTimeFormat]=iso8601_ms
		[PrivateData]=cloud
		[ProctrackType]=proctrack/linuxproc
		[TaskPlugin]=task/none
		[MpiDefault]=none
		[JobAcctGatherType]=jobacct_gather/none
		[AccountingStorageType]=accounting_storage/none
		[GresTypes]=gpu
		[SelectType]=select/cons_tres
		[SelectTypeParameters]=CR_Core_Memory
		[DefMemPerCPU]=1000
		[SchedulerType]=sched/backfill
		[SchedulerParameters]=batch_sched_delay=0,sched_interval=10
		[PriorityType]=priority/basic
		[SlurmctldParameters]=power_save_interval=1
		[SlurmdParameters]=config_overrides
		[ResumeProgram]=$dir/etc/resume
		[SuspendProgram]=$dir/etc/suspend
		[ResumeTimeout]=60
		[SuspendTimeout]=5
		[SuspendTime]=10
		[ResumeRate]=0
		[SuspendRate]=0
		[ReturnToService]=2
		[RequeueExit]=75
	)
}

# cluster_set KEY=VALUE: into conf, or into lines where a key may recur. KEY
# is written as in cluster_defaults.
cluster_set() {
	case $1 in
	NodeName=* | PartitionName=* | NodeSet=*) lines+=("$1") ;;
	*) conf[${1%%=*}]=${1#*=} ;;
	esac
}

cluster_folders() {
	local user program
	chmod 755 "$dir"
	mkdir -p "$dir"/{etc,log,run,state,spool,dev,home}
	for user in "${CLUSTER_USERS[@]}"; do
		install -d -o "$user" -m 755 "$dir/home/$user"
	done
	for program in resume suspend; do
		printf '#!/bin/sh\nexec "%s/boa-local-%s" --conf="%s" "$@"\n' \
			"$CLUSTER_HERE" "$program" "$dir/etc/slurm.conf" \
			>"$dir/etc/$program"
		chmod 755 "$dir/etc/$program"
	done
}

# The node and partition lines, gres.conf and the devices, from nodes. A node
# has its CPUs and memory from slurm.conf (config_overrides), its GPUs from
# character devices, each /dev/null by another name.
cluster_nodes() {
	local spec type count gpus cpus mem i next=$((port + 1)) default=YES
	local addr names
	cluster_address
	for spec in "${nodes[@]}"; do
		[[ $spec =~ ^[a-z][a-z0-9]*(:[1-9][0-9]*){2,4}$ ]] ||
			{ cluster_fail "--nodes=$spec: expected TYPE:NODES:GPUS" || return; }
		IFS=: read -r type count gpus cpus mem <<<"$spec"
		names="$type-[1-$count]"
		lines+=("NodeName=$names NodeHostName=$(hostname) NodeAddr=$addr \\
	Port=[$next-$((next + count - 1))] Gres=gpu:$type:$gpus State=CLOUD \\
	CPUs=${cpus:-$((2 * gpus))} RealMemory=${mem:-$((2000 * gpus))}"
			"PartitionName=$type Nodes=$names Default=$default MaxTime=INFINITE State=UP")
		for ((i = 0; i < gpus; i++)); do
			mknod "$dir/dev/$type-$i" c 1 3 || return
			echo "NodeName=$names Name=gpu Type=$type File=$dir/dev/$type-$i"
		done >>"$dir/etc/gres.conf"
		next=$((next + count))
		default=NO
	done
	cluster_ports_free "$port" "$((next - 1))"
}

# Sets addr. Where the host's name is a loopback address, as it is on Debian,
# daemons listen only there; else they listen everywhere (munge guards them)
# and are addressed by 127.0.0.1.
cluster_address() {
	addr=$(getent ahostsv4 "$(hostname)" | awk '{ print $1; exit }')
	if [[ $addr == 127.* ]]; then
		conf[CommunicationParameters]=NoCtldInAddrAny,NoInAddrAny
	else
		addr=127.0.0.1
	fi
	conf[SlurmctldHost]="$(hostname)($addr)"
	conf[SlurmctldPort]=$port
}

# cluster_ports_free FIRST LAST: fails and names a port on which someone listens.
cluster_ports_free() {
	local taken
	taken=$(awk -v first="$1" -v last="$2" '
		function hex(s,    i, n) {
			for (i = 1; i <= length(s); i++)
				n = 16 * n + index("123456789ABCDEF", substr(s, i, 1))
			return n
		}
		$4 == "0A" {
			port = hex(substr($2, index($2, ":") + 1))
			if (port >= first && port <= last) { print port; exit }
		}' /proc/net/tcp /proc/net/tcp6)
	[[ ! $taken ]] || cluster_fail "port $taken is taken"
}

# Slurm's own plugin folder (BOA_SLURM_PLUGIN_DIR, if not where Debian has it)
# and a copy of what was asked for beside it: Slurm's commands refuse a PluginDir
# that their user cannot read, as is a checkout under /root.
cluster_plugin_path() {
	local own=${BOA_SLURM_PLUGIN_DIR-} copy=$dir/plugins extra
	((${#plugin_dirs[@]})) || return 0
	if [[ ! $own ]]; then
		own=$(dirname "$(compgen -G '/usr/lib/*/slurm*/auth_munge.so' | head -n 1)")
	fi
	[[ -e $own/auth_munge.so ]] ||
		{ cluster_fail "${own:-plugins}: no auth_munge.so" || return; }
	mkdir -p "$copy" || return
	for extra in "${plugin_dirs[@]}"; do
		install -m 755 "$extra"/*.so "$copy" ||
			{ cluster_fail "$extra: no plugins" || return; }
	done
	conf[PluginDir]=$own:$copy
}

cluster_write() {
	local key
	for key in "${!conf[@]}"; do
		echo "$key=${conf[$key]}"
	done | sort >"$dir/etc/slurm.conf"
	printf '%s\n' "${lines[@]}" >>"$dir/etc/slurm.conf"
	printf '%s\n' "RunDir=$dir/run" "ProviderLog=$dir/provider.log" \
		>"$dir/etc/local.conf"
	# This plugin does nothing of itself, while the one for cgroup v2 moves
	# slurmd into a scope of systemd and fails without systemd.
	echo CgroupPlugin=cgroup/v1 >"$dir/etc/cgroup.conf"
	: >"$dir/provider.log"
	(umask 077 && head -c 128 /dev/urandom >"$dir/etc/munge.key")
}
