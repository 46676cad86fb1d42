#!/usr/bin/env python3
"""Our kernels and compositor beside pixman, in interleaved rounds: one table of medians.

  run.py OURS [--rounds N] [--only PREFIX]    OURS: the release build of raster-bench

Builds the C programs into a folder beside OURS. M and S are memcpy and memset of as many pixels, in the same run.
"""
import argparse
import os
import statistics
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
parser = argparse.ArgumentParser()
parser.add_argument("ours")
parser.add_argument("--rounds", type=int, default=5)
parser.add_argument("--only", default="")
options = parser.parse_args()
tools = os.path.join(os.path.dirname(os.path.abspath(options.ours)), "raster-peers")
os.makedirs(tools, exist_ok=True)


def flags(*packages):
    return subprocess.run(["pkg-config", "--cflags", "--libs", *packages], check=True, capture_output=True, text=True).stdout.split()


def build(name, *packages):
    quiet = ["-Wno-unused-function", "-Wno-parentheses"]
    output = os.path.join(tools, name)
    subprocess.run(["clang", "-O2", "-std=gnu11", *quiet, os.path.join(here, name + ".c"), "-o", output, *(flags(*packages) if packages else []), "-pthread", "-lm"], check=True)
    return output


font = subprocess.run(["fc-match", "-f", "%{file}", "Inter"], capture_output=True, text=True).stdout
environment = dict(os.environ, BENCH_FONT=font)
columns = [
    ("limit", build("limit"), {}),
    ("pixman", build("pixman", "pixman-1", "freetype2", "harfbuzz"), {}),
    ("pixman", build("scene_pixman", "pixman-1", "freetype2", "harfbuzz"), {}),
    ("ours", options.ours, {}),
    ("baseline", options.ours, {"PENSTOCK_KERNELS": "baseline"}),
]
samples = {}
for number in range(options.rounds):
    for column, command, extra in columns:
        words = [command] + ([options.only] if options.only and column != "limit" else [])
        result = subprocess.run(words, env=dict(environment, **extra), capture_output=True, text=True)
        if result.returncode:
            sys.exit(f"{command}: status {result.returncode}: {result.stderr[-300:]}")
        for line in result.stdout.splitlines():
            name, _, nanoseconds = line.partition("\t")
            if nanoseconds:
                samples.setdefault(name, {}).setdefault(column, []).append(float(nanoseconds))
    print(f"round {number + 1} of {options.rounds}", file=sys.stderr)

median = {name: {column: statistics.median(values) for column, values in row.items()} for name, row in samples.items()}
pixels = 1920 * 1080
M, S = median["copy_full"]["limit"] / pixels, median["memset_full"]["limit"] / pixels
cold = median["copy_cold"]["limit"] / pixels
print(f"memcpy {M:.3f}, memset {S:.3f}, memcpy past the cache {cold:.3f} ns a pixel\n")
count = {"rrect_clip": 120_000, "group_opacity": 240_000, "gradient": 120_000, "scale08": 1536 * 864, "rot10": 960_000}
print("| us | ours | baseline | pixman | ours / pixman | ours / M | ours / S |")
print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
for name, row in median.items():
    if "ours" not in row:
        continue
    ours, theirs = row["ours"], row.get("pixman")
    size = 1280 * 800 if name[0] == "s" and name[1].isdigit() else count.get(name, pixels)
    unit = cold if name.endswith("_cold") else M
    cells = [f"{ours / 1000:.3g}", f"{row['baseline'] / 1000:.3g}" if "baseline" in row else "", f"{theirs / 1000:.3g}" if theirs else ""]
    cells += [f"{ours / theirs:.2f}" if theirs else "", f"{ours / size / unit:.2f}", f"{ours / size / S:.2f}"]
    print(f"| {name} | " + " | ".join(cells) + " |")
