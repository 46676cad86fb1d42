"""Plays scenarios: on the real CFRunLoop, and on `Loop` in real or virtual time."""

import os
import subprocess
import tempfile

from text import duration


class Failed(Exception):
    """The tool ended by a signal or with an error, or had no end."""


class Players:
    def __init__(self, oracle, tool):
        self.oracle, self.tool = oracle, tool

    def virtual(self, text, times=False):
        options = ["--virtual-time"] + (["--times"] if times else [])
        return self.finish(*self.start([self.tool, "scenario"] + options, text), 5)

    def both(self, text, scale):
        """The lines of the oracle and of `Loop`, played at the same time. The oracle may hang: then what it got to."""
        patience = 10 + duration(text) / 1000 * scale
        factor = ["--scale", str(scale)]
        oracle = self.start([self.oracle] + factor, text)
        loop = self.start([self.tool, "scenario"] + factor, text)
        return self.finish(*oracle, patience, may_fail=True), self.finish(*loop, patience)

    @staticmethod
    def start(command, text):
        descriptor, path = tempfile.mkstemp(suffix=".scn")
        with os.fdopen(descriptor, "w") as file:
            file.write(text)
        process = subprocess.Popen(command + [path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return process, path

    @staticmethod
    def finish(process, path, patience, may_fail=False):
        try:
            output, errors = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
            if not may_fail:
                raise Failed(f"no end after {patience:.0f} s")
        finally:
            os.unlink(path)
        if process.returncode != 0 and not may_fail:
            raise Failed(f"exit status {process.returncode}: {errors.strip()[:300]}")
        return output.splitlines()
