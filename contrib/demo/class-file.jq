# SPDX-License-Identifier: GPL-3.0-or-later
#
# class-file.jq - the class file of the demo from mix.json: arrivals times
# $rate, everything $compress times faster, start-up and rescale as measured.

. as $mix | {
	note: ($mix.source + "; \($compress) times faster, \($rate) of its arrivals"),
	gpu_types: [{ name: .gpu_type, price: 1, gpus_per_node }],
	classes: [.classes[] | {
		name,
		arrival_rate_per_hour: (.arrivals_per_hour * $rate * $compress),
		startup_s: $startup,
		rescale_s: $rescale,
		epochs: [.epochs[] | {
			work_s: (.work_s / $compress),
			speedup: { ($mix.gpu_type): [$mix.widths, .rate] | transpose }
		}]
	}]
}
