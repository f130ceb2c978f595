"""Journals as keyed lines, KEY<TAB>RECORD, which Spark distributes over the partitions by their keys.

All lines are one stream, as for `cat INPUT... | adjournal audit --keyed -`. Lines with one key stay in one
partition, in the order of the files and of the lines in a file. So the key should be the install; with the
session as key, what depends on earlier sessions of the install is inconclusive.
"""

import re

from worker import AUDIT, Failure, run

SESSION = re.compile(rb'"session"[ \t]*:[ \t]*"([A-Za-z0-9._-]{1,64})"')
#: A row whose record names a session, and one that is empty, for Spark.
RECORD = "(?s)^[^\t]*\t.*" + SESSION.pattern.decode()
EMPTY = "^([^\t]*\t)?[ \t\r]*$"


def audit(spark, inputs, arguments, partitions):
    """The output lines of the audit; and what was not judged: the number of rows that name no session.

    A reader would count such a row as damage of the session before it, which depends on the partitions.
    """
    from pyspark.sql import functions
    try:
        # A line ends with a line feed and nothing else; bytes that are no UTF-8 must survive.
        table = spark.read.option("lineSep", "\n").text(inputs, recursiveFileLookup=True)
    except Exception as error:
        raise Failure(f"{', '.join(inputs)}: {str(error).splitlines()[0]}") from None
    junk = table.filter(~table.value.rlike(RECORD) & ~table.value.rlike(EMPTY)).count()
    table = table.filter(table.value.rlike(RECORD))
    count = partitions or max(4 * spark.sparkContext.defaultParallelism, table.rdd.getNumPartitions())
    table = table.select(
        functions.substring_index("value", "\t", 1).cast("binary").alias("key"),
        functions.col("value").cast("binary").alias("row"),
        functions.col("_metadata.file_path").alias("path"),
        functions.col("_metadata.file_block_start").alias("start"),
        functions.monotonically_increasing_id().alias("number"))
    check(table)
    ordered = table.repartition(count, "key").sortWithinPartitions("key", "path", "start", "number")
    lines = ordered.select("row").rdd.mapPartitions(lambda found: judged(found, arguments))
    return lines, lambda: ({}, junk)


def check(table):
    """Stops if a session has lines under several keys: parts of it would be judged as sessions."""
    keyed = table.rdd.flatMap(named).distinct().groupByKey()
    split = keyed.filter(lambda pair: len(set(pair[1])) > 1).mapValues(lambda keys: sorted(set(keys)))
    for session, keys in split.takeOrdered(1):
        names = ", ".join(key.decode(errors="replace") for key in keys[:3])
        raise Failure(f"session {session.decode()} has lines under {len(keys)} keys ({names}); "
                      "key all records of an install by the install")


def named(row):
    """The session that a line names, and its key."""
    match = SESSION.search(bytes(row["row"]))
    return [(match.group(1), bytes(row["key"]))] if match else []


def judged(found, arguments):
    """The output lines of one partition; which line begins the stream is for the whole to say."""
    rows = (bytes(row["row"]) + b"\n" for row in found)
    first = next(rows, None)
    if first is None:
        return

    def feed():
        yield first
        yield from batches(rows)

    yield from run([*AUDIT, "--keyed", "-", *arguments], feed(), without_journals)


def batches(rows):
    """The lines in pieces of about a mebibyte, because a write for each row takes longer."""
    piece, size = [], 0
    for row in rows:
        piece.append(row)
        size += len(row)
        if size > 1 << 20:
            yield b"".join(piece)
            piece, size = [], 0
    yield b"".join(piece)


def without_journals(line):
    """The line without its share in the number of journals, which depends on the partitions."""
    line = line.rstrip(b"\n")
    line = line.removesuffix(b"}").removesuffix(b',"damaged":1').removesuffix(b',"journals":1')
    return line + b"}"
