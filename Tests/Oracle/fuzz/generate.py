"""Random scenarios of the grammar in docs/scenarios.md.

Left out, because CFRunLoop has no defined answer or differs as docs/run-loop-differences.md says: two observers of one
order, schedule and cancel callouts over several modes, tolerances, a date that was past from the start
and is asked for, what a timer's own callout sees of its mode, the
name of the common modes among the modes, a sleeping mode that a thread makes common for the main queue, and observers that, between a wake and its callout, take away, write to or
serve what is ready. The other differences are kept away or seen in the trace: limits.py.
"""

from limits import company

STEP = 20  # milliseconds between two times that are not meant to be equal
ACTIVITIES = ["entry", "beforeTimers", "beforeSources", "beforeWaiting", "afterWaiting", "exit", "all"]


class Generator:
    def __init__(self, random):
        self.random = random
        self.on_main = random.random() < 0.25
        # Each scenario has only some features, so that each feature is also met alone.
        self.features = {
            name for name in ("manual", "port", "timer", "observer", "block", "common", "nest", "change", "query")
            if random.random() < 0.65
        } or {"manual", "timer"}
        self.declarations, self.objects = [], {}
        self.blocks = ["b1", "b2", "b3"]
        self.queued = ["q1", "q2"] if self.on_main else []
        self.next_print = 0

    def has(self, feature):
        return feature in self.features

    def pick(self, choices):
        return self.random.choice(choices)

    def chance(self, probability):
        return self.random.random() < probability

    def time(self, low, high):
        return f"{self.random.randint(low // STEP, high // STEP) * STEP}ms"

    def mode(self):
        return self.pick(["default"] * 4 + ["m", "m", "n"])

    def any_mode(self):
        return "common" if self.has("common") and self.chance(0.25) else self.mode()

    def names(self, kind):
        return [name for name, found in self.objects.items() if found == kind]

    # Declarations

    def membership(self):
        roll = self.random.random()
        if roll < 0.5:
            return ""
        if roll < 0.6:
            return " in=none"
        if roll < 0.75 and self.has("common"):
            return " in=common"
        if roll < 0.85:
            return " in=default,m"
        return f" in={self.mode()}"

    def declare(self):
        hooks = None
        for number in range(self.random.randint(1, 3) if self.has("manual") else self.chance(0.3)):
            words, name = "", f"s{number}"
            if hooks is None and self.chance(0.15):
                hooks = self.mode()
                words = f" in={hooks} hooks"
                self.hooked = (name, hooks)
            else:
                words = self.membership()
            if self.chance(0.5):
                words += f" order={self.random.randint(-2, 2)}"
            self.add("source0", name, words)
        for number in range(self.random.randint(1, 2) if self.has("port") else 0):
            self.add("source1", f"p{number}", self.membership())
        for number in range(self.random.randint(1, 3) if self.has("timer") else self.chance(0.2)):
            words = "" if self.chance(0.1) else f" after={self.time(20, 300)}"
            if not self.has("query") and self.chance(0.12):
                words = f" after=-{self.time(20, 100)}"
            if self.chance(0.35):
                words += f" every={self.time(40, 160)}"
            self.add("timer", f"t{number}", words + self.membership())
        orders = self.random.sample(range(-9, 10), 4)
        for number in range(self.random.randint(1, 3) if self.has("observer") else self.chance(0.3)):
            activities = ",".join(self.random.sample(ACTIVITIES, self.random.randint(1, 3)))
            words = f" {activities} order={orders.pop()}" + (" once" if self.chance(0.15) else "")
            self.add("observer", f"o{number}", words + self.membership())
        if self.has("common") and self.chance(0.3):
            self.declarations.insert(0, f"common {self.mode()}")
        if self.chance(0.5):
            self.declarations.append("source0 keep in=default,m")

    def add(self, kind, name, words):
        self.objects[name] = kind
        self.declarations.append(f"{kind} {name}{words}")

    # Actions

    def change(self, verb, ports_too=True):
        names = [name for name, kind in self.objects.items() if ports_too or kind != "source1"]
        if not names:
            return "wake"
        name = self.pick(names)
        hooked, mode = getattr(self, "hooked", (None, None))
        if verb == "invalidate":
            return f"invalidate {name}"
        return f"{verb} {name} {mode if name == hooked else self.any_mode()}"

    def action(self, place):
        """One action; `place` is top, helper, handler, or afterWaiting: the handler of an observer that may see it."""
        ports_too = place != "afterWaiting"
        choices = [(1, lambda: "wake"), (1, lambda: "stop"), (1, self.say)]
        if names := self.names("source0"):
            choices.append((5, lambda: f"signal {self.pick(names)}"))
            choices.append((2, lambda: f"signal {self.pick(names)}; wake"))
        if (ports := self.names("source1")) and place != "afterWaiting":
            choices.append((4, lambda: f"write {self.pick(ports)}"))
        if timers := self.names("timer"):
            choices.append((2, lambda: f"setnext {self.pick(timers)} {self.later(place)}"))
        if self.has("block"):
            choices.append((3, self.block))
        if self.queued:
            choices.append((3, lambda: f"async {self.pick(self.queued)}"))
        if self.has("change"):
            choices.append((2, lambda: self.change("add", ports_too)))
            choices.append((2, lambda: self.change("remove", ports_too)))
            choices.append((2, lambda: self.change("invalidate", ports_too)))
        if self.has("common") and not (self.on_main and place == "helper"):
            choices.append((1, lambda: f"common {self.mode()}"))
        if self.has("query"):
            choices.append((3, lambda: self.query(place)))
        if place != "helper":
            choices.append((1, lambda: f"sleep {self.time(20, 120)}"))
        if place == "handler" and self.has("nest"):
            choices.append((3, self.nested))
        return self.random.choices([make for _, make in choices], [weight for weight, _ in choices])[0]()

    def helper_actions(self):
        """The loop goes on beside a thread that woke it: nothing comes after that."""
        actions = [action for part in range(self.random.randint(1, 2)) for action in self.action("helper").split("; ")]
        quiet = [action for action in actions if action.startswith(("signal", "block", "print", "query", "remove", "invalidate"))]
        return "; ".join(quiet + [action for action in actions if action not in quiet][:1])

    def say(self):
        self.next_print += 1
        return f"print x{self.next_print}"

    def later(self, place):
        """A thread sets no due date: its wake would race with the fire."""
        return "-50ms" if place != "helper" and not self.has("query") and self.chance(0.15) else self.time(20, 200)

    def block(self):
        modes = self.any_mode() if self.chance(0.8) else "default,m"
        return f"block {self.pick(self.blocks)} {modes}" + ("; wake" if self.chance(0.4) else "")

    def query(self, place):
        choices = ["query mode", "query waiting"]
        if not (self.has("block") and self.has("common")):
            choices.append("query modes")
        if place == "top":
            choices.append(f"query nextIn {self.mode()}")
        if self.objects:
            name = self.pick(list(self.objects))
            choices += [f"query valid {name}", f"query contains {name} {self.any_mode()}"] * 2
            if self.objects[name] == "source0":
                choices += [f"query signalled {name}"] * 3
            if self.objects[name] == "timer":
                choices += [f"query next {name}"] * 3
        return self.pick(choices)

    def nested(self):
        limit = "0" if self.chance(0.2) else self.time(20, 160)
        return f"run {self.mode()} {limit}" + (" returnAfterSource" if self.chance(0.3) else "")

    def actions(self, place, most):
        return "; ".join(self.action(place) for _ in range(self.random.randint(1, most)))

    # Lines

    def handler(self):
        names = list(self.objects) + (self.blocks if self.has("block") else []) + self.queued
        if not names:
            return None
        name, activity, place = self.pick(names), "", "handler"
        if self.objects.get(name) == "observer":
            if self.chance(0.6):
                activity = " " + self.pick(ACTIVITIES)
            if activity in ("", " all", " afterWaiting"):
                place = "afterWaiting"
        # Without a bound a handler that feeds itself has no end.
        first = self.random.randint(1, 3)
        count = f"#{first}" if self.chance(0.7) else f"#{first}-{first + self.random.randint(0, 2)}"
        return f"when {name}{activity} {count}: {self.actions(place, 3)}"

    def run(self):
        """A run, and before it the timed lines that belong to it."""
        lines, mode = [], self.mode()
        endless = self.chance(0.1)
        limit = 0 if not endless and self.chance(0.15) else self.random.randint(2, 20) * STEP
        for _ in range(self.random.randint(0, 3) if limit else 0):
            lines.append(f"at {self.time(STEP, max(STEP, limit - STEP))}: {self.helper_actions()}")
        if endless:
            lines += [f"at {limit + 60 * again}ms: stop" for again in range(3)]
            lines.append("runloop" if self.chance(0.4) else f"run {mode} forever")
        else:
            lines.append(f"run {mode} {limit}ms" if limit else f"run {mode} 0")
            if self.chance(0.25):
                lines[-1] += " returnAfterSource"
        return lines

    def text(self):
        self.declare()
        handlers = [self.handler() for _ in range(self.random.randint(0, 6))]
        lines = []
        for _ in range(self.random.randint(1, 4)):
            if self.chance(0.7):
                lines.append(self.actions("top", 3))
            lines += self.run()
        head = ["loop main"] if self.on_main else []
        body = self.declarations + [line for line in handlers if line] + lines
        return "\n".join(head + company(body) + body) + "\n"
