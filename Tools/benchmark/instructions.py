"""Counts the instructions per record of each part of an audit with callgrind; other load does not matter.

    python3 Tools/benchmark/instructions.py --tool ADJOURNAL            # compare with the committed table
    python3 Tools/benchmark/instructions.py --tool ADJOURNAL --update   # update the table

A part includes everything that it calls: `fold` is part of `judge`. The tool is the statically linked release
build. Another compiler gives other counts, so compare builds of one compiler only.
"""

import argparse
import re
import shutil
import subprocess
import tempfile
from collections import defaultdict
from pathlib import Path

import journal
from measure import Failed
from tool import Tool, build

TABLE = Path(__file__).with_name("instructions.tsv")
SIZE = 8_000_000
#: The name of a part, the format of the audit, and the mangled name of its function.
PARTS = (
    ("parse", "text", "8AdReplay11BlockParserV5parse"),
    ("assemble", "text", "8AdReplay13InputAssemblyC6append"),
    ("judge", "text", "7AdRules5JudgeC5judge"),
    ("fold", "text", "9AdSession0B0V6evolve_"),
    ("whole audit, text", "text", None),
    ("pack for JSON", "json", "8AdReport13PackedReportsV4pack"),
    ("text of JSON", "json", "8AdReport13PackedReportsV4text"),
    ("whole audit, JSON", "json", None),
)


def profile(command):
    """The inclusive count of each function; the total has the name ''."""
    with tempfile.NamedTemporaryFile(suffix=".callgrind") as out:
        words = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}",
                 *map(str, command)]
        done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        found = re.search(r"Collected : (\d+)", done.stderr.decode(errors="replace"))
        if not found:
            raise Failed("valgrind counted nothing")
        with open(out.name, encoding="utf-8", errors="replace") as file:
            return {"": int(found.group(1)), **inclusive(file)}


def inclusive(file):
    """The cost of each function including its calls; a recursive call counts once."""
    names, counts = {}, defaultdict(int)
    current = called = None

    def name(text):
        number, _, given = text.partition(" ")
        if given:
            names[number] = given
        return names.get(number, text)

    for line in file:
        line = line.rstrip("\n")
        if line.startswith("fn="):
            current = name(line[3:])
        elif line.startswith("cfn="):
            called = name(line[4:])
        elif line[:1] in "0123456789+-*" and line:
            parts = line.split()
            if len(parts) > 1 and called != current:
                counts[current] += int(parts[1])
            called = None
    return counts


def count(counts, mangled):
    """The count of a function by its name; of several specializations, the greatest."""
    found = [cost for function, cost in counts.items() if mangled and mangled in function]
    if mangled is None:
        return counts[""]
    return max(found) if found else None


def measure(tool, path, records):
    """The instructions per record of each part; None for an inlined one."""
    counts = {}
    for form in ("text", "json"):
        options = ("--jobs", "1", "--exit-zero", "--format", form)
        counts[form] = profile(tool.audit(path, *options).command)
    found = {part: count(counts[form], mangled) for part, form, mangled in PARTS}
    return {part: cost and cost / records for part, cost in found.items()}


def committed():
    rows = [line.split("\t") for line in TABLE.read_text().splitlines()[1:]] if TABLE.exists() else []
    return {part: int(number) for part, number in rows}


def lines(found):
    """One line per part: the count, the committed count, the difference."""
    before, told = committed(), []
    for part, cost in found.items():
        known = before.get(part)
        change = f"{cost / known - 1:+7.1%}" if cost and known else "      –"
        told.append(f"{part:20}{cost or 0:10,.0f}{known or 0:12,d}{change}")
    return [f"{'instructions/record':20}{'now':>10}{'committed':>12}{'':>7}", *told]


def write(found):
    rows = [f"{part}\t{round(cost)}" for part, cost in found.items() if cost]
    TABLE.write_text("\n".join(["part\tinstructions per record", *rows]) + "\n")


def report(tool, folder):
    """The lines that the benchmark prints."""
    if shutil.which("valgrind") is None:
        return ["instructions: valgrind is not installed (--install)"]
    path, truth = journal.make(folder, "interleaved", SIZE, 1)
    try:
        return lines(measure(tool, path, truth["records"]))
    except Failed as failure:
        return [f"instructions: {failure}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", help="the adjournal to measure (default: builds it)")
    parser.add_argument("--work", default=Path(tempfile.gettempdir()) / "adjournal-benchmark")
    parser.add_argument("--update", action="store_true", help="update the table")
    options = parser.parse_args()
    tool = Tool(options.tool or build(options.work))
    path, truth = journal.make(options.work, "interleaved", SIZE, 1)
    found = measure(tool, path, truth["records"])
    print("\n".join(lines(found)))
    if options.update:
        write(found)


if __name__ == "__main__":
    main()
