#!/usr/bin/env python3
"""Plays random scenarios on the real CFRunLoop and on `Loop`, and compares the traces.

    Tests/Oracle/fuzz ORACLE PENSTOCK [--seed N] [--count N] [--seconds N] [--keep FOLDER]

A difference is played again, alone and slower; what stays is made small and kept in a folder. Exit status 1 if there was one.
The same seed makes the same scenarios; --only N plays one of them.
"""

import argparse
import collections
import concurrent.futures
import os
import random
import sys
import threading
import time

from generate import Generator
from judge import Judge
from play import Failed, Players
from shrink import shrunk


class Fuzzer:
    def __init__(self, options):
        self.options = options
        self.judge = Judge(Players(options.oracle, options.penstock), not options.no_exceptions)
        self.end = time.monotonic() + options.seconds
        self.counts = collections.Counter()
        self.lock = threading.Lock()
        self.suspects = []

    def count(self, what, number=1):
        with self.lock:
            self.counts[what] += number

    def play(self, index):
        for attempt in range(100):
            if time.monotonic() > self.end:
                return
            text = Generator(random.Random(f"{self.options.seed}:{index}:{attempt}")).text()
            try:
                expected = self.judge.expected(text)
                if expected is None:
                    self.count("rejected: endless, or the order hangs on milliseconds")
                    continue
                seems = self.judge.seems_different(text, expected)
            except Failed as failure:
                self.count("failed")
                self.keep(index, text, str(failure), [], [])
                return
            self.count("played")
            self.count("lines", len(expected.lines))
            self.count("lines compared", len(expected.lines[: expected.limit]))
            if expected.reason:
                self.count(f"compared up to a listed difference: {expected.reason}")
            if seems:
                self.suspects.append((index, text, expected))
            return

    def confirm(self):
        """Plays what seemed to differ again, one at a time, on a machine that is quiet now."""
        for index, text, expected in self.suspects:
            try:
                who, lines = self.judge.difference(text, expected)
            except Failed as failure:
                self.count("failed")
                self.keep(index, text, str(failure), expected.lines, [])
                continue
            self.count(f"played again: {'different' if lines is not None else who}")
            if lines is not None:
                self.keep_small(index, text, expected, who, lines)
            elif who == "unstable":
                self.keep(index, text, who, expected.lines, [])

    def keep_small(self, index, text, expected, who, lines):
        best = (text, expected, lines)

        def differs(candidate):
            nonlocal best
            try:
                expected = self.judge.expected(candidate)
                again, lines = self.judge.difference(candidate, expected) if expected else (None, None)
            except Failed:
                return False
            if lines is None or again != who:
                return False
            best = (candidate, expected, lines)
            return True

        shrunk(text, differs, 80)
        text, expected, lines = best
        self.keep(index, text, who, expected.lines, lines)

    def keep(self, index, text, why, lines, other):
        """Writes the scenario, what `Loop` printed, and what was printed otherwise."""
        os.makedirs(self.options.keep, exist_ok=True)
        path = os.path.join(self.options.keep, f"seed-{self.options.seed}-{index}")
        for suffix, content in [
            (".scn", f"# seed {self.options.seed}, scenario {index}: {why}\n{text}"),
            (".trace", "".join(line + "\n" for line in lines)),
            (".other", "".join(line + "\n" for line in other)),
        ]:
            with open(path + suffix, "w") as file:
                file.write(content)
        print(f"{path}.scn: {why}", flush=True)


def main():
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__.split("\n\n")[0])
    parser.add_argument("oracle")
    parser.add_argument("penstock")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--jobs", type=int, default=12)
    parser.add_argument("--keep", default=".build/fuzz", help="folder for what differs")
    parser.add_argument("--only", type=int, help="play just this scenario of the seed")
    parser.add_argument("--no-exceptions", action="store_true", help="show the documented differences too")
    options = parser.parse_args()
    fuzzer = Fuzzer(options)
    start = time.monotonic()
    indices = range(options.count) if options.only is None else [options.only]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(fuzzer.play, indices))
    fuzzer.confirm()
    counts = fuzzer.counts
    print(f"seed {options.seed}, {time.monotonic() - start:.0f} s:")
    for what in sorted(counts):
        print(f"  {counts[what]:7} {what}")
    bad = counts["played again: different"] + counts["failed"]
    if counts["played"] == 0:
        sys.exit("fuzz: no scenario was played")
    sys.exit(1 if bad else 0)


main()
