"""How far the two traces must be equal: up to where a fault of CFRunLoop can act that docs/run-loop-differences.md lists.

Reads the trace of a probed scenario (text.py) with times, as `Loop` gives it.
"""

import re

# Declared so that no timer is the last one to leave its mode, and that a mode made common exists.
DISTANT = "timer far after=1000s in=default,m,n"
EXISTING = ["source0 z in=m,n", "remove z m; remove z n"]


def company(lines):
    """The lines that a scenario of these needs in front."""
    text = "\n".join(lines)
    needed = []
    timers = re.findall(r"^timer (\w+)", text, re.M)
    shared = re.search(r"^timer .*in=(common|\S*,)", text, re.M)
    if shared or any(re.search(rf"\b(add|remove|invalidate) {name}\b", text) for name in timers if name != "far"):
        needed.append(DISTANT)
    if re.search(r"(^|[:;] ?)common ", text, re.M):
        needed += EXISTING
    return needed


def has_company(text):
    lines = text.splitlines()
    return all(line in lines for line in company(lines))


LINE = re.compile(r"^ *(-?[\d.]+) (thread: )?( *)(.*)$")


class Entry:
    def __init__(self, line):
        time, thread, indent, self.text = LINE.match(line).groups()
        self.time, self.is_thread, self.depth = float(time), bool(thread), len(indent) // 2
        self.is_probe = self.text.startswith(("observer zz ", "print @"))


def entries(trace):
    """The lines of a probed trace; those that only the probe wrote are marked."""
    found, probing = [], None
    for line in trace.splitlines():
        entry = Entry(line)
        if not entry.is_thread:
            if probing is not None and entry.depth > probing:
                entry.is_probe = True
            else:
                probing = entry.depth if entry.text.startswith("observer zz ") else None
        found.append(entry)
    return found


def plain(found):
    """The trace without the probe, for comparing."""
    return [
        ("thread: " if entry.is_thread else "  " * entry.depth) + entry.text
        for entry in found if not entry.is_probe
    ]


def limit(found):
    """The number of lines of the plain trace that must be equal and why no more, or (None, None) for all."""
    reader = Reader()
    for entry in found:
        if reason := reader.read(entry):
            return reader.lines, reason
        if not entry.is_probe:
            reader.lines += 1
    return None, None


class Reader:
    def __init__(self):
        self.lines = 0
        self.fired = {}  # depth: whether the pass over the timers there has fired one
        self.waiting = {}  # depth: the manual sources that the pass there may still perform
        self.skipped = set()  # depths whose pass lost a source to a callout
        self.runs = []  # depth, end in milliseconds
        self.callouts = {}  # depth: the latest callout there
        self.unarmed = {}  # depth: whether a timer may have come due while the kernel did not know it
        self.asks = {}  # depth: the same, of the turn that goes on there
        self.mode = None
        self.late = set()  # depths whose turn has a due timer that the kernel does not know
        self.again = set()  # ports that were served after the latest wait
        self.written = set()  # ports with something to read
        self.is_waiting = False
        self.is_woken = False  # without a sleep to end

    def read(self, entry):
        if entry.is_thread:
            self.note(entry.text)
            return None
        depth, text = entry.depth, entry.text
        for states in (self.fired, self.waiting, self.callouts, self.unarmed, self.asks):
            for inner in [inner for inner in states if inner > depth]:
                del states[inner]
        performs = text.startswith("source0 ") and text.endswith(" perform")
        for skipped in self.skipped:
            if depth < skipped or depth == skipped and not performs:
                return "a manual source was skipped"
        if performs:
            name = text.split()[1]
            self.lose(name, [outer for outer in self.waiting if outer < depth])
            self.waiting.get(depth, set()).discard(name)
        if text.startswith("source1 "):
            if reason := self.disorder():
                return reason
            self.written.discard(text.split()[1])
            self.again.add(text.split()[1])
        if text.startswith("timer "):
            if self.fired.get(depth):
                self.lines += 1
                return "several timers in a pass"
            self.fired[depth] = True
        if text.startswith("observer zz "):
            self.fired[depth] = False
            self.is_waiting = text.endswith("beforeWaiting")
            if text.endswith("afterWaiting"):
                self.is_woken = False
                self.again = set()
            if text.endswith("entry"):
                self.unarmed[depth] = True
            if text.endswith("beforeTimers"):
                self.late = {outer for outer in self.late if outer < depth}
                self.asks[depth] = self.unarmed.get(depth, True)
                self.unarmed[depth] = False
            if text.endswith("beforeSources"):
                self.waiting[depth] = set()
        if text.startswith("query signalled ") and text.endswith("yes") and entry.is_probe:
            self.waiting.setdefault(depth - 1, set()).add(text.split()[2])
        if entry.is_probe and text.startswith("query mode "):
            self.mode = text.split()[3]
        if entry.is_probe and text.startswith(f"query nextIn {self.mode} "):
            date = text.split()[4]
            if self.asks.get(depth - 1) and date != "none" and int(date) <= 0:
                self.late.add(depth - 1)
        self.note(text)
        if text.startswith("print @run "):
            self.runs.append((depth, entry.time + milliseconds(text.split()[2])))
        elif text.startswith(("run ", "runloop ")):
            self.runs.pop()
            for outer in self.unarmed:
                self.unarmed[outer] = True
            for outer, end in self.runs:
                if entry.time > end - 15 and self.callouts.get(outer, "").startswith(("observer", "block", "source0")):
                    self.lines += 1
                    return "a nested run outlived the limit"
        if text.split()[0] in ("observer", "block", "source0", "source1", "timer", "main") and not entry.is_probe:
            self.callouts[depth] = text
        return self.disorder()

    def disorder(self):
        """Whether events are ready whose order `Loop` cannot know."""
        if self.late and (self.written or self.is_woken):
            return "a timer was due before the mode ran"
        if len(self.written) > 1 and self.again & self.written:
            return "a port served last is ready again"
        if self.is_woken and self.written:
            return "a wake before the sleep, and a port"
        return None

    def note(self, text):
        if text.startswith("print @signal "):
            for names in self.waiting.values():
                names.add(text.split()[2])
        elif text.startswith("print @write "):
            self.written.add(text.split()[2])
        elif text.startswith(("print @wake", "print @stop")):
            self.is_woken = not self.is_waiting
        elif text.startswith(("print @setnext", "print @add")):
            for depth in self.unarmed:
                self.unarmed[depth] = True
            if " -" in text:
                self.late |= set(self.unarmed)
        elif text.startswith("print @invalidate "):
            self.lose(text.split()[2], list(self.waiting))

    def lose(self, name, depths):
        for depth in depths:
            if name in self.waiting[depth] and self.callouts.get(depth, "").startswith("source0"):
                self.skipped.add(depth)


def milliseconds(text):
    if text == "forever":
        return float("inf")
    return 0 if text == "0" else float(text.removesuffix("ms"))
