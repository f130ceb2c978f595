"""Journals as files: each partition gets whole files, with all files of an install.

A file is never split, so that each journal is read as `adjournal audit FILE` reads it. Two files belong to
one bundle if both have sessions of one install, or segments of one session. Bundles are distributed over
the partitions, the largest first.
"""

import heapq
import json
import re
import zlib

from listing import is_local, listed
from worker import AUDIT, Copies, Failure, Union, run, summed

#: The beginning of a file in which a reader looks for `session.continued`.
BEGINNING = 64 * 1024
BLOCK = 1 << 22
#: The most bytes of a partition, unless one bundle has more.
LARGEST = 512 << 20

INSTALL = re.compile(rb'"install"[ \t]*:[ \t]*("(?:[^"\\]|\\.)*")')
SESSION = re.compile(rb'"session"[ \t]*:[ \t]*"([A-Za-z0-9._-]{1,64})"')


def audit(spark, inputs, arguments, partitions, say):
    """The lines of the audit in blocks, their sums, and what was not judged; both are known once all is written."""
    context = spark.sparkContext
    files = listed(spark, inputs)
    whole = sum(size for _, size in files)
    count = partitions or max(4 * context.defaultParallelism, -(-whole // LARGEST))
    parts = distributed(files, shared(context, files, count) if count > 1 else [], count)
    largest = max(sum(size for _, size in part) for part in parts)
    if count > 1 and largest > 2 * whole / min(count, len(parts)) and largest > LARGEST:
        say(f"{largest / whole:.0%} of the bytes share installs and stay in one partition; "
            "lines KEY<TAB>RECORD by install (--keyed) can be distributed")
    unread, sums = context.accumulator({}, Union()), context.accumulator({}, Union())
    blocks = gathered(context, parts, count).mapPartitionsWithIndex(
        lambda number, found: summed(number, judged(found, arguments, unread), sums))
    return blocks, sums, lambda: {"files": unread.value}


def gathered(context, parts, count):
    """The files of each part in one partition, with their contents if workers cannot open the paths themselves."""
    if all(is_local(path) for part in parts for path, _ in part):
        named = [[(path, None) for path, _ in part] for part in parts]
        return context.parallelize(named, len(named)).flatMap(lambda part: part)
    files = [file for part in parts for file in part]
    number = {path: index for index, part in enumerate(parts) for path, _ in part}
    return opened(context, files, count).map(lambda file: (number[file[0]], file)).partitionBy(
        len(parts), lambda index: index).values()


def opened(context, files, count):
    """The path of each file; with its content if workers cannot open the path themselves."""
    local = [file for file in files if is_local(file[0])]
    remote = [path for path, _ in files if not is_local(path)]
    packed = [[(path, None) for path, _ in part] for part in in_order(local, count)]
    found = context.parallelize(packed, max(1, len(packed))).flatMap(lambda part: part)
    if remote:
        contents = context.binaryFiles(",".join(escaped(path) for path in remote), count)
        known = {plain(path): path for path in remote}
        found = found.union(contents.filter(lambda pair: plain(pair[0]) in known)
                            .map(lambda pair: (known[plain(pair[0])], pair[1])))
    return found


def in_order(files, count):
    """The files in at most `count` parts of about the same number of bytes, in their order."""
    share = sum(size + 1 for _, size in files) / count
    parts, before = {}, 0
    for file in files:
        parts.setdefault(int(before / share), []).append(file)
        before += file[1] + 1
    return list(parts.values())


def escaped(path):
    """The path as a pattern that means itself; a comma, which Hadoop cannot escape, means any character."""
    return re.sub(r"([\\{}\[\]*?])", r"\\\1", path).replace(",", "?")


def plain(path):
    """The path without the empty host that some file systems add."""
    return re.sub(r"^([a-z0-9+.-]+:)/+", r"\1/", path)


def shared(context, files, count):
    """The files that have an install or a session in common, in groups."""
    names = opened(context, files, count).flatMap(
        lambda file: [(name, file[0]) for name in names_in(*file)])
    paths = names.groupByKey().mapValues(lambda paths: sorted(set(paths)))
    return paths.filter(lambda pair: len(pair[1]) > 1).values().collect()


def names_in(path, content):
    """The installs of a file, and the sessions of its beginning that may have segments."""
    found, beginning, rest = set(), b"", b""
    for block in blocks(path, content):
        if len(beginning) < BEGINNING:
            beginning = (beginning + block)[:BEGINNING]
        # A header may lie across two blocks.
        end = block.find(b"\n") + 1 or len(block)
        found.update(INSTALL.findall(rest + block[:end]))
        found.update(INSTALL.findall(block, end))
        rest = block[block.rfind(b"\n") + 1:][-(1 << 20):]
    sessions = {("session", name.decode()) for name in SESSION.findall(beginning)}
    return {("install", decoded(name)) for name in found} | sessions


def decoded(literal):
    try:
        return json.loads(literal)
    except ValueError:
        return literal.decode(errors="replace")


def blocks(path, content):
    """The text of a file in pieces, decompressed as far as possible."""
    unpacker, first = None, True
    for block in raw_blocks(path, content):
        if first and block[:2] == b"\x1f\x8b":
            unpacker = zlib.decompressobj(31)
        first = False
        if unpacker is None:
            yield block
            continue
        try:
            while block:
                yield unpacker.decompress(block)
                block = unpacker.unused_data
                if unpacker.eof:
                    unpacker = zlib.decompressobj(31)
        except zlib.error:  # the tool reports a damaged archive
            return


def raw_blocks(path, content):
    if content is not None:
        for start in range(0, len(content), BLOCK):
            yield content[start:start + BLOCK]
        return
    try:
        with open(path, "rb") as file:
            while block := file.read(BLOCK):
                yield block
    except OSError as error:
        raise Failure(f"{path}: cannot read: {error.strerror}") from None


def distributed(files, groups, count):
    """The files in at most `count` parts, files of one group in one part, in the order of the files."""
    parent = {path: path for path, _ in files}

    def root(path):
        while parent[path] != path:
            parent[path] = parent[parent[path]]
            path = parent[path]
        return path

    for group in groups:
        for path in group[1:]:
            first, second = sorted((root(group[0]), root(path)))
            parent[second] = first
    bundles = {}
    for file in files:
        bundles.setdefault(root(file[0]), []).append(file)
    parts = [[0, number, []] for number in range(max(1, min(count, len(bundles))))]

    def weight(bundle):
        return sum(size for _, size in bundle)

    for bundle in sorted(bundles.values(), key=lambda b: (-weight(b), b[0][0].encode())):
        part = heapq.heappop(parts)
        part[2].extend(bundle)
        heapq.heappush(parts, [part[0] + weight(bundle) + 1, part[1], part[2]])
    return [sorted(part[2], key=lambda file: file[0].encode()) for part in parts]


def judged(files, arguments, unread):
    """The lines of one call of the tool for the files of a partition; notes those that it cannot read."""
    with Copies() as copies:
        given, paths = {}, set()
        for path, content in files:
            # A pattern for a comma can have found a file twice.
            if path in paths:
                continue
            paths.add(path)
            local = path if content is None else copies.put(f"{len(given):06}.jsonl", content)
            given[local] = path
        if not given:
            return
        in_order_of_paths = sorted(given, key=lambda local: given[local].encode())

        def explains(messages):
            reasons = [reason(message, given) for message in messages]
            unread.add(dict(filter(None, reasons)))
            return bool(reasons) and all(reasons)

        found = run([*AUDIT, *arguments, "--files-from", "-"], ["\0".join(in_order_of_paths).encode() + b"\0"], explains)
        yield from found if all(local == path for local, path in given.items()) else named(found, given)


def reason(message, given):
    """The file that a message of the tool is about, and why it could not be read; None for another message."""
    words = message.removeprefix("adjournal: ").split(": ")
    for count in range(1, len(words)):
        path = given.get(": ".join(words[:count]))
        if path:
            return path, ": ".join(words[count:])
    return None


def named(blocks, given):
    """The lines with the paths of the inputs instead of those of copies."""
    for block in blocks:
        lines = []
        for line in block.splitlines():
            record = json.loads(line)
            record["path"] = given.get(record["path"], record["path"])
            lines.append(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        yield b"".join(lines)
