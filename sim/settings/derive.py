#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Derive the class files of the settings from published profile tables.

usage: derive.py DATA-FOLDER

DATA-FOLDER holds profiles/merged.json (per class and GPU type at most ten
epochs: work in seconds on one T4, or on the least GPUs of an A800, and the
rate by GPUs) and profiles/throughput-fit.json, computed from the public
profiles of the Sia (SOSP'23), Pollux (OSDI'21) and Rubick (MLSys'25)
artifacts. The simulator needs neither: it reads what this writes.
"""
import json
import os
import sys

NEWTRACE = ["cifar10", "deepspeech2", "bert", "yolov3", "imagenet", "ncf"]
# per hour over the 48 h of the newTrace mix; ncf does not occur in it
RATE = {"cifar10": 10.11, "deepspeech2": 4.72, "bert": 4.35, "yolov3": 0.75,
        "imagenet": 0.125, "ncf": 0.0}
# AWS on-demand and the ratios of the BOA paper, USD per GPU-hour
TYPES = [("t4", "T4", 1.088, 4), ("v100", "V100-32GB", 2.754, 8),
         ("a100", "A100-40GB", 3.40, 8)]


def number(x):
    return format(round(x, 5), ".10g")


def curve(rate):
    points = sorted((int(k), v) for k, v in rate.items())
    return "[" + ", ".join(f"[{k}, {number(v)}]" for k, v in points) + "]"


def write(path, note, types, classes):
    out = ['{"note": %s,' % json.dumps(note), '"gpu_types": [']
    out.append(",\n".join('{"name": "%s", "price": %s, "gpus_per_node": %d}'
                          % (n, p, g) for n, p, g in types) + "],")
    out.append('"classes": [')
    rows = []
    for c in classes:
        epochs = []
        for e in c["epochs"]:
            curves = ",\n  ".join('"%s": %s' % (t, curve(r))
                                  for t, r in e["rate"])
            epochs.append(' {"work_s": %s, "speedup": {\n  %s}}'
                          % (number(e["work"]), curves))
        rows.append('{"name": "%s", "note": "%s",\n'
                    '"arrival_rate_per_hour": %s, "startup_s": %s,'
                    ' "rescale_s": %s, "epochs": [\n%s]}'
                    % (c["name"], c["note"], number(c["rate"]), c["rescale"],
                       c["rescale"], ",\n".join(epochs)))
    out.append(",\n".join(rows) + "]}")
    with open(path, "w", encoding="ascii") as f:
        f.write("\n".join(out) + "\n")


def newtrace(profile, factor=None):
    classes = []
    for name in NEWTRACE:
        of = {h: profile[name, t] for h, t, _, _ in TYPES}
        epochs = []
        for j, e in enumerate(of["t4"]["epochs"]):
            rates = []
            for h in of:
                r = of[h]["epochs"][j]["rate"]
                if factor:
                    r = {k: v * factor(name, h, k) for k, v in r.items()}
                rates.append((h, r))
            epochs.append({"work": e["work"], "rate": rates})
        classes.append({"name": name, "note": of["t4"]["model"],
                        "rate": RATE[name], "rescale": of["t4"]["rescale_s"],
                        "epochs": epochs})
    return classes


def fit_factor(profile, fit):
    """Fitted over true speedup in the middle of training, by GPUs."""
    at = {}
    for name in NEWTRACE:
        for h, t, _, _ in TYPES:
            true = profile[name, t]["epochs"]
            true = true[len(true) // 2]["rate"]
            guess = fit.get((name, t), {}).get("predicted_speedup_mid", {})
            for k in true:
                known = true[k] / true["1"]
                at[name, h, k] = guess[k] / known if k in guess else 1.0
    return lambda name, h, k: at[name, h, k]


def main():
    data = sys.argv[1]
    here = os.path.dirname(os.path.abspath(__file__))
    with open(f"{data}/profiles/merged.json", encoding="utf8") as f:
        merged = json.load(f)["classes"]
    profile = {(c["class"], c["gpu_type"]): c for c in merged}
    with open(f"{data}/profiles/throughput-fit.json", encoding="utf8") as f:
        fit = {(c["class"], c["gpu_type"]): c for c in json.load(f)}
    types = [(h, p, g) for h, _, p, g in TYPES]
    source = ("Goodput by GPUs, relative to one T4, from the public profiles "
              "of the Sia artifact (SOSP'23); work in seconds on one T4 with "
              "that simulator's slowdown; rescale times of its setting; "
              "native epochs joined to at most ten. ")
    write(f"{here}/newtrace.classes.json", source, types, newtrace(profile))
    write(f"{here}/newtrace-fit.classes.json", source +
          "Rates as the seven-parameter throughput model of Pollux (OSDI'21) "
          "fitted to the profiles predicts them: the true rate times fitted "
          "over true speedup in the middle of training.",
          types, newtrace(profile, fit_factor(profile, fit)))
    rubick = [c for c in merged if c["class"].startswith("rubick_")]
    hours = 47550 / 3600
    write(f"{here}/rubick.classes.json",
          "Throughput of the best execution plan by GPUs on A800, relative to "
          "the least GPUs, from the profiles of the Rubick artifact "
          "(MLSys'25); work: mean steps of the 406 jobs of workload-base "
          "times the step time on the least GPUs; rescale time of its "
          "simulator.", [("a800", 1.0, 8)],
          [{"name": c["class"][7:], "note": c["model"],
            "rate": c["jobs_in_trace"] / hours, "rescale": 260,
            "epochs": [{"work": e["work"], "rate": [("a800", e["rate"])]}
                       for e in c["epochs"]]} for c in rubick])


main()
