"""Plays one scenario on both and says whether they differ."""

import random

from limits import entries, has_company, limit, plain
from play import Failed
from text import jittered, probed

JITTER = 7  # milliseconds
PLAYS = 3
SURE = 25  # for what seems to differ


class Expected:
    """What `Loop` prints for a scenario, and how much of it counts."""

    def __init__(self, lines, limit, reason):
        self.lines, self.limit, self.reason = lines, limit, reason

    def differs(self, lines):
        return lines[: self.limit] != self.lines[: self.limit]


class Judge:
    def __init__(self, players, exceptions=True):
        self.players, self.exceptions = players, exceptions

    def expected(self, text):
        """What `Loop` prints; None if the scenario has no end or its order hangs on a few milliseconds."""
        if self.exceptions and not has_company(text):
            return None
        try:
            found = self.traced(text)
            if not self.has_order(text, found, PLAYS):
                return None
        except Failed as failure:
            if "exit status -" in str(failure) and "-14" not in str(failure):
                raise
            return None
        lines = self.players.virtual(text)
        count, reason = limit(found) if self.exceptions else (None, None)
        made = Expected(lines, count, reason)
        # The probe makes modes of its own.
        if "query modes" not in text and plain(found) != lines:
            raise Failed("an observer of everything changes the trace")
        return made

    def has_order(self, text, found, plays):
        draw = random.Random(text)
        return all(
            self.structure(self.traced(jittered(text, draw, JITTER))) == self.structure(found) for _ in range(plays))

    def traced(self, text):
        return entries("\n".join(self.players.virtual(probed(text), times=True)))

    @staticmethod
    def structure(found):
        return [(entry.depth, entry.is_thread, entry.text) for entry in found if not entry.text.startswith("print @run")]

    def seems_different(self, text, expected):
        """Whether one play differs, or has no end. The machine may just have been late."""
        try:
            real, loop = self.players.both(text, 1)
        except Failed as failure:
            if "no end" not in str(failure):
                raise
            return True
        return expected.differs(real) or expected.differs(loop)

    def difference(self, text, expected):
        """Asked again and slower: who differs from the virtual play and what it prints; or why that is no difference.

        A play in which all are equal ends it: so a rare difference goes by, as "late", and shows in its number only.
        """
        found = None
        for scale in (1, 3, 5, 5):
            real, loop = self.players.both(text, scale)
            who = "CFRunLoop" if expected.differs(real) else "Loop in real time" if expected.differs(loop) else None
            if who is None:
                return "late", None
            if scale == 1 and not self.has_order(text, self.traced(text), SURE):
                return "without order", None
            again = (who, real if who == "CFRunLoop" else loop)
            if again == found and scale == 5:
                return found
            found = again
        return "unstable", None
