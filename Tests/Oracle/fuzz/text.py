"""Changes to the text of a scenario that keep its meaning, or nearly."""

import re

# A time that a trace may depend on: all but 0, dates in the past, and the keeper's distant one.
TIME = re.compile(r"(?<![\w.-])(every=)?(\w+=)?(\d+)ms")
MODES = "default,m,n"
ACTION_LINE = re.compile(r"^((?:when|at) [^:]*:)?(.*)$")
DECLARATIONS = ("source0", "source1", "timer", "observer", "title", "level", "loop", "#")


def jittered(text, random, amount):
    """Every time moved by up to `amount` milliseconds. A trace that changes depends on an order nobody defined."""

    def move(match):
        # The error of an interval adds up.
        reach = amount / 4 if match[1] else amount
        time = max(0.5, int(match[3]) + random.uniform(-reach, reach))
        return f"{match[1] or ''}{match[2] or ''}{time:.3f}ms"

    return TIME.sub(move, text)


def probed(text):
    """With an observer of everything, and a mark before every action that `limits.py` has to know of."""
    lines = []
    sources = [line.split()[1] for line in text.splitlines() if line.startswith("source0 ")]
    lines.append(f"observer zz all in={MODES} order=1000000")
    asked = ["mode"] + [f"nextIn {mode}" for mode in MODES.split(",")] + [f"signalled {name}" for name in sources]
    lines.append("when zz beforeSources: " + "; ".join(f"query {words}" for words in asked))
    for line in text.splitlines():
        if not line or line.startswith(DECLARATIONS):
            lines.append(line)
            continue
        head, rest = ACTION_LINE.match(line).groups()
        actions = []
        for action in (part.strip() for part in rest.split(";")):
            words = action.split()
            if words and words[0] in ("signal", "invalidate", "setnext", "add", "write", "wake", "stop"):
                actions.append(f"print @{' '.join(words[:3])}")
            elif words and words[0] == "run":
                actions.append(f"print @run {words[2]}")
            elif words and words[0] == "runloop":
                actions.append("print @run forever")
            actions.append(action)
        lines.append((head + " " if head else "") + "; ".join(actions))
    return "\n".join(lines) + "\n"


def duration(text):
    """Milliseconds that the runs and sleeps of a scenario take at most, about."""
    return 100 + sum(int(time) for time in re.findall(r"(?:run \w+|sleep|at) (\d+)ms", text))
