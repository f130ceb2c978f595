"""Journals as keyed lines, KEY<TAB>RECORD, which Spark distributes over the partitions by their keys.

All lines are one stream, as for `cat INPUT... | adjournal audit --keyed -`. Lines with one key stay in one
partition, in the order of the files and of the lines in a file. So the key should be the install; with the
session as key, what depends on earlier sessions of the install is inconclusive.
"""

import re

from worker import AUDIT, Failure, Union, run, summed

NAME = r'"session"[ \t]*:[ \t]*"([A-Za-z0-9._-]{1,64})"'
#: A row as recorders write it: the session is the first or second member.
PLAIN = r'^[^\t]*\t\{("v":[0-9]+,)?' + NAME
#: The record of a row.
RECORD = r"if(instr(value, '\t') > 0, substring(value, instr(value, '\t') + 1), '')"
#: What a session is called, and a row that is empty, for Spark.
WHOLE_NAME = "^[A-Za-z0-9._-]{1,64}$"
EMPTY = "^([^\t]*\t)?[ \t\r]*$"
#: The most bytes of a line, as for the tool.
LONGEST = 1 << 20
#: The most names of sessions that are listed.
LISTED = 100
#: Members of a line that number the rows of a partition, and what a message does so with.
NUMBERS = re.compile(rb',"(?:line|last_line|byte)":\d+')
REPEATED = re.compile(rb'(?<= repeats )line \d+(?=; it counts once")')


def audit(spark, inputs, arguments, partitions, say):
    """The lines of the audit in blocks, their sums, and what was not judged.

    A row without a session, or too long to be read, would count as damage of the session before it, and of a session
    with several keys each partition would judge a part. Both depend on the partitions: they are set aside and counted.
    """
    from pyspark.sql import functions
    try:
        # A line ends with a line feed and nothing else; bytes that are no UTF-8 must survive.
        table = spark.read.option("lineSep", "\n").text(inputs, recursiveFileLookup=True)
    except Exception as error:
        raise Failure(f"{', '.join(inputs)}: {str(error).splitlines()[0]}") from None
    count = partitions or max(4 * spark.sparkContext.defaultParallelism, table.rdd.getNumPartitions())
    table = (table.withColumn("record", functions.expr(RECORD))
             .withColumn("member", functions.get_json_object("record", "$.session"))
             .withColumn("session", named(functions)))
    is_long = functions.expr(f"octet_length(value) > {LONGEST}")
    junk = table.filter(is_long | (table.session == "") & ~table.value.rlike(EMPTY)).count()
    rows = table.filter(~is_long & (table.session != "")).select(
        "session", functions.substring_index("value", "\t", 1).cast("binary").alias("key"),
        functions.col("value").cast("binary").alias("row"),
        functions.col("_metadata.file_path").alias("path"),
        functions.col("_metadata.file_block_start").alias("start"),
        functions.monotonically_increasing_id().alias("number"))
    split = rows.groupBy("session").agg(
        functions.min("key").alias("first"), functions.max("key").alias("last"),
        functions.count("*").alias("rows")).filter("first != last").select("session", "rows")
    aside = set_aside(split)
    if aside["count"]:
        rows = rows.join(split.select("session"), "session", "left_anti")
    ordered = rows.repartition(count, "key").sortWithinPartitions("key", "path", "start", "number")
    sums = spark.sparkContext.accumulator({}, Union())
    blocks = ordered.select("row").rdd.mapPartitionsWithIndex(
        lambda number, found: summed(number, judged(found, arguments), sums))
    return blocks, sums, lambda: {"rows": junk, "sessions": aside}


def named(functions):
    """The session of a row: the member of its record, else of a torn one the first that looks like it; or nothing."""
    plain = functions.regexp_extract("value", PLAIN, 2)
    member = functions.col("member")
    # A number is no name.
    is_text = functions.expr("instr(record, concat('\"', member, '\"')) > 0")
    return (functions.when(plain != "", plain)
            .when(member.isNull(), functions.regexp_extract("record", NAME, 1))
            .when(member.rlike(WHOLE_NAME) & is_text, member).otherwise(""))


def set_aside(split):
    """The number of sessions with several keys, that of their rows, and their first names."""
    number, rows = split.selectExpr("count(*)", "coalesce(sum(rows), 0)").first()
    names = [row.session for row in split.orderBy("session").limit(LISTED).collect()] if number else []
    return {"count": number, "rows": rows, "names": names}


def judged(found, arguments):
    """The lines of one partition; which line begins the stream is for the whole to say."""
    rows = (bytes(row["row"]) + b"\n" for row in found)
    first = next(rows, None)
    if first is None:
        return

    def feed():
        yield first
        yield from batches(rows)

    for block in run([*AUDIT, *arguments, "--keyed", "-"], feed()):
        yield b"".join(of_stream(line) for line in block.splitlines())


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


def of_stream(line):
    """The line without its share in the number of journals and without numbers of rows, which depend on the partitions."""
    line = line.removesuffix(b"}").removesuffix(b',"damaged":1').removesuffix(b',"journals":1')
    return REPEATED.sub(b"another line", NUMBERS.sub(b"", line)) + b"}\n"
