#!/usr/bin/env bats
# The command boa-widths on small problems solved by hand.

bats_require_minimum_version 1.5.0
bin="${BOA_BIN:?set to the build folder}/boa-widths"

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	# 1 GPU: 3600 s for 1 GPU-hour; 2: 2400 s for 4/3 GPU-hours.
	cat >two.json <<-'EOF'
	{"classes": [{"name": "a", "arrival_rate_per_hour": 1, "epochs": [
	  {"work_s": 3600, "speedup": {"t4": [[1, 1], [2, 1.5]]}}]}]}
	EOF
	cat >boa.conf <<-EOF
	Budget=5USD/hour
	ClassFile=$PWD/two.json
	GpuType=t4 Price=4 GpusPerNode=4 Partition=t4
	EOF
}

# widths ARGS...: boa-widths, its two outputs apart
widths() { "$bin" "$@" 2>err; }

@test "--help and --version say what the program is" {
	run --separate-stderr "$bin" --help
	[ "$status" -eq 0 ]
	[[ "$output" == Usage:* ]]
	run --separate-stderr "$bin" --version
	[ "$status" -eq 0 ]
	[[ "$output" == "boa-widths ("* ]]
}

@test "a budget between two widths: text with plans, shares and widths" {
	run widths --classes two.json --budget 1.25
	[ "$status" -eq 0 ]
	[[ "$output" =~ objective\ +2700.000000 ]]
	[[ "$output" =~ a\ +0.750000\ +t4\ +2400.000\ +1.333333\ +0.000\ +2 ]]
	[[ "$output" =~ a\ +0.250000\ +t4\ +3600.000\ +1.000000\ +0.000\ +1 ]]
}

@test "--json prints the table's own document" {
	widths --classes two.json --budget 1.25 --json >out.json
	widths --classes two.json --budget 1.25 -o file.json
	# all but the time of making
	[ "$(grep -vE "generated_at|table_crc32" out.json)" = "$(grep -vE "generated_at|table_crc32" file.json)" ]
	grep -q '"generation": 1' out.json
	grep -q '"share": 0.75' out.json
}

@test "with -o nothing is printed" {
	run widths --classes two.json --budget 1.25 -o t.json
	[ "$status" -eq 0 ]
	[ -z "$output" ]
}

@test "generations count on from the old table" {
	for want in 1 2 3; do
		widths --classes two.json --budget 1.25 -o t.json
		grep -q "\"generation\": ${want}[,}]" t.json
	done
	# nothing to say once there is an old table
	[ ! -s err ]
}

@test "a missing or broken old table starts a new count and is noted" {
	widths --classes two.json --budget 1.25 -o t.json
	grep -q "t.json: no old table" err
	echo rubbish >t.json
	widths --classes two.json --budget 1.25 -o t.json
	grep -q "^boa-widths: t.json" err
	grep -q '"generation": 1[,}]' t.json
}

@test "--generation-above lifts the count" {
	widths --classes two.json --budget 1.25 -o t.json --generation-above 41
	grep -q '"generation": 42[,}]' t.json
}

@test "an infeasible budget: 3, and the least that will do" {
	run widths --classes two.json --budget 0.9
	[ "$status" -eq 3 ]
	grep -q "least that will do: 1$" err
	[ -z "$output" ]
}

@test "an infeasible budget leaves the old table" {
	widths --classes two.json --budget 1.25 -o t.json
	cp t.json before.json
	run widths --classes two.json --budget 0.9 -o t.json
	[ "$status" -eq 3 ]
	cmp t.json before.json
}

@test "bad usage is 2 and says what was wanted" {
	for args in "" "--classes two.json" "--budget 3" "--nonsense" \
		"--classes two.json --budget 1 extra" \
		"--classes two.json --budget 1 --type-change-time 3" \
		"--classes two.json --budget 1 --generation-above -1"; do
		# shellcheck disable=SC2086
		run widths $args
		[ "$status" -eq 2 ]
		[ -s err ]
	done
}

