"""The inputs that are the most expensive for commands other than an audit of one session.

Each shape writes an input of `count` elements to a folder and returns the arguments of the command.
"""

import os
from datetime import timedelta

from worst_events import CONNECTED, RESIZED, START, header, loaded, record, requested, write


def whatif(case):
    """A what-if question about one session."""
    def shape(folder, count):
        path = os.path.join(folder, "session.jsonl")
        write(path, case, count)
        return ["whatif", "--policy", "app_open_max_age_s=60", path]
    shape.__name__ = f"whatif {case.__name__}"
    return shape


def held_resizes(count):
    """Interstitials that are held for a window, which is then resized as often."""
    yield 0, CONNECTED
    for n in range(count // 3):
        yield 1, requested(n, n, "interstitial", ',"scene":"m"')
        yield 1, loaded(n, n, "interstitial", ',"scene":"m"')
    for n in range(count // 3):
        yield 1, RESIZED.format(n)


def open_windows(count):
    """Windows of the ad module that are never closed."""
    for n in range(count):
        yield 1, f'window.shown","window":"w{n}"'


def many_scenes(count):
    """Windows that are connected, and a load in each."""
    for n in range(count // 3):
        yield 1, f'scene.connected","scene":"m{n}","width":9,"height":9,"full_screen":true'
        yield 1, requested(1, n, "interstitial", f',"scene":"m{n}"')
        yield 1, loaded(1, n, "interstitial", f',"scene":"m{n}"')


def open_loads(count):
    """Loads of as many units that nobody answers."""
    for n in range(count):
        yield 1, requested(n, n, "interstitial")


def headers(command):
    """Sessions of one name, each with another header."""
    def shape(folder, count):
        path = os.path.join(folder, "headers.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            for n in range(count):
                file.write(record("s", 1, 0, f'{header()},"launch_count":{n}'))
        return [command, path]
    shape.__name__ = f"{command} headers"
    return shape


def console(folder, count):
    """Ads of one process, all loaded at the same time."""
    path = os.path.join(folder, "console.log")
    with open(path, "w", encoding="utf-8") as file:
        for n in range(count):
            wall = (START + timedelta(milliseconds=n // 100)).isoformat(sep=" ", timespec="milliseconds")
            file.write(f"{wall[:23]}+0000 app[1:2] Interstitial ad loaded.\n")
    return ["import", "--to", os.path.join(folder, f"{count}.jsonl"), path]


console.__name__ = "import ads"


def sessions(output):
    """Short sessions, each with one violation."""
    def shape(folder, count):
        path = os.path.join(folder, "sessions.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            for n in range(count):
                file.write(record(f"s{n}", 1, 0, header()))
                file.write(record(f"s{n}", 2, 9, 'app.became_active"'))
        return ["audit", "--format", output, path]
    shape.__name__ = f"audit {output}"
    return shape


def segments(distance):
    """Sessions in two files: the second one follows the first one, or all first ones."""
    def shape(folder, count):
        def write_file(index, *records):
            with open(os.path.join(folder, f"{index:07}.jsonl"), "w", encoding="utf-8") as file:
                file.writelines(records)

        for n in range(count):
            first, second = (2 * n, 2 * n + 1) if distance == "near" else (n, count + n)
            write_file(first, record(f"s{n}", 1, 0, header().replace('"install":"i"', f'"install":"i{n}"')))
            write_file(second, record(f"s{n}", 2, 9, 'session.continued","segment":2'),
                       record(f"s{n}", 3, 9, 'session.ended","reason":"terminated"'))
        return ["audit", "--exit-zero", folder]
    shape.__name__ = f"audit segments {distance}"
    return shape


def rule_file(folder, count):
    """A file with many rules."""
    path, journal = os.path.join(folder, "many.rules"), os.path.join(folder, "one.jsonl")
    with open(path, "w", encoding="utf-8") as file:
        for n in range(count):
            file.write(f"rule r-{n}\n  sentence: A rule.\n  severity: info\n"
                       "  check: at ad.clicked: an earlier ad.loaded of the same ad within 5 s\n")
    write(journal, open_windows, 1)
    return ["audit", "--rules", path, journal]


rule_file.__name__ = "audit rules"


def long_word(folder, count):
    """A rule file with one word of that many bytes, which is like no known word."""
    path, journal = os.path.join(folder, "long.rules"), os.path.join(folder, "one.jsonl")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"rule r-1\n  sentence: A rule.\n  severity: info\n  check: at {'ad.clicke' * (count // 9)}\n")
    write(journal, open_windows, 1)
    return ["audit", "--rules", path, journal]


long_word.__name__ = "did you mean"

#: The shapes, each with the share of the number of records that it has as elements.
SHAPES = [
    (whatif(held_resizes), 1), (whatif(open_windows), 1), (whatif(many_scenes), 1),
    (whatif(open_loads), 1), (headers("check"), 1), (headers("audit"), 1), (console, 1),
    (sessions("text"), 1), (sessions("junit"), 1), (segments("near"), 0.1), (segments("far"), 0.1),
    (rule_file, 0.03), (long_word, 4),
]
