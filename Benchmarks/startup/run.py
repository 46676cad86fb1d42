#!/usr/bin/env python3
"""Start-up of the demo against the floor in baseline.c, interleaved, medians: time from exec to exit (the demo
leaves right after its first frame, so its time includes the leaving) and peak memory.

    run.py DEMO BASELINE [RUNS]
"""
import os
import statistics
import sys
import time


def once(command):
    start = time.monotonic_ns()
    null = os.open(os.devnull, os.O_RDWR)
    actions = [(os.POSIX_SPAWN_DUP2, null, n) for n in (0, 1, 2)]
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
    _, status, usage = os.wait4(pid, 0)
    elapsed = time.monotonic_ns() - start
    os.close(null)
    if status != 0:
        sys.exit(f"{' '.join(command)} ended with status {status}")
    return elapsed / 1e6, usage.ru_maxrss / 1024


def main():
    demo, baseline = sys.argv[1:3]
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 21
    commands = {
        "baseline": [baseline],
        "demo": [demo, "--display", "headless", "--input", "none", "--duration", "0.001"],
    }
    results = {name: [] for name in commands}
    for name, command in commands.items():
        once(command)  # warm the page cache
    for _ in range(runs):
        for name, command in commands.items():
            results[name].append(once(command))
    medians = {}
    for name, values in results.items():
        times, memory = zip(*values)
        medians[name] = statistics.median(times)
        print(f"{name:9} {medians[name]:7.1f} ms (min {min(times):.1f}, max {max(times):.1f})  "
              f"peak {max(memory):5.1f} MiB  of {runs} runs")
    print(f"ratio     {medians['demo'] / medians['baseline']:7.2f}")


main()