@test "bad input is 1 with its place" {
	run widths --classes missing.json --budget 1
	[ "$status" -eq 1 ]
	grep -q "^boa-widths: missing.json" err
	echo '{"classes": [{"name": "a", "arrival_rate_per_hour": -1, "epochs": [
	  {"work_s": 1, "speedup": {"t4": [[1, 1]]}}]}]}' >neg.json
	run widths --classes neg.json --budget 1
	[ "$status" -eq 1 ]
	grep -q 'classes\[0\].arrival_rate_per_hour' err
	run widths --classes two.json --budget 3apples
	[ "$status" -eq 1 ]
	grep -q -- "--budget" err
}

@test "boa.conf gives prices, classes and the budget" {
	widths --conf boa.conf --json >out.json
	# 5 USD at 4 USD per GPU-hour: as 1.25 GPU-hours
	grep -q '"unit": "USD/h"' out.json
	grep -q '"share": 0.75' out.json
}

@test "a budget in GPU-hours takes every price as 1" {
	widths --conf boa.conf --budget 1.25GPU-h/h --json >out.json
	grep -q '"unit": "GPU-h/h"' out.json
	grep -q '"share": 0.75' out.json
}

@test "the checksum is that of the class file's bytes" {
	command -v gzip >/dev/null || skip "no gzip"
	# gzip ends with the CRC-32 and the length, both little-endian
	want=$(gzip -c two.json | tail -c 8 | head -c 4 | od -An -tx4 |
		tr -d ' ')
	widths --classes two.json --budget 1.25 --json >out.json
	grep -q "\"inputs_crc32\": \"$want\"" out.json
}

@test "a full disk is 1 and leaves the old table" {
	[ -w /dev/full ] || skip "no /dev/full"
	run bash -c "'$bin' --classes two.json --budget 1.25 >/dev/full"
	[ "$status" -eq 1 ]
	widths --classes two.json --budget 1.25 -o t.json
	cp t.json before.json
	# no room for a single byte more
	run bash -c "ulimit -f 0; trap '' XFSZ; '$bin' --classes two.json --budget 1.3 -o t.json"
	[ "$status" -eq 1 ]
	cmp t.json before.json
	[ "$(ls)" = "$(printf '%s\n' before.json boa.conf err t.json two.json)" ]
}

@test "a closed pipe is 1, not a signal" {
	run bash -c "set -o pipefail; { sleep 0.2; '$bin' --classes two.json --budget 1.25; echo \$? >code; } | true"
	[ "$(cat code)" -eq 1 ]
}

@test "a folder or a FIFO is no place for a table, nor a class file" {
	mkdir folder
	run widths --classes two.json --budget 1.25 -o folder
	[ "$status" -eq 1 ]
	mkfifo pipe
	run timeout 5 "$bin" --classes pipe --budget 1
	[ "$status" -eq 1 ]
}

@test "--frontier: every breakpoint, cheapest first" {
	widths --classes two.json --frontier --csv >out.csv
	[ "$(sed -n 1p out.csv)" = "budget,objective_s,mean_jct_s,shadow_price,no_rescale_bound_s,class,share,gpu_type,widths" ]
	[ "$(wc -l <out.csv)" -eq 3 ]
	awk -F, 'NR == 2 { exit !($1 == 1 && $2 == 3600 && $4 > 3599.99 && $4 < 3600.01 &&
		$6 == "a" && $8 == "t4" && $9 == 2) }' out.csv
	awk -F, 'NR == 3 { exit !($1 > 1.3333 && $1 < 1.3334 && $2 == 2400 && $4 == 0 && $6 == "") }' out.csv
}

@test "--frontier --points 3 --json: budgets evenly spaced, with plans" {
	widths --classes two.json --frontier --points 3 --json >out.json
	[ "$(grep -c '"budget"' out.json)" -eq 3 ]
	# in the middle half the jobs have moved
	grep -q '"share": 0.5' out.json
	widths --classes two.json --frontier --points 3 --json -o file.json
	cmp out.json file.json
}

@test "--frontier --plot draws an SVG with the budget in it" {
	command -v gnuplot >/dev/null || skip "no gnuplot"
	widths --classes two.json --frontier --budget 1.25 --plot f.svg
	grep -q '<svg' f.svg
	grep -q 'budget' f.svg
	grep -q 'no-rescale bound' f.svg
}

@test "without gnuplot --plot is 1 and writes nothing" {
	run env PATH=/nowhere "$bin" --classes two.json --frontier --plot f.svg
	[ "$status" -eq 1 ]
	[ ! -e f.svg ]
}

