# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# side.sh - one side of the demo: a private cluster that gets the stream of
# jobs. Functions of a side work on the current one, chosen by side_use; its
# folder is CLUSTER_DIR, with these beside what cluster.sh keeps there:
#
#   bin/         boactl and train.sh, where any user can read them
#   curves       what train.sh knows of speed (curves.jq)
#   jobs         a line per submitted job: ID SECONDS CLASS, unix time
#   status/      StatusDir of BOA
#   home/nobody  checkpoints and logs of the jobs (train.sh)

NODES=16
GPUS_PER_NODE=4

# side_use NAME: make it the current side.
side_use() {
	# shellcheck disable=SC2034 # for demo.sh
	SIDE=$1
	export CLUSTER_DIR=$DEMO_DIR/$1
}

# side_init NAME OPTION...: a cluster with the nodes of the demo on ports that
# are free, not started. Records of jobs are kept to the end of the demo.
side_init() {
	local port name=$1
	shift
	for ((port = 17000; port < 20000; port += 100)); do
		cluster_ports_free "$port" "$((port + NODES))" 2>/dev/null && break
	done
	cluster_init "$DEMO_DIR/$name" --port="$port" --nodes="t4:$NODES:$GPUS_PER_NODE" \
		--conf=MinJobAge=86400 --conf=SuspendTimeout=3 "$@" || return
	side_use "$name"
	# A machine that is given up is not asked nicely: seconds are minutes here.
	sed -i 's/^exec .*boa-local-suspend"/& --now/' "$CLUSTER_DIR/etc/suspend"
	mkdir -p "$CLUSTER_DIR/bin" && : >"$CLUSTER_DIR/jobs" &&
		install -m 644 "$DEMO_HERE/train.sh" "$CLUSTER_DIR/bin/"
	cluster_guard $$
}

# side_boa NAME CLASSES BUDGET BOOT_S: a side under BOA, up and with a width
# table in use.
side_boa() {
	local class
	cat >"$DEMO_DIR/boa.conf" <<-EOF
	Budget=${3}GPU-h/h
	ClassFile=$DEMO_DIR/$1/etc/classes.json
	StatusDir=$DEMO_DIR/$1/status
	ProviderLog=$DEMO_DIR/$1/provider.log
	PollInterval=$POLL_S
	Solver=$DEMO_LOCAL/bin/boa-widths
	GpuType=t4 Price=1 GpusPerNode=$GPUS_PER_NODE Partition=t4 MaxNodes=$NODES BootTime=$4
	EOF
	side_init "$1" --scheduler=sched/boa --job-submit=boa --plugin-dir="$DEMO_LOCAL/lib/slurm" \
		--boa-conf="$DEMO_DIR/boa.conf" || return
	mkdir "$CLUSTER_DIR/status" && cp "$2" "$CLUSTER_DIR/etc/classes.json" &&
		install -m 755 "$DEMO_LOCAL/bin/boactl" "$CLUSTER_DIR/bin/" &&
		jq -r -f "$DEMO_HERE/curves.jq" "$2" >"$CLUSTER_DIR/curves" &&
		cluster_start || return
	class=$(jq -r '.classes[0].name' "$2")
	cluster_wait 20 side_sizes "$class" ||
		demo_fail "there is no width table, see $CLUSTER_DIR/log/slurmctld.log"
}

# True once jobs of CLASS get a size.
side_sizes() {
	[[ -s $CLUSTER_DIR/status/status.json && -s $CLUSTER_DIR/status/widths.json && $(cluster_as_user nobody sbatch --test-only \
		--comment="class:$1" "$CLUSTER_DIR/bin/train.sh" "$1" 2>&1) == *'in epoch 1'* ]]
}

# side_stock NAME CLASSES IDLE_S: a side under Slurm as it comes, up. Its
# rounds are as short as they can be.
side_stock() {
	side_init "$1" --scheduler=sched/backfill --conf=SuspendTime="$3" \
		--conf=PrologSlurmctld="$DEMO_DIR/$1/etc/prolog" \
		--conf=SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1 || return
	printf '#!/bin/sh\nexport PATH="%s" SLURM_CONF="%s"\nexec bash "%s"\n' \
		"$PATH" "$CLUSTER_DIR/etc/slurm.conf" "$DEMO_HERE/await-nodes.sh" >"$CLUSTER_DIR/etc/prolog"
	chmod 755 "$CLUSTER_DIR/etc/prolog"
	jq -r -f "$DEMO_HERE/curves.jq" "$2" >"$CLUSTER_DIR/curves" && cluster_start
}

# side_submit CLASS [GPUS]: a job as the user nobody, of the size BOA gives it
# or of GPUS GPUs, alike on as few nodes as hold them.
side_submit() {
	local class=$1 size=() nodes id
	if [[ ${2-} ]]; then
		nodes=$((($2 + GPUS_PER_NODE - 1) / GPUS_PER_NODE))
		size=(--nodes="$nodes" --ntasks-per-node=1 --gres="gpu:t4:$(($2 / nodes))")
	fi
	local now=${EPOCHREALTIME/,/.}
	id=$(DEMO_CURVES=$CLUSTER_DIR/curves PATH=$CLUSTER_DIR/bin:$PATH \
		cluster_as_user nobody sbatch --parsable --output=%j.out --comment="class:$class" \
		"${size[@]}" "$CLUSTER_DIR/bin/train.sh" "$class" 2>>"$CLUSTER_DIR/log/sbatch") ||
		demo_fail "sbatch: $(tail -n 1 "$CLUSTER_DIR/log/sbatch")" || return
	echo "$id $now $class" >>"$CLUSTER_DIR/jobs"
}

# Jobs that are not over yet.
side_alive() {
	cluster_run squeue --noheader --format=%i | wc -l
}

# Machines that are billed at this moment, by the provider.
side_rented() {
	local up=("$CLUSTER_DIR"/run/*/up)
	[[ -e ${up[0]} ]] || up=()
	echo "${#up[@]}"
}

# Machines that Slurm does not hold for powered down.
side_powered() {
	cluster_run sinfo --noheader --Node --format=%t | grep -vc '~$'
}

side_is_empty() {
	(($(side_rented) == 0 && $(side_powered) == 0))
}

# side_bill KEY: of boa-local-bill.
side_bill() {
	"$DEMO_HERE/../local/boa-local-bill" --json --gpus-per-node="$GPUS_PER_NODE" \
		"$CLUSTER_DIR/provider.log" | jq ".$1"
}
