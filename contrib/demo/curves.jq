# SPDX-License-Identifier: GPL-3.0-or-later
#
# curves.jq - the speed of each class as train.sh reads it, from a class file:
# lines CLASS EPOCH WORK_US GPUS MILLIRATE, where work is in microseconds at
# rate 1.

.gpu_types[0].name as $type | .classes[] | .name as $class |
	.epochs | to_entries[] | .key as $epoch | .value |
	(.work_s * 1e6 | round) as $work_us | .speedup[$type][] |
	"\($class) \($epoch + 1) \($work_us) \(.[0]) \(.[1] * 1000 | round)"