@test "options of the frontier need --frontier" {
	for args in "--points 3" "--csv" "--plot f.svg" "--frontier --points 1" "--frontier --csv --json"; do
		# shellcheck disable=SC2086
		run widths --classes two.json --budget 2 $args
		[ "$status" -eq 2 ]
	done
}

@test "--at-least takes the least feasible budget for one below it" {
	run widths --classes two.json --budget 0.5 --at-least
	[ "$status" -eq 0 ]
	[[ "$output" =~ spend\ +1.000000 ]]
	[[ "$output" =~ a\ +1.000000\ +t4\ +3600.000\ +1.000000\ +0.000\ +1 ]]
	grep -q 'below the least' err
}

@test "--verify: a table as it was made is what it says" {
	widths --classes two.json --budget 1.25 -o t.json
	run widths --classes two.json --verify t.json
	[ "$status" -eq 0 ]
	[[ "$output" == "t.json: verified"* ]]
	# GPU-hours: prices do not count
	widths --conf boa.conf --budget 1.25GPU-h/h -o g.json
	run widths --conf boa.conf --verify g.json
	[ "$status" -eq 0 ]
}

@test "--verify: other class files are found out" {
	widths --classes two.json --budget 1.25 -o t.json
	sed 's/1.5\]/1.6]/' two.json >other.json
	run widths --classes other.json --verify t.json
	[ "$status" -eq 1 ]
	grep -q '^boa-widths: t.json: inputs_crc32 is' err
}

@test "--verify: what no figure contradicts is found by the checksum" {
	widths --classes two.json --budget 100 -o t.json
	for change in 's/"generation": 1/"generation": 2/' 's/"budget": 100/"budget": 101/'; do
		sed "$change" t.json >changed.json
		run widths --classes two.json --verify changed.json
		[ "$status" -eq 1 ]
		grep -q 'table_crc32' err
	done
	# a table without one is judged by its figures alone
	grep -v table_crc32 t.json >bare.json
	widths --classes two.json --verify bare.json
}

