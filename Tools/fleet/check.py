#!/usr/bin/env python3
"""Checks the Spark job: the same result as one process, whatever happens to partitions and workers.

    python3 Tools/fleet/check.py ADJOURNAL [files] [workers] [keyed] [errors]
    python3 Tools/fleet/check.py ADJOURNAL law snippets       # the short form, of CI

The law: files and keyed lines in any number of partitions give the result of one process, also if some of
them are no journals. It runs in one Spark session, which saves most of the time. Prints its seed;
`ADJOURNAL_SEED` sets it. Needs a Java runtime and the package `pyspark` for this interpreter.

The snippets are the programs and queries of README.md. They run on journals whose names are hexadecimal, and
need the packages `ray`, `apache-beam`, `duckdb` and `chdb` as well.
"""

import collections
import contextlib
import gzip
import io
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

import duckdb

HERE = pathlib.Path(__file__).resolve().parent
TOOL = pathlib.Path(sys.argv[1]).resolve()
WORK = pathlib.Path(tempfile.mkdtemp(prefix="adjournal-fleet-"))
LINES = ["--format", "jsonl", "--only", "violated", "--figures"]
#: Whether a call of the tool judges journals, in the shell of a wrapper: the driver only asks for the rules.
JUDGES = '[ "$4" = --only ]'
failures = 0


def tool(*arguments, feed=None):
    return subprocess.run([TOOL, *arguments], input=feed, capture_output=True).stdout


def spark(target, *arguments, program=TOOL, master="local[2]", settings=()):
    """Runs the job; returns its exit status and what it said."""
    run = submitted(target, *arguments, program=program, master=master, settings=settings)
    return run.returncode, run.stdout + run.stderr


def submitted(target, *arguments, program=TOOL, master="local[2]", settings=(), job=HERE / "spark.py"):
    """Runs the job with spark-submit."""
    import pyspark
    home = pathlib.Path(pyspark.__file__).parent
    environment = dict(os.environ, SPARK_HOME=str(home), PYSPARK_PYTHON=sys.executable,
                       SPARK_LOCAL_IP="127.0.0.1")
    words = [str(home / "bin" / "spark-submit"), "--master", master, "--conf", "spark.ui.enabled=false"]
    for setting in settings:
        words += ["--conf", setting]
    words += [str(job), "--tool", str(program), "--to", str(target), *map(str, arguments)]
    return subprocess.run(words, env=environment, capture_output=True, text=True)


def lines_of(target):
    """The lines that the tool printed, sorted."""
    return sorted(line for path in (target / "lines").glob("part-*")
                  for line in path.read_text(encoding="utf-8").splitlines())


def rows(target, name):
    """The sorted rows of a table, with the columns in the order of their names: Spark puts that of folders last."""
    found = duckdb.sql(f"SELECT * FROM '{target}/{name}.parquet/**/*.parquet'")
    return sorted(map(repr, found.select(*sorted(found.columns)).fetchall()))


def tables(target):
    """All rows of the tables that are made of lines."""
    return {name: rows(target, name) for name in ("sessions", "violations", "figures", "revenue")}


def expect(what, holds, said=""):
    global failures
    if not holds:
        failures += 1
        print(f"failed: {what}\n{said[-2000:]}", flush=True)


def difference(found, expected):
    """Where two lists of lines differ first."""
    for one, other in zip(found, expected):
        if one != other:
            start = max(0, len(os.path.commonprefix([one, other])) - 80)
            return f"{one[:80]} … {one[start:start + 300]}\ninstead of\n{other[:80]} … {other[start:start + 300]}"
    return f"{len(found)} lines instead of {len(expected)}"


def expect_same(name, status, said, summary, lines):
    """Expects the summary byte for byte, and each line once."""
    target = WORK / name
    expect(f"{name}: status 0", status == 0, said)
    if status == 0:
        expect(f"{name}: summary", (target / "summary.json").read_bytes() == summary)
        found = lines_of(target)
        expect(f"{name}: lines", found == lines, difference(found, lines))
        expect(f"{name}: a row for each session", len(rows(target, "sessions")) == len(lines))
        expect(f"{name}: a row for each rule", len(rows(target, "rules")) > 100)


