# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# boa.bash - a private cluster with both plugins; on top of live.bash:
#
#   load live
#   load boa
#   setup_file() { boa_start --nodes=t4:4:4; }
#
# Nodes are given back by BOA alone: Slurm's own SuspendTime is far away.

# The classes. Where a width is no faster than a narrower one, or is faster
# than in proportion, the plan is known without solving anything:
#
#   wide   2 GPUs of t4, then 8, then 2
#   fast   8 GPUs of a100; on t4 4
#   small  1 GPU of t4
#   whole  8 GPUs of t4
#   mix    36 jobs/h of 100 s: all on 1 GPU spend 1 GPU-h/h, all on 4 (twice as
#          fast) spend 2. All other classes together spend less than 0.001, so
#          that a budget of 1.5 is half of the jobs each
boa_classes() {
	cat <<'EOF'
{ "classes": [
  { "name": "wide", "arrival_rate_per_hour": 0.001, "rescale_s": 1, "startup_s": 1, "epochs": [
    { "work_s": 100, "speedup": { "t4": [[2, 1], [8, 1]] } },
    { "work_s": 100, "speedup": { "t4": [[2, 1], [8, 10]] } },
    { "work_s": 100, "speedup": { "t4": [[2, 1], [8, 1]] } } ] },
  { "name": "fast", "arrival_rate_per_hour": 0.001, "epochs": [
    { "work_s": 100, "speedup": { "t4": [[4, 1]], "a100": [[8, 100]] } } ] },
  { "name": "small", "arrival_rate_per_hour": 0.001, "epochs": [
    { "work_s": 10, "speedup": { "t4": [[1, 1]] } } ] },
  { "name": "whole", "arrival_rate_per_hour": 0.001, "epochs": [
    { "work_s": 10, "speedup": { "t4": [[8, 1]] } } ] },
  { "name": "mix", "arrival_rate_per_hour": 36, "epochs": [
    { "work_s": 100, "speedup": { "t4": [[1, 1], [4, 2]] } } ] } ] }
EOF
}