@test "--verify: each single number changed is found out, with its place" {
	data="${BOA_DATA:-/nonexistent}/problems"
	[ -r "$data/hetero-full.json" ] && cp "$data/hetero-full.json" two.json
	budget=1.25
	[ -r "$data/hetero-full.json" ] && budget=135
	widths --classes two.json --budget "$budget" -o t.json
	# every number one after another, up by a millionth; whole ones by 1
	awk '{ print }' t.json >whole
	n=1
	total=$(tail -n +"$n" whole | grep -oE '[-]?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?' | wc -l)
	[ "$total" -gt 10 ]
	step=$(((total + 59) / 60))
	for ((at = 1; at <= total; at += step)); do
		awk -v first="$n" -v at="$at" '
		NR < first { print; next }
		{
			out = ""
			rest = $0
			while (match(rest, /"[^"]*"|-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?/)) {
				word = substr(rest, RSTART, RLENGTH)
				out = out substr(rest, 1, RSTART - 1)
				rest = substr(rest, RSTART + RLENGTH)
				if (word !~ /^"/ && ++seen == at)
					word = word ~ /^[0-9]+$/ ? word + 1 : sprintf("%.17g", word * 1.000001 + 1e-4)
				out = out word
			}
			print out rest
		}' whole >changed.json
		if cmp -s whole changed.json; then continue; fi
		run widths --classes two.json --verify changed.json
		if [ "$status" -ne 1 ]; then
			diff whole changed.json
			return 1
		fi
	done
}

# with_accounts: a class file of two types and two accounts
with_accounts() {
	cat >types.json <<-'EOF'
	{"gpu_types": [{"name": "t4", "gpus_per_node": 4}, {"name": "a100", "price": 4, "gpus_per_node": 8}],
	 "classes": [{"name": "a", "arrival_rate_per_hour": 1, "accounts": {"vision": 0.75, "text": 0.25},
	  "epochs": [{"work_s": 3600, "speedup": {"t4": [[1, 1]], "a100": [[1, 3.6]]}}]}]}
	EOF
}

@test "--cap, --account and --max-jct: what binds is named with its price" {
	with_accounts
	run widths --classes types.json --budget 5 --cap a100=0.2 --account vision=0.8 --max-jct a=3000
	[ "$status" -eq 0 ]
	[[ "$output" =~ account\ +vision\ +0.800000\ +0.800000\ +[0-9.]+\ +binds ]]
	[[ "$output" =~ gpu_type\ +a100\ +0.200000\ +0.166667\ +0.000000 ]]
	[[ "$output" =~ jct\ +a\ +3000.000000\ +2040.000000\ +0.000000 ]]
	widths --classes types.json --budget 5 --cap a100=0.2 --account vision=0.8 -o t.json
	grep -q '"kind": "account", "name": "vision"' t.json
	widths --classes types.json --verify t.json
	sed 's/"limit": 0.8[0-9]*/"limit": 0.9/' t.json >changed.json
	run widths --classes types.json --verify changed.json
	[ "$status" -eq 1 ]
}

@test "Account lines of boa.conf are limits of their own" {
	with_accounts
	cat >acct.conf <<-EOF
	Budget=2
	ClassFile=$PWD/types.json
	GpuType=t4 Price=1 GpusPerNode=4
	GpuType=a100 Price=4 GpusPerNode=8 MaxNodes=1
	Account=vision Share=0.4
	EOF
	run widths --conf acct.conf
	[ "$status" -eq 0 ]
	[[ "$output" =~ account\ +vision\ +0.800000\ +0.800000 ]]
	# a figure on the command line takes the place of the file's
	run widths --conf acct.conf --account vision=0.9
	[ "$status" -eq 0 ]
	[[ "$output" =~ account\ +vision\ +0.900000 ]]
	[[ ! "$output" =~ 0.800000\ +0.800000 ]]
	run widths --conf acct.conf --quota-share 0.01
	[ "$status" -eq 0 ]
	# 1 node of 8 GPUs, a hundredth of it
	[[ "$output" =~ gpu_type\ +a100\ +0.080000\ +0.080000\ +[0-9.]+\ +binds ]]
}

@test "limits that cannot be kept: 3 and the smallest conflict in words" {
	with_accounts
	run widths --classes types.json --budget 5 --cap a100=0.1 --cap t4=10 --max-jct a=1500
	[ "$status" -eq 3 ]
	grep -q 'the cap of 0.1 GPUs of a100 and the ceiling of 1500 s on a cannot be kept' err
	run widths --classes types.json --budget 5 --max-jct a=999
	[ "$status" -eq 3 ]
	grep -q 'boa-widths: the ceiling of 999 s on a cannot be kept' err
}

@test "limits on what does not exist are refused" {
	with_accounts
	for args in "--cap h100=3" "--cap t4" "--cap t4=0" "--cap t4=x" "--account art=3" "--max-jct b=3"; do
		# shellcheck disable=SC2086
		run widths --classes types.json --budget 5 $args
		[ "$status" -eq 1 ]
		grep -q "expected" err
	done
}

@test "--unmixed: one plan per class, the mix as lower bound" {
	run widths --classes two.json --budget 1.25 --unmixed
	[ "$status" -eq 0 ]
	[[ "$output" =~ objective\ +3600.000000 ]]
	[[ "$output" =~ lower\ bound\ +2700.000000 ]]
	[ ! -s err ]
	[[ "$output" =~ a\ +1.000000\ +t4\ +3600.000 ]]
	widths --classes two.json --budget 1.25 --unmixed -o t.json
	widths --classes two.json --verify t.json
}

@test "--hysteresis keeps the old widths for a small gain, not for a large one" {
	rates() {
		echo '{"classes": [{"name": "a", "arrival_rate_per_hour": 1, "epochs": [
		  {"work_s": 3600, "speedup": {"t4": [[1, 1], [2, '"$1"'], [4, '"$2"']]}}]}]}' >two.json
	}
	rates 1.5 1.506
	widths --classes two.json --budget 10 -o t.json
	rates 1.506 1.5
	widths --classes two.json --budget 10 -o t.json --hysteresis 0.01
	[ "$(grep -o '"widths": \[[0-9]*\]' t.json | head -n 1)" = '"widths": [4]' ]
	widths --classes two.json --verify t.json
	widths --classes two.json --budget 10 -o t.json --hysteresis 0.001
	[ "$(grep -o '"widths": \[[0-9]*\]' t.json | head -n 1)" = '"widths": [2]' ]
	run widths --classes two.json --budget 10 --hysteresis 0.1
	[ "$status" -eq 2 ]
}

