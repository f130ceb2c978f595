#!/usr/bin/env python3
"""Wraps comments of Swift files at 100 columns, which swift-format leaves as they are.

usage: Tools/generate/wrap_comments.py FILE...

Only paragraphs with a line that is too long change. Tables and code stay as they are.
"""
import pathlib
import re
import sys
import textwrap

WIDTH = 100
COMMENT = re.compile(r"^(\s*)(///?) ?(.*)$")
ITEM = re.compile(r"^\s*([-*]|\d+\.)\s+")
FIXED = re.compile(r"^\s*(\||#|<|@|MARK:|```)")


def wrap(lead, words):
    """The lines of a paragraph; `lead` is the indentation and the mark of the comment."""
    item = ITEM.match(words[0])
    first = item.group() if item else re.match(r"\s*", words[0]).group()
    text = " ".join([words[0][len(first):].strip(), *(line.strip() for line in words[1:])])
    # Code with blanks stays on one line.
    text = re.sub(r"`[^`]*`", lambda code: code.group().replace(" ", "\0"), text)
    lines = textwrap.wrap(
        text, WIDTH - len(lead), initial_indent=first, subsequent_indent=" " * len(first),
        break_long_words=False, break_on_hyphens=False)
    return [lead + line.replace("\0", " ") for line in lines]


def paragraphs(lines):
    """Groups of lines: the mark and the lines of each paragraph; None and any other line."""
    mark, group, fenced = None, [], False
    for line in lines:
        found = COMMENT.match(line)
        text = found[3] if found else ""
        if text.strip().startswith("```"):
            fenced = not fenced
        flows = text.strip() and not fenced and not FIXED.match(text)
        new = found.group(1, 2) if flows else None
        starts = new != mark or ITEM.match(text)
        if starts and text.startswith("    ") and not ITEM.match(text):
            new = None  # indented code
        if group and (starts or new is None):
            yield mark, group
            group = []
        mark = new
        group.append(line)
    yield mark, group


def main(paths):
    if not paths:
        sys.exit(__doc__)
    for path in map(pathlib.Path, paths):
        lines, wrapped = path.read_text(encoding="utf-8").split("\n"), []
        for mark, group in paragraphs(lines):
            if mark and any(len(line) > WIDTH for line in group):
                group = wrap(f"{''.join(mark)} ", [COMMENT.match(line)[3] for line in group])
            wrapped += group
        if wrapped != lines:
            path.write_text("\n".join(wrapped), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
