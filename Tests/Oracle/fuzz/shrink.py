"""Makes a scenario small that still shows a difference."""

from text import ACTION_LINE


def shrunk(text, differs, most):
    """Leaves out lines, then actions, as long as `differs` holds; asks it at most `most` times."""
    asked = 0
    progress = True
    while progress:
        progress = False
        for smaller in list(candidates(text)):
            if asked == most:
                return text
            asked += 1
            if differs(smaller):
                text, progress = smaller, True
                break
    return text


def candidates(text):
    lines = text.splitlines()
    size = len(lines) // 2
    while size:
        for start in range(0, len(lines), size):
            rest = lines[:start] + lines[start + size :]
            if any("run" in line for line in rest):
                yield "\n".join(rest) + "\n"
        size //= 2
    for index, line in enumerate(lines):
        if line.startswith(("source", "timer", "observer")):
            words = line.split(" ")
            for word in range(3 if words[0] == "observer" else 2, len(words)):
                yield with_line(lines, index, " ".join(words[:word] + words[word + 1 :]))
            continue
        head, rest = ACTION_LINE.match(line).groups()
        actions = [part.strip() for part in rest.split(";")]
        for at in range(len(actions) if len(actions) > 1 else 0):
            left = "; ".join(actions[:at] + actions[at + 1 :])
            yield with_line(lines, index, (head + " " if head else "") + left)


def with_line(lines, index, line):
    return "\n".join(lines[:index] + [line] + lines[index + 1 :]) + "\n"