@test "import scaling: curves relative to the fewest GPUs of the first type" {
	printf '%s\n' 'model,hardware,gpus,throughput,unit' \
		'bert,"T4, 4/node",2,20,x' 'bert,"T4, 4/node",1,10,x' 'bert,A100,1,50,x' \
		'bert,A100,1,40,x' '' 'ncf,A100,8,7,x' >s.csv
	widths import scaling s.csv --rate 2 --work 100 -o c.json
	grep -q '"T4-4-node": \[\[1, 1\], \[2, 2\]\]' c.json
	grep -q '"A100": \[\[1, 5\]\]' c.json
	run widths --classes c.json --budget 100
	[ "$status" -eq 0 ]
	[[ "$output" =~ bert\ +1.000000\ +A100\ +20.000 ]]
}

@test "import pollux and rubick: the best of each width" {
	mkdir bert
	# 1 GPU: 10/1 and 30/2 samples/s; 3 GPUs on two nodes: 3 * 30 / 2
	printf '%s\r\n' 'placement,local_bsz,step_time,sync_time' '1,10,1,0' '1,30,2,0' '12,30,2,0' >bert/p.csv
	widths import pollux bert/p.csv --gpu-type t4 >c.json
	grep -q '"name": "bert"' c.json
	grep -q '"t4": \[\[1, 1\], \[3, 3\]\]' c.json
	printf '%s\n' 'exec_plan,placement,iter_time' 'ga,1,2' 'dp,1,4' 'ga,22,0.5' >r.csv
	widths import rubick gpt=r.csv >c.json
	grep -q '"name": "gpt"' c.json
	grep -q '"gpu": \[\[1, 1\], \[4, 4\]\]' c.json
}

@test "import gavel: what runs alone, by type and GPUs" {
	cat >g.json <<-'EOF'
	{"v100": {"('ResNet-18 (batch size 16)', 1)": {"null": 10, "('A3C', 1)": [1, 2]},
	          "('ResNet-18 (batch size 16)', 4)": {"null": 30.0}},
	 "k80": {"('ResNet-18 (batch size 16)', 1)": {"null": 2}, "('A3C', 1)": {"null": 0.0}}}
	EOF
	widths import gavel g.json >c.json
	grep -q '"name": "ResNet-18-batch-size-16"' c.json
	grep -q '"v100": \[\[1, 1\], \[4, 3\]\]' c.json
	! grep -q A3C c.json
}

@test "import: what is wrong is named with its line" {
	printf '%s\n' 'model,hardware,gpus,throughput' 'a,b,1,nan' >s.csv
	run widths import scaling s.csv
	[ "$status" -eq 1 ]
	grep -q '^boa-widths: s.csv:2: throughput is "nan", expected a number above 0' err
	printf '%s\n' 'model,hardware,gpus' 'a,b,1' >s.csv
	run widths import scaling s.csv
	grep -q 's.csv:1: no column is called throughput' err
	printf '%s\n' 'placement,iter_time' 'x,1' >r.csv
	run widths import rubick r.csv
	[ "$status" -eq 1 ]
	grep -q 'r.csv:2: placement is "x"' err
	printf '%s\n' 'placement,iter_time' '"1,1' >r.csv
	run widths import rubick r.csv
	grep -q 'r.csv:2: a quote that is not closed' err
	run widths import wrong r.csv
	[ "$status" -eq 2 ]
	run widths import scaling
	[ "$status" -eq 2 ]
}

@test "the public scaling curves are classes that solve and verify" {
	csv="${BOA_DATA:-/nonexistent}/profiles/public-scaling.csv"
	[ -r "$csv" ] || skip "the public curves are not at hand"
	widths import scaling "$csv" -o c.json
	[ "$(grep -c '"arrival_rate_per_hour"' c.json)" -eq 48 ]
	widths --classes c.json --frontier --points 5 --csv >f.csv
	for budget in $(tail -n +2 f.csv | cut -d, -f1); do
		widths --classes c.json --budget "$budget" -o t.json
		widths --classes c.json --verify t.json
		widths --classes c.json --budget "$budget" --unmixed -o u.json
		widths --classes c.json --verify u.json
	done
}
