"""Which letters of a Swift source are code that a mutation may touch."""

import re


def masked(source):
    """The source with comments, texts, metadata and patterns of cases blanked, place by place."""
    code = list(source)
    at = 0
    while at < len(source):
        end = end_of_comment(source, at) or end_of_text(source, at)
        if end:
            blank(code, at, end)
            at = end
        else:
            at += 1
    for pattern in (
        r"\b(observes|policy): \[[^\]]*\]", r"(?m)^\s*(public |internal )?import .*$",
        r"(?m)^\s*case [^:]*:", r"(?m)^\s*case [a-z][^:]*$", r"(?m)\bcase let [^=]*=", r"\bcase \.[^=]*=",
        r"<[A-Z][^<>\n]*>", r"(?m)^\s*@.*$", r"\bRule\.[A-Z]\w+",
    ):
        text = "".join(code)
        for match in re.finditer(pattern, text):
            blank(code, *match.span())
    return "".join(code)


def end_of_comment(source, at):
    if source.startswith("//", at):
        end = source.find("\n", at)
        return len(source) if end < 0 else end
    return 0


def end_of_text(source, at):
    if source.startswith('"""', at):
        return source.index('"""', at + 3) + 3
    if source[at] != '"':
        return 0
    at += 1
    while source[at] != '"':
        if source.startswith("\\(", at):
            at = end_of_interpolation(source, at + 2)
        else:
            at += 2 if source[at] == "\\" else 1
    return at + 1


def end_of_interpolation(source, at):
    depth = 1
    while depth:
        if source[at] == '"':
            at = end_of_text(source, at)
            continue
        depth += (source[at] == "(") - (source[at] == ")")
        at += 1
    return at


def blank(code, start, end):
    for place in range(start, end):
        if code[place] != "\n":
            code[place] = "\u00b7"
