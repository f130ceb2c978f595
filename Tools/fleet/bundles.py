"""Journals as files: each partition gets whole files, with all files of an install.

A file is never split, so that each journal is read as `adjournal audit FILE` reads it. Two files belong to
one bundle if both have sessions of one install, or segments of one session. Bundles are distributed over
the partitions, the largest first.
"""

import heapq
import json
import re
import zlib

from pyspark.accumulators import AccumulatorParam

from worker import AUDIT, Copies, Failure, run

#: The beginning of a file in which a reader looks for `session.continued`.
BEGINNING = 64 * 1024
BLOCK = 1 << 22
#: The most bytes of a partition, unless one bundle has more.
LARGEST = 512 << 20

INSTALL = re.compile(rb'"install"[ \t]*:[ \t]*("(?:[^"\\]|\\.)*")')
SESSION = re.compile(rb'"session"[ \t]*:[ \t]*"([A-Za-z0-9._-]{1,64})"')


class Union(AccumulatorParam):
    """A dictionary to which tasks add. A task that runs twice adds the same."""

    def zero(self, value):
        return {}

    def addInPlace(self, value, other):
        value.update(other)
        return value


def audit(spark, inputs, arguments, partitions):
    """The output lines of the audit, with the path of the journal; and what was not judged, once they are written."""
    context = spark.sparkContext
    files = listed(spark, inputs)
    count = partitions or max(4 * context.defaultParallelism,
                              -(-sum(size for _, size in files) // LARGEST))
    names = opened(context, files, count).flatMap(
        lambda file: [(name, file[0]) for name in names_in(*file)])
    shared = names.groupByKey().mapValues(lambda paths: sorted(set(paths)))
    groups = shared.filter(lambda pair: len(pair[1]) > 1).values().collect()
    parts = distributed(files, groups, count)
    whole = sum(size for _, size in files)
    largest = max(sum(size for _, size in part) for part in parts)
    if count > 1 and largest > 2 * whole / min(count, len(parts)) and largest > LARGEST:
        print(f"spark.py: {largest / whole:.0%} of the bytes share installs and stay in one partition; "
              "lines KEY<TAB>RECORD by install (--keyed) can be distributed")
    number = {path: index for index, part in enumerate(parts) for path, _ in part}
    gathered = opened(context, files, count).map(lambda file: (number[file[0]], file)).partitionBy(
        len(parts), lambda index: index)
    unread = context.accumulator({}, Union())
    lines = gathered.mapPartitions(lambda pairs: judged(pairs, arguments, unread))
    return lines, lambda: (unread.value, 0)


def opened(context, files, count):
    """The path of each file; with its content if workers cannot open the path themselves."""
    local = [(path, None) for path, _ in files if is_local(path)]
    remote = [path for path, _ in files if not is_local(path)]
    found = context.parallelize(local, max(1, min(count, len(local))))
    if remote:
        contents = context.binaryFiles(",".join(escaped(path) for path in remote), count)
        known = {plain(path): path for path in remote}
        found = found.union(contents.map(lambda pair: (known[plain(pair[0])], pair[1])))
    return found


def escaped(path):
    """The path as a pattern that means only itself."""
    return re.sub(r"([\\{}\[\]*?,])", r"\\\1", path)


def plain(path):
    """The path without the empty host that some file systems add."""
    return re.sub(r"^([a-z0-9+.-]+:)/+", r"\1/", path)


def listed(spark, inputs):
    """The journals that the inputs name, sorted as the tool sorts them, each once, with their sizes."""
    jvm, found = spark.sparkContext._jvm, {}
    configuration = spark.sparkContext._jsc.hadoopConfiguration()
    for name in inputs:
        pattern = jvm.org.apache.hadoop.fs.Path(name)
        system = pattern.getFileSystem(configuration)
        matches = system.globStatus(pattern) or []
        if not len(matches):
            raise Failure(f"{name}: there is no such file or folder")
        for status in matches:
            if status.isFile():
                found[readable(status)] = status.getLen()
                continue
            below, is_empty = system.listFiles(status.getPath(), True), True
            while below.hasNext():
                child = below.next()
                if child.getPath().getName().endswith((".jsonl", ".jsonl.gz")):
                    found[readable(child)] = child.getLen()
                    is_empty = False
            if is_empty and len(matches) == 1:
                raise Failure(f"{name}: the folder has no journal: no *.jsonl and no *.jsonl.gz is below it")
    return sorted(found.items(), key=lambda file: file[0].encode())


def readable(status):
    """The path of a file; without a scheme if it is local."""
    path = status.getPath()
    return path.toUri().getPath() if path.toUri().getScheme() == "file" else path.toString()


def is_local(path):
    return path.startswith("/")


def names_in(path, content):
    """The installs of a file, and the sessions of its beginning that may have segments."""
    found, beginning, rest = set(), b"", b""
    for block in blocks(path, content):
        if len(beginning) < BEGINNING:
            beginning = (beginning + block)[:BEGINNING]
        text = rest + block
        start = text.find(b'"install"')
        while start >= 0:
            match = INSTALL.match(text, start)
            if match:
                found.add(("install", decoded(match.group(1))))
            start = text.find(b'"install"', start + 1)
        # A header may lie across two blocks.
        rest = text[text.rfind(b"\n") + 1:][-(1 << 20):]
    sessions = {("session", name.decode()) for name in SESSION.findall(beginning)}
    return found | sessions


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
        heapq.heappush(parts, [part[0] + weight(bundle) + 1, part[1], part[2] + bundle])
    return [sorted(part[2], key=lambda file: file[0].encode()) for part in parts]


def judged(pairs, arguments, unread):
    """The output lines of one call of the tool for the files of a partition; notes those that it cannot read."""
    with Copies() as copies:
        given = {}
        for _, (path, content) in pairs:
            local = path if content is None else copies.put(f"{len(given):06}.jsonl", content)
            given[local] = path
        if not given:
            return
        paths = sorted(given, key=lambda local: given[local].encode())

        def explains(messages):
            reasons = [reason(message, given) for message in messages]
            unread.add(dict(filter(None, reasons)))
            return bool(reasons) and all(reasons)

        yield from run([*AUDIT, "--files-from", "-", *arguments], ["\0".join(paths).encode() + b"\0"],
                       lambda line: named(line, given), explains)


def reason(message, given):
    """The file that a message of the tool is about, and why it could not be read; None for another message."""
    words = message.removeprefix("adjournal: ").split(": ")
    for count in range(1, len(words)):
        path = given.get(": ".join(words[:count]))
        if path:
            return path, ": ".join(words[count:])
    return None


def named(line, given):
    """The line without its line feed, with the path of the input instead of that of a copy."""
    line = line.rstrip(b"\n")
    if all(local == path for local, path in given.items()):
        return line
    record = json.loads(line)
    record["path"] = given.get(record["path"], record["path"])
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