# boa_conf [LINE]...: boa.conf, a LINE KEY=VALUE in place of or beside the
# lines here.
boa_conf() {
	local line
	local -A conf=(
		[Budget]=1.5
		[ClassFile]=$CLUSTER_DIR/etc/classes.json
		[Solver]=$BOA_BIN/boa-widths
		[StatusDir]=$CLUSTER_DIR/run/boa
		[ProviderLog]=$CLUSTER_DIR/provider.log
		[PollInterval]=0.1
	)
	for line; do
		conf[${line%%=*}]=${line#*=}
	done
	for line in "${!conf[@]}"; do
		echo "$line=${conf[$line]}"
	done
	echo "GpuType=t4 Price=1 GpusPerNode=4 Partition=t4 BootTime=5"
	echo "GpuType=a100 Price=3 GpusPerNode=8 Partition=a100 BootTime=5"
}

# boa_init [OPTION]...: the cluster, not started; options of cluster.sh.
boa_init() {
	BOA_BIN=${BOA_BIN:?set to the build folder}
	live_init --scheduler=sched/boa --job-submit=boa \
		--plugin-dir="$BOA_BIN/plugin/.libs" \
		--conf=SuspendTime=3600 --conf=SuspendTimeout=2 "$@" || return
	mkdir -p "$CLUSTER_DIR/bin"
	# Users may not get at the build folder.
	cp "$BOA_BIN/boactl" "$BOA_SRC/tests/slurm/train.sh" "$CLUSTER_DIR/bin"
	boa_classes >"$CLUSTER_DIR/etc/classes.json"
	boa_conf >"$CLUSTER_DIR/etc/boa.conf"
}

# boa_start [OPTION]...: the cluster, up, with a width table.
boa_start() {
	boa_init "$@" && cluster_start && boa_wait_table 1
}

boa_table() {
	echo "$CLUSTER_DIR/state/boa/widths.json"
}

# boa_wait_table GENERATION: until the table in use is of that or a later one,
# and job_submit/boa, which looks every second, has read it too.
boa_wait_table() {
	cluster_wait 20 boa_table_is "$1" && sleep 1.2
}

boa_table_is() {
	jq -e ".generation >= $1" "$(boa_table)"
}

# boa_log_has TEXT [N]: slurmctld's log has N lines [any] with it.
boa_log_has() {
	local n
	n=$(grep -cF -e "$1" "$CLUSTER_DIR/log/slurmctld.log")
	if (($# > 1)); then ((n == $2)); else ((n > 0)); fi
}

# boa_train USER OPTION... -- ARGUMENT...: submit train.sh; prints the job's id.
boa_train() {
	local user=$1 options=()
	shift
	while (($#)) && [[ $1 != -- ]]; do
		options+=("$1")
		shift
	done
	shift || true
	live_submit "$user" --open-mode=append "${options[@]}" \
		"$CLUSTER_DIR/bin/train.sh" "$@" 2>/dev/null
}

# boa_go USER ID EPOCH: the gated job may end that epoch.
boa_go() {
	touch "$CLUSTER_DIR/home/$1/$2.go.$3"
}

# boa_says USER ID: what the job has logged.
boa_says() {
	cat "$CLUSTER_DIR/home/$1/$2.log"
}

# boa_said USER ID LINE: the job's log has LINE, a pattern of the shell.
boa_said() {
	local line
	while read -r line; do
		# shellcheck disable=SC2053 # a pattern
		[[ $line != $3 ]] || return 0
	done 2>/dev/null <"$CLUSTER_DIR/home/$1/$2.log"
	return 1
}

# boa_wait_said SECONDS USER ID LINE
boa_wait_said() {
	cluster_wait "$1" boa_said "${@:2}" || {
		echo "job $3 has not said \"$4\" after $1 s, but:"
		boa_says "$2" "$3"
		return 1
	}
}

# boa_record ID KEY: the value of KEY in the job's record.
boa_record() {
	cluster_run scontrol -o show job "$1" |
		grep -oP "SystemComment=boa=1 .*" | grep -oP "(?<= $2=)\S*" | head -n 1
}

# boa_record_is ID KEY VALUE
boa_record_is() {
	[[ $(boa_record "$1" "$2") == "$3" ]]
}

# boa_off: every node is off, and Slurm knows.
boa_off() {
	[[ $(cluster_run sinfo -h -o %t | sort -u) == 'idle~' ]]
}

# boa_cancel_all: no job is left, no node up.
boa_cancel_all() {
	cluster_run scancel --user=nobody --user=games 2>/dev/null
	cluster_run squeue -h -o %i | xargs -r env SLURM_CONF="$CLUSTER_DIR/etc/slurm.conf" scancel
	cluster_wait 20 boa_off
}

# boactl ARGUMENT...: on this cluster, as an ordinary user.
boactl() {
	cluster_as_user games "$CLUSTER_DIR/bin/boactl" "$@"
}

# boa_status FILTER: what jq makes of status.json; fails on false or null.
boa_status() {
	jq -e "$1" "$CLUSTER_DIR/run/boa/status.json"
}

# boa_books_agree: once no node is up, the ledger's total is within 1 % of the
# provider's bill, and its kinds add up to it.
boa_books_agree() {
	local last bill
	cluster_wait 20 boa_off
	last=$(tail -n 1 "$CLUSTER_DIR/provider.log" | cut -d' ' -f1)
	cluster_wait 20 boa_status ".ledger.now_s > $last and .rented_gpus == 0"
	bill=$(live_bill gpu_s --gpus-per-node=t4:4 --gpus-per-node=a100:8)
	echo "bill $bill, ledger $(boa_status .ledger.total.gpu_s)"
	boa_status ".ledger | (.total.gpu_s - $bill | fabs) < 0.01 * $bill" >/dev/null
	boa_status '.ledger | ([.by_kind[].gpu_s] | add) - .total.gpu_s | fabs < 1e-3' >/dev/null
	boa_status ".ledger | ([.cells[].by_kind[].gpu_s] | add) - .total.gpu_s | fabs < 1e-3" >/dev/null
}