def journals():
    """A fleet: installs with sessions in several files, plain and packed, damaged, twice, empty."""
    folder = WORK / "journals"
    folder.mkdir()
    simulated = tool("simulate", "--seed", "3", "--sessions", "60", "--fault", "all")
    sessions = collections.OrderedDict()
    for line in simulated.splitlines(keepends=True):
        sessions.setdefault(json.loads(line)["session"], []).append(line)
    chance = random.Random(7)
    files = collections.defaultdict(list)
    for lines in sessions.values():
        files[chance.randrange(12)] += lines
    for number, lines in files.items():
        if number % 4 == 1:
            lines[len(lines) // 2] = b'{"torn": \n'
        if number % 4 == 2:
            lines.insert(3, lines[2])
        text = b"".join(lines)
        if number % 3 == 0:
            (folder / f"{number}.jsonl.gz").write_bytes(gzip.compress(text))
        else:
            (folder / f"{number}.jsonl").write_bytes(text)
    shutil.copy(folder / "1.jsonl", folder / "copy-of-1.jsonl")
    (folder / "empty.jsonl").write_bytes(b"")
    segments = HERE.parents[1] / "Journals" / "format" / "segments"
    shutil.copytree(segments, folder / "segments")
    return folder


def keyed(folder):
    """The records of the fleet as lines, keyed by install, in three files."""
    installs, lines = {}, []
    for path in sorted(folder.glob("*.jsonl*")):
        if path.name.startswith("copy"):
            continue
        data = path.read_bytes()
        data = gzip.decompress(data) if path.suffix == ".gz" else data
        lines += [line for line in data.splitlines() if line.startswith(b'{"v":')]
    for line in lines:
        record = json.loads(line)
        if record["event"] == "session.began":
            installs[record["session"]] = record.get("install", record["session"])
    found = [installs[json.loads(line)["session"]].encode() + b"\t" + line + b"\n" for line in lines]
    target = WORK / "keyed"
    target.mkdir()
    third = len(found) // 3 + 1
    for number in range(3):
        (target / f"{number}.txt").write_bytes(b"".join(found[third * number:third * (number + 1)]))
    return target


def wrapper(name, script):
    """A program called adjournal that does something before it is the tool."""
    folder = WORK / name
    folder.mkdir()
    program = folder / "adjournal"
    program.write_text(f"#!/bin/sh\n{script}\nexec {TOOL} \"$@\"\n")
    program.chmod(0o755)
    return program


def one_process(folder):
    """The summary and the sorted lines of one process."""
    lines = sorted(tool("audit", *LINES, str(folder)).decode().splitlines())
    summary = tool("merge", "--format", "json", "-", feed="".join(f"{x}\n" for x in lines).encode())
    return summary, lines


def foreign(chance):
    """Inputs with more than journals: as files, and as keyed lines."""
    inputs = HERE / "inputs"
    empty = WORK / "none.jsonl"
    empty.write_bytes(b"")
    rows = (inputs / "junkrow.tsv").read_bytes().splitlines(keepends=True)
    for junk in (b"no tab\n", b"zzz\t[]\n", b"!\tfirst in the order of keys\n", b"a\t\n", b"\n"):
        rows.insert(chance.randrange(len(rows)), junk)
    several = WORK / "several.tsv"
    several.write_bytes(b"".join(rows))
    strangers = WORK / "strangers"
    strangers.mkdir()
    for name in ("a", "b", "c"):
        (strangers / f"{name}.jsonl").write_bytes(b'{"a":1}\n')
    only_junk = WORK / "junk.tsv"
    only_junk.write_bytes(b"zzz\tgarbage\n")
    hostile = WORK / "hostile.tsv"
    hostile.write_bytes(hostile_rows())
    files = [[inputs / "hexnames"], [inputs / "notjournal"], [strangers], [empty],
             [inputs / "overlap", inputs / "overlap" / "day"], [inputs / "overlap", inputs / "overlap"]]
    return files, [inputs / "junkrow.tsv", several, only_junk, hostile]


def hostile_rows():
    """Rows that name the session of another key, and keys that are no text."""
    journals = HERE.parents[1] / "Journals"
    first = (journals / "incidents" / "app-open-shown-after-unlock.jsonl").read_bytes().splitlines()
    second = (journals / "sessions" / "rewarded-two-rounds.jsonl").read_bytes().splitlines()
    name, other = (json.loads(lines[0])["session"].encode() for lines in (first, second))
    rows = [b"k1\t" + line for line in first] + [b"k2\t" + line for line in second]
    # In a nested object, before its own name: a session of its own.
    nested = first[0].replace(name, b"evil-1").replace(b'{"v":1,', b'{"v":1,"extras":{"session":"%s"},' % other, 1)
    rows += [b"evil\t" + nested, b'k9\t{"session":5,"extras":{"session":"evil-2"}}']
    # The session of another key: both are set aside.
    rows += [b"evil\t" + second[0]]
    keys = {b"zz": b"\xff\xfe\x00key", b"empty": b"", b"huge": b"x" * (1 << 20), b"shell": b"'; rm -rf / #", b"opt": b"--help"}
    for renamed, key in keys.items():
        rows += [key + b"\t" + line.replace(name, renamed) for line in first[:3]]
    rows += [b"no tab at all", b"", b"\t", b"a\tb\tc"]
    return b"\n".join(rows) + b"\n"


def judgeable(text):
    """The rows whose session has one key, and what the job says about the others."""
    keys, rows, junk = collections.defaultdict(set), [], 0
    for row in text.splitlines(keepends=True):
        key, _, record = row.partition(b"\t")
        if not (record or key).strip():
            continue
        try:
            name = json.loads(record)["session"]
        except (ValueError, TypeError, KeyError):
            name = None
        if isinstance(name, str) and len(row) <= 1 << 20:
            keys[name].add(key)
            rows.append((name, row))
        else:
            junk += 1
    split = sorted(name for name in keys if len(keys[name]) > 1)
    aside = {"count": len(split), "rows": sum(name in split for name, _ in rows), "names": split}
    return b"".join(row for name, row in rows if name not in split), {"files": [], "rows": junk, "sessions": aside}


def of_stream(lines):
    """The lines of a stream without what depends on its beginning, and without numbers of rows."""
    text = re.sub(r',"(journals|damaged)":1(?=[,}]|$)|,"(line|last_line|byte)":\d+', "", lines.decode())
    return sorted(re.sub(r"repeats line \d+; it counts", "repeats another line; it counts", text).splitlines())


def check_foreign(run, chance):
    """Foreign files, rows without a session, and overlapping folders in 1, 2 and 64 partitions."""
    files, streams = foreign(chance)
    for inputs in files:
        words = list(map(str, inputs))
        audit = subprocess.run([TOOL, "audit", *LINES, "--exit-zero", *words], capture_output=True)
        lines = sorted(audit.stdout.decode().splitlines())
        unread = json.loads(tool("audit", "--format", "json", *words)).get("unread", [])
        # After an error the tool prints no table of zeros; the job has one, as for an empty file.
        problems = tool("triage", *words) or tool("triage", WORK / "none.jsonl")
        expected = merged(audit.stdout), lines, problems.decode()
        check_partitions(run, words, audit.returncode, *expected,
                         {"files": unread, "rows": 0, "sessions": {"count": 0, "rows": 0, "names": []}})
    for path in streams:
        text, unread = judgeable(path.read_bytes())
        lines = tool("audit", *LINES, "--keyed", "-", feed=text)
        status = subprocess.run([TOOL, "audit", "--quiet", "--exit-zero", "--keyed", "-"],
                                input=path.read_bytes(), capture_output=True).returncode
        problems = tool("triage", "-", feed=lines) if lines else tool("triage", WORK / "none.jsonl")
        summary = merged(lines)
        # The stream as a whole is one journal.
        check_partitions(run, [str(path), "--keyed"], status, summary, of_stream(lines), problems.decode(), unread)


def merged(lines):
    """The summary of lines; an empty standard input is an error, and an empty file is not."""
    source, feed = ("-", lines) if lines else (WORK / "none.jsonl", None)
    return tool("merge", "--format", "json", source, feed=feed)


def check_partitions(run, words, status, summary, lines, problems, unread):
    """Expects this result of the job in 1, 2 and 64 partitions."""
    others, rows, aside = len(unread["files"]) - 1, unread["rows"], unread["sessions"]
    messages = [f"{file['path']}: {file['because']}" for file in unread["files"][:1]]
    messages += [f"{others} more could not be read; unread.json lists them"] * (others > 0)
    messages += [f"{rows} row{'s' * (rows > 1)} without a session, or longer than 1 MiB, set aside"] * (rows > 0)
    messages += [f"{aside['count']} session{'s' * (aside['count'] > 1)} with lines under several keys set aside "
                 f"({aside['names'][0]}); key all records of an install by the install"] if aside["count"] else []
    messages += ["no row has a session"] * (status == 4 and "--keyed" in words)
    for partitions in (1, 2, 64):
        name = f"foreign-{'-'.join(pathlib.Path(word).name for word in words)}-{partitions}"
        found, said, errors = run(name, [*words, "--partitions", partitions])
        expect(f"{name}: status", found == status, f"{found} instead of {status}")
        if found not in (0, 4):
            continue
        expect_same(name, 0, said, summary, lines)
        expect(f"{name}: triage", said == problems, said)
        expect(f"{name}: messages", errors.splitlines() == [f"spark.py: {message}" for message in messages], errors)
        expect(f"{name}: unread", json.loads((WORK / name / "unread.json").read_bytes()) == unread)


def check_law(folder):
    """Random numbers of partitions, of files and of keyed lines, in one Spark session; and one error."""
    import pyspark
    from pyspark.sql import SparkSession
    sys.path.insert(0, str(HERE))
    import spark as job
    import worker
    os.environ.update(SPARK_HOME=str(pathlib.Path(pyspark.__file__).parent), PYSPARK_PYTHON=sys.executable,
                      SPARK_LOCAL_IP="127.0.0.1")
    seed = int(os.environ.get("ADJOURNAL_SEED", random.randrange(1 << 32)))
    print(f"seed {seed}", flush=True)
    chance = random.Random(seed)
    spark = job.session(SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
                        .config("spark.driver.extraJavaOptions", job.JAVA)
                        .config("spark.sql.shuffle.partitions", "2"))

    def run(name, words):
        """The exit status, or the sentence of a failure, and what the job said on standard output and error."""
        words = ["--tool", TOOL, "--to", WORK / name, *words]
        sentences = []
        with contextlib.redirect_stdout(io.StringIO()) as said:
            try:
                status = job.run(spark, job.options([str(word) for word in words]),
                                 lambda sentence: sentences.append(f"spark.py: {sentence}"))
            except Exception as error:  # Spark wraps the errors of workers
                status = worker.Failure.within(error)
        return status, said.getvalue(), "\n".join(sentences)

    check_foreign(run, chance)
    check_forms(run, folder, chance)
    check_settings(run)
    check_append(run)
    status, _, _ = run("nothing-run", [WORK / "nothing"])
    expect("a missing input: sentence", "there is no such file or folder" in str(status), str(status))
    spark.stop()


def check_forms(run, folder, chance):
    """The fleet as files and as keyed lines gives the results of one process, and one set of tables."""
    source = keyed(folder)
    text = b"".join(path.read_bytes() for path in sorted(source.iterdir()))
    of_keys = tool("audit", *LINES, "--keyed", "-", feed=text)
    forms = [("files", [folder], *one_process(folder), (1, 2 + chance.randrange(6), 8 + chance.randrange(25))),
             ("keyed", [source, "--keyed"], tool("merge", "--format", "json", "-", feed=of_keys),
              of_stream(of_keys), (1, 2 + chance.randrange(12)))]
    for form, inputs, summary, lines, counts in forms:
        first = None
        for partitions in counts:
            name = f"law-{form}-{partitions}"
            status, said, _ = run(name, [*inputs, "--partitions", partitions])
            expect_same(name, status, said, summary, lines)
            expect(f"{name}: triage", said == tool("triage", "-", feed="".join(
                f"{line}\n" for line in lines).encode()).decode(), said)
            found = tables(WORK / name)
            first = first or found
            for table in found:
                expect(f"{name}: {table} as in one partition", found[table] == first[table])
    check_figures(WORK / "law-files-1", folder)


def check_figures(target, folder):
    """The sums of figures and revenue in SQL are those of `stats`; violations have the counts of the summary."""
    fields = {"unit": "unit", "format": "format", "version": "app_version", "day": "day", "network": "network"}
    stats = json.loads(tool("stats", "--by", ",".join(fields), "--format", "json", str(folder)))
    absent = {"network": "(no network)"}
    columns = ", ".join(f"coalesce({column}::TEXT, '{absent.get(field, 'unknown')}')" for field, column in fields.items())
    counts = ["requests", "filled", "failed", "ads", "shown", "impressions", "clicks"]
    expected = {tuple(group[field] for field in fields): tuple(group[count] for count in counts)
                for group in stats["groups"]}
    sums = ", ".join(f"sum({count})::BIGINT" for count in counts)
    found = duckdb.sql(f"SELECT {columns}, {sums} FROM '{target}/figures.parquet/*.parquet' GROUP BY ALL").fetchall()
    expect("figures: sums of stats", {row[:5]: row[5:] for row in found} == expected and len(expected) > 5)
    latencies = duckdb.sql(f"SELECT sum(latency_count)::BIGINT FROM '{target}/figures.parquet/*.parquet'").fetchall()[0][0]
    expect("figures: timed loads", latencies == stats["total"]["latency_ms"]["count"] > 0, str(latencies))
    paid = {found["currency"]: (found["payments"], found["value_micros"]) for found in stats["total"]["earnings"]}
    found = duckdb.sql("SELECT currency, sum(payments)::BIGINT, sum(micros)::BIGINT "
                       f"FROM '{target}/revenue.parquet/*.parquet' GROUP BY ALL").fetchall()
    expect("revenue: sums of stats", {row[0]: row[1:] for row in found} == paid and paid, str(found))
    rules = json.loads((target / "summary.json").read_bytes())["rules"]
    found = dict(duckdb.sql("SELECT rule, count(DISTINCT (session, day)) "
                            f"FROM '{target}/violations.parquet/*.parquet' GROUP BY ALL").fetchall())
    expect("violations: the rules of the summary", set(found) == set(rules) and rules, str(found))


def check_settings(run):
    """A configuration, files of rules and thresholds are those of one process in any partition."""
    journals = HERE.parents[1] / "Journals"
    folder = WORK / "repository" / "ads"
    folder.mkdir(parents=True)
    shutil.copy(journals / "custom" / "game.rules", folder / "own.rules")
    config = folder.parent / "settings.json"
    config.write_text(json.dumps({"policy": {"daily_cap": 1}, "severities": {"minimum-background": "error"},
                                  "rules": ["ads/own.rules"], "baseline": "not/shipped.json"}))
    plain = json.loads(config.read_text())
    plain.pop("baseline")
    for_tool = folder.parent / "for-tool.json"
    for_tool.write_text(json.dumps(plain))
    cases = {"config": (["--config", config], ["--config", for_tool]),
             "options": (["--rules", folder / "own.rules", "--except", "known-ad", "--policy", "app_open_max_age_s=60"],) * 2}
    for name, (of_job, of_tool) in cases.items():
        lines = sorted(tool("audit", *LINES, "--exit-zero", *of_tool, str(journals / "sessions")).decode().splitlines())
        status, said, _ = run(f"settings-{name}", [journals / "sessions", "--partitions", 3, *of_job])
        expect(f"settings-{name}: lines", status == 0 and lines_of(WORK / f"settings-{name}") == lines, str(status))
        feed = "".join(f"{line}\n" for line in lines).encode()
        expect(f"settings-{name}: triage", said == tool("triage", *of_tool, "-", feed=feed).decode(), said)
    config.write_text('{"policy": {"daily_cab": 1}}')
    status, _, _ = run("settings-wrong", [journals / "sessions", "--config", config])
    expect("settings-wrong: sentence", str(config) in str(status) and "daily_cab" in str(status), str(status))
    status, _, _ = run("severity", [HERE / "inputs" / "hexnames", "--severity", "error"])
    expect("--severity: the exit status of an audit", status == 1, str(status))


def check_append(run):
    """Two runs into one folder are one run, also by day; a session that is there is refused, and nothing changes."""
    files = sorted((HERE / "inputs" / "hexnames").iterdir())
    for name, words in (("append", []), ("append-days", ["--partition-by", "day"])):
        target = WORK / name
        summary, lines = one_process(HERE / "inputs" / "hexnames")
        status, _, _ = run(name, [*files[:10], *words])
        expect(f"{name}: status of the first run", status == 0, str(status))
        status, said, _ = run(name, [*files[10:], "--append", *words])
        expect_same(name, status, said, summary, lines)
        expect(f"{name}: triage", said == tool("triage", str(HERE / "inputs" / "hexnames")).decode(), said)
        status, _, _ = run(f"{name}-whole", files)
        whole = tables(WORK / f"{name}-whole")
        expect(f"{name}: tables of one run", tables(target) == whole)
        before = {path: path.read_bytes() for path in target.rglob("*") if path.is_file()}
        status, _, _ = run(name, [files[3], "--append", *words])
        expect(f"{name}: a session twice", "1 session is there already (s-3); nothing was added" in str(status), str(status))
        after = {path: path.read_bytes() for path in target.rglob("*") if path.is_file()}
        expect(f"{name}: nothing changed", before == after, str(set(before) ^ set(after)))
        status, _, _ = run(name, [files[3], "--append", *([] if words else ["--partition-by", "day"])])
        expect(f"{name}: another division", "partitioned by day" in str(status), str(status))
    expect("append-days: folders", len(list((WORK / "append-days" / "sessions.parquet").glob("day=*"))) >= 1)
    status, _, _ = run("append", [files[3], "--append", "--except", "known-ad"])
    expect("append: other rules", "made with other rules" in str(status), str(status))


def check_files(folder):
    """Any number of partitions, files twice, and files that workers cannot open."""
    summary, lines = one_process(folder)
    for partitions in (1, 64):
        name = f"files-{partitions}"
        expect_same(name, *spark(WORK / name, folder, "--partitions", partitions), summary, lines)
    expect_same("files-twice", *spark(WORK / "files-twice", folder, f"{folder}/*.jsonl", folder / "2.jsonl"),
                summary, lines)
    status, said = spark(WORK / "unread", HERE / "inputs" / "notjournal")
    expect("a foreign file: status 4", status == 4 and "events.jsonl: it is JSON, but not a journal" in said, said)
    check_alone(folder, summary)
    # Another file system, of which workers cannot open the paths.
    (folder / "0.jsonl.gz").rename(folder / "zero, and more.jsonl.gz")
    link = f"spark.hadoop.fs.viewfs.mounttable.default.link./fleet=file://{folder}"
    status, said = spark(WORK / "remote", "viewfs:///fleet", settings=[link])
    expect("remote: status 0", status == 0, said)
    expect("remote: summary", status == 0 and (WORK / "remote" / "summary.json").read_bytes() == summary)


def check_alone(folder, summary):
    """The job file by itself, with packed modules and a URI of the tool; messages are no results."""
    subprocess.run([sys.executable, HERE / "spark.py", "--pack", WORK / "fleet.zip"], check=True)
    (WORK / "alone").mkdir()
    alone = pathlib.Path(shutil.copy(HERE / "spark.py", WORK / "alone"))
    run = submitted(WORK / "alone-without", folder, job=alone)
    expect("alone: sentence", run.returncode == 1 and "add '--py-files fleet.zip'" in run.stdout + run.stderr,
           run.stdout + run.stderr)
    modules = f"spark.submit.pyFiles={WORK / 'fleet.zip'}"
    run = submitted(WORK / "alone-run", folder, program=f"file://{TOOL}", settings=[modules], job=alone)
    expect("alone: status 0", run.returncode == 0, run.stdout + run.stderr)
    expect("alone: summary", run.returncode == 0 and (WORK / "alone-run" / "summary.json").read_bytes() == summary)
    expect("alone: no messages on standard output", "spark.py:" not in run.stdout, run.stdout)
    expect("alone: the time on standard error", re.search(r"^spark.py: [0-9.]+ s$", run.stderr, re.MULTILINE), run.stderr)


def check_workers(folder):
    """Tasks that fail once, executors that are killed, and tasks that run twice."""
    summary, lines = one_process(folder)
    once = wrapper("once", f"if {JUDGES} && mkdir {WORK}/failed 2>/dev/null; "
                           f"then {TOOL} \"$@\" | head -n 1; exit 137; fi")
    expect_same("retried", *spark(WORK / "retried", folder, program=once, master="local[2,4]"),
                summary, lines)
    expect("retried: a task failed", (WORK / "failed").exists())
    kill = wrapper("kill", f"""if {JUDGES} && mkdir {WORK}/killed 2>/dev/null; then
  pid=$$
  while [ $pid -gt 1 ]; do
    if tr '\\0' ' ' </proc/$pid/cmdline | grep -q CoarseGrainedExecutorBackend; then kill -9 $pid; break; fi
    pid=$(awk '{{print $4}}' /proc/$pid/stat)
  done
fi""")
    worker = wrapper("worker", f"{JUDGES} && kill -9 $PPID")
    status, said = spark(WORK / "worker-run", folder, program=worker)
    expect("a killed worker, locally: sentence", status == 1 and "a Python worker was killed" in said, said)
    left = list(pathlib.Path(tempfile.gettempdir()).glob("spark-*/*/adjournal-*"))
    expect("a killed worker leaves no copies", not left, str(left))
    expect_same("killed-run", *spark(WORK / "killed-run", folder, program=kill,
                                 master="local-cluster[2,1,1024]",
                                 settings=["spark.speculation=true", "spark.speculation.multiplier=1.1"]),
                summary, lines)


def check_keyed(folder):
    """Any number of partitions, and half a session in a partition."""
    source = keyed(folder)
    text = b"".join(path.read_bytes() for path in sorted(source.iterdir()))
    lines = tool("audit", *LINES, "--keyed", "-", feed=text)
    summary = tool("merge", "--format", "json", "-", feed=lines)
    for partitions in (1, 7):
        name = f"keyed-{partitions}"
        status, said = spark(WORK / name, source, "--keyed", "--partitions", partitions)
        expect(f"{name}: status 0", status == 0, said)
        expect(f"{name}: summary", status == 0 and (WORK / name / "summary.json").read_bytes() == summary)
    broken = WORK / "half"
    broken.mkdir()
    first = text.splitlines(keepends=True)[:40]
    (broken / "lines.txt").write_bytes(b"".join(
        b"%d\t" % (number % 2) + line.split(b"\t", 1)[1] for number, line in enumerate(first)))
    status, said = spark(WORK / "half-run", broken, "--keyed")
    expect("half a session: status 4", status == 4)
    expect("half a session: sentence", "with lines under several keys set aside" in said, said)


def check_errors(folder):
    """One sentence for each, and no results."""
    wrong = WORK / "wrong"
    wrong.mkdir()
    (wrong / "adjournal").write_bytes(b"\x7fELF of another machine")
    (wrong / "adjournal").chmod(0o755)
    full = wrapper("full", f"if {JUDGES}; then echo 'adjournal: cannot write: disk full' >&2; exit 4; fi")
    cases = [
        ("wrong-tool", [folder], wrong / "adjournal", "cannot run the tool: Exec format error; build one "
         "for this machine and the workers with Tools/release/build.py"),
        ("full-disk", [folder], full, "adjournal audit ended with status 4: adjournal: cannot write: disk full"),
        ("no-input", [WORK / "nothing"], TOOL, "there is no such file or folder"),
        ("no-tool", [folder], WORK / "nothing" / "adjournal", "there is no such program"),
    ]
    small = WORK / "small"
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=60k", "none", small], capture_output=True).returncode == 0:
        for name, target, settings in (("full-output", small / "results", []),
                                       ("full-local", WORK / "full-local", [f"spark.local.dir={small}"])):
            status, said = spark(target, folder, settings=settings)
            expect(f"{name}: sentence", status == 1 and "spark.py: no space left on device: " in said, said)
        subprocess.run(["umount", small], check=True)
    for name, inputs, program, sentence in cases:
        status, said = spark(WORK / name, *inputs, program=program)
        expect(f"{name}: status 1", status == 1, said)
        expect(f"{name}: sentence", f"spark.py: " in said and sentence in said, said)
        expect(f"{name}: no results", not (WORK / name).exists())
    (WORK / "taken").mkdir()
    status, said = spark(WORK / "taken", folder)
    expect("taken folder", status == 1 and "file exists; nothing is overwritten" in said, said)


def snippets():
    """The blocks of README.md with a language, and the command that runs the job on this machine."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", (HERE / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    python = [text for language, text in found if language == "python"]
    sql = [text for language, text in found if language == "sql"]
    of_results = [text for text in sql if "read_json" not in text and "JSONEachRow" not in text]
    job, *_ = re.findall(r"^python3 Tools/fleet/spark.py --tool.*$",
                         "\n".join(text for language, text in found if not language), re.MULTILINE)
    return job, python, of_results, [text for text in sql if text not in of_results]


def check_snippets(_):
    """Runs all programs and queries of README.md; each sees all sessions, as one process does."""
    place = WORK / "snippets"
    (place / "journals").mkdir(parents=True)
    for path in (HERE / "inputs" / "hexnames").iterdir():
        shutil.copy(path, place / "journals" / f"2026-11-{path.name}")
    # In one file, because they share installs: several versions, systems and currencies.
    incidents = sorted((HERE.parents[1] / "Journals" / "incidents").glob("*.jsonl"))
    (place / "journals" / "2026-11-incidents.jsonl").write_bytes(b"".join(path.read_bytes() for path in incidents))
    (place / "adjournal").symlink_to(TOOL)
    (place / "Tools").symlink_to(HERE.parent)
    lines = tool("audit", *LINES, str(place / "journals"))
    whole = json.loads(tool("merge", "--format", "json", "-", feed=lines))
    rules = {rule: counts["sessions"] for rule, counts in whole["rules"].items()}
    job, (common, *programs), (views, *questions), queries = snippets()

    def execute(what, command):
        path = f"{place}:{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"
        done = subprocess.run(command, cwd=place, env=dict(os.environ, PATH=path, SPARK_LOCAL_IP="127.0.0.1"),
                              capture_output=True, text=True)
        expect(f"{what}: status 0", done.returncode == 0, done.stdout + done.stderr)

    execute(job, ["bash", "-c", job])
    summary = place / "results" / "summary.json"
    expect(f"{job}: summary", summary.exists() and json.loads(summary.read_bytes()) == whole)
    for program in programs:
        name = re.search(r"import (\w+)", program).group(1)
        for path in place.glob("fleet.lines*"):
            path.unlink()
        (place / "program.py").write_text(common + program)
        execute(name, [sys.executable, "program.py"])
        found = tool("merge", "--format", "json", *map(str, place.glob("fleet.lines*")))
        expect(f"{name}: all sessions", found and json.loads(found) == whole, found.decode())
    (place / "fleet.lines").write_bytes(lines)
    os.chdir(place)
    check_questions(views, questions, [json.loads(line) for line in lines.splitlines()])
    for query in queries:
        check_query(query, rules, whole["summary"])
    os.chdir(HERE)


def check_questions(views, questions, lines):
    """Asks the questions about the results; the answers are computed from the lines as well, without SQL."""
    duckdb.sql(views)
    answers = [duckdb.sql(question).fetchall() for question in questions]
    expected = [worse_rules(lines, "4.2.0"), earned(lines), fill_rates(lines), worst_installs(lines), first_problem()]
    expect("questions: each has an answer", len(answers) == len(expected), str(len(answers)))
    for question, answer, right in zip(questions, answers, expected):
        rounded = [[round(value, 9) if isinstance(value, float) else value for value in row] for row in answer]
        expect(f"the answer to\n{question}", rounded == right and right, f"{rounded[:4]}\ninstead of\n{right[:4]}")


def worse_rules(lines, version):
    """Rules that a version violates in a greater share of the sessions to which they apply."""
    ids = list(json.loads(tool("audit", "--format", "jsonl", "--exit-zero", "--keyed", "-",
                               feed=b'k\t{"v":1,"session":"s","seq":1}\n'))["rules"])
    counts = collections.defaultdict(lambda: [[0, 0], [0, 0]])
    for line in lines:
        for rule, letter in zip(ids, line["verdicts"]):
            if letter in "hvi" and "app_version" in line:
                part = counts[rule][line["app_version"] == version]
                part[0] += letter == "v"
                part[1] += 1
    shares = [[rule, *(part[0] / part[1] if part[1] else None for part in parts)] for rule, parts in counts.items()]
    worse = [row for row in shares if None not in row and row[2] > row[1]]
    worse.sort(key=lambda row: (row[1] - row[2], row[0]))
    return [[rule, round(before, 9), round(after, 9)] for rule, before, after in worse]


def earned(lines):
    """The revenue of each version and currency, and that in violated sessions."""
    sums = collections.defaultdict(lambda: [0, 0])
    for line in lines:
        for currency, micros in line["figures"]["revenue"].items():
            sums[line.get("app_version"), currency][0] += micros
            sums[line.get("app_version"), currency][1] += micros if line["rules"] else 0
    return sorted(([*key, *micros] for key, micros in sums.items()), key=lambda row: (-row[2], row[0], row[1]))


def fill_rates(lines):
    """The share of the answered requests that were filled, by system."""
    sums = collections.Counter()
    for line in lines:
        for name in ("filled", "failed", "no_fill"):
            sums[line.get("os"), name] += line["figures"][name]
    rows = [[system, sums[system, "filled"], sums[system, "filled"] + sums[system, "failed"], sums[system, "no_fill"]]
            for system in {system for system, _ in sums}]
    return sorted(([system, round(filled / answered, 9), no_fill] for system, filled, answered, no_fill in rows if answered),
                  key=lambda row: (row[1], row[0]))


def worst_installs(lines):
    """The installs with the most errors."""
    errors = collections.Counter()
    sessions = collections.defaultdict(set)
    for line in lines:
        for result in line["rules"].values():
            for violation in result["violations"]:
                if violation["severity"] == "error" and "install" in line:
                    errors[line["install"]] += 1 + violation.get("unlisted", 0)
                    sessions[line["install"]].add(line["session"])
    order = sorted(errors, key=lambda install: (-errors[install], install))
    return [[install, errors[install], len(sessions[install])] for install in order[:10]]


def first_problem():
    """The smallest session of the first problem."""
    found = json.loads(tool("triage", "--format", "json", "journals"))["problems"][0]
    example = found["exemplar"]
    return [[found["rule"], example["session"], os.path.abspath(example["path"]), example["records"]]]


def check_query(query, rules, counts):
    """Runs a block of SQL with the engine that has its functions."""
    if "read_json" in query:
        by_rule, copy, by_event = [statement.strip() for statement in query.split(";") if statement.strip()]
        expect("DuckDB: rules", dict(duckdb.sql(by_rule).fetchall()) == rules)
        duckdb.sql(copy)
        stored = duckdb.sql("SELECT count(*) FROM 'verdicts.parquet'").fetchall()[0][0]
        expect("DuckDB: the lines as Parquet", stored == counts["sessions"], str(stored))
        records = sum(number for _, number in duckdb.sql(by_event).fetchall())
        expect("DuckDB: journals as a table", records == counts["records"], str(records))
    else:
        import chdb
        found = [json.loads(line) for line in str(chdb.query(query, "JSONEachRow")).splitlines()]
        expect("chDB: rules", {row["rule"]: row["sessions"] for row in found} == rules, str(found))


def main():
    folder = journals()
    long = {"files": check_files, "workers": check_workers, "keyed": check_keyed, "errors": check_errors}
    checks = {**long, "law": check_law, "snippets": check_snippets}
    for name in sys.argv[2:] or long:
        checks[name](folder)
    shutil.rmtree(WORK, ignore_errors=True)
    print("the Spark job: " + (f"{failures} failures" if failures else "as one process"))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
