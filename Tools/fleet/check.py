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

HERE = pathlib.Path(__file__).resolve().parent
TOOL = pathlib.Path(sys.argv[1]).resolve()
WORK = pathlib.Path(tempfile.mkdtemp(prefix="adjournal-fleet-"))
LINES = ["--format", "jsonl", "--only", "violated"]
failures = 0


def tool(*arguments, feed=None):
    return subprocess.run([TOOL, *arguments], input=feed, capture_output=True).stdout


def spark(target, *arguments, program=TOOL, master="local[2]", settings=()):
    """Runs the job; returns its exit status and what it said."""
    import pyspark
    home = pathlib.Path(pyspark.__file__).parent
    environment = dict(os.environ, SPARK_HOME=str(home), PYSPARK_PYTHON=sys.executable,
                       SPARK_LOCAL_IP="127.0.0.1")
    words = [str(home / "bin" / "spark-submit"), "--master", master, "--conf", "spark.ui.enabled=false"]
    for setting in settings:
        words += ["--conf", setting]
    words += [str(HERE / "spark.py"), "--tool", str(program), "--to", str(target), *map(str, arguments)]
    run = subprocess.run(words, env=environment, capture_output=True, text=True)
    return run.returncode, run.stdout + run.stderr


def verdicts(target, session=None):
    """The rows of verdicts.parquet that the tool printed, sorted."""
    from pyspark.sql import SparkSession
    if session is None:
        session = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
        session.sparkContext.setLogLevel("ERROR")
    return sorted(row.line for row in session.read.parquet(f"{target}/verdicts.parquet").collect())


def expect(what, holds, said=""):
    global failures
    if not holds:
        failures += 1
        print(f"failed: {what}\n{said[-2000:]}")


def expect_same(name, status, said, summary, lines, session=None):
    """Expects the summary byte for byte, and each line once."""
    target = WORK / name
    expect(f"{name}: status 0", status == 0, said)
    if status == 0:
        expect(f"{name}: summary", (target / "summary.json").read_bytes() == summary)
        expect(f"{name}: verdicts", verdicts(target, session) == lines)
        expect(f"{name}: problems", list((target / "problems.parquet").glob("*.parquet")) != [])


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
    files = [[inputs / "hexnames"], [inputs / "notjournal"], [strangers], [empty],
             [inputs / "overlap", inputs / "overlap" / "day"], [inputs / "overlap", inputs / "overlap"]]
    return files, [inputs / "junkrow.tsv", several, only_junk]


def without_junk(text):
    """The rows that name a session, and the number of others that are not empty."""
    rows = [row for row in text.splitlines(keepends=True) if row.split(b"\t", 1)[-1].strip()]
    good = [row for row in rows if b'"session":"' in row.partition(b"\t")[2]]
    return b"".join(good), len(rows) - len(good)


def check_foreign(run, session, chance):
    """Foreign files, rows without a session, and overlapping folders in 1, 2 and 64 partitions."""
    files, keyed = foreign(chance)
    for inputs in files:
        words = list(map(str, inputs))
        audit = subprocess.run([TOOL, "audit", *LINES, "--exit-zero", *words], capture_output=True)
        lines = sorted(audit.stdout.decode().splitlines())
        unread = json.loads(tool("audit", "--format", "json", *words)).get("unread", [])
        expected = tool("merge", "--format", "json", "-", feed=audit.stdout), lines, tool("triage", *words).decode()
        check_partitions(run, session, words, audit.returncode, *expected, {"files": unread, "rows": 0})
    for path in keyed:
        text, rows = without_junk(path.read_bytes())
        lines = tool("audit", *LINES, "--keyed", "-", feed=text)
        status = subprocess.run([TOOL, "audit", "--quiet", "--exit-zero", "--keyed", "-"],
                                input=path.read_bytes(), capture_output=True).returncode
        problems = tool("triage", "-", feed=lines) if lines else tool("triage", WORK / "none.jsonl")
        summary = tool("merge", "--format", "json", "-", feed=lines)
        # The stream as a whole is one journal.
        of_rows = lines.decode().replace(',"journals":1', "").splitlines()
        check_partitions(run, session, [str(path), "--keyed"], status, summary, of_rows, problems.decode(),
                         {"files": [], "rows": rows})


def check_partitions(run, session, words, status, summary, lines, problems, unread):
    """Expects this result of the job in 1, 2 and 64 partitions."""
    others, rows = len(unread["files"]) - 1, unread["rows"]
    messages = [f"{file['path']}: {file['because']}" for file in unread["files"][:1]]
    messages += [f"{others} more could not be read; unread.json lists them"] * (others > 0)
    messages += [f"{rows} row{'s' * (rows > 1)} without a session set aside"] * (rows > 0)
    messages += ["no row has a session"] * (status == 4 and "--keyed" in words)
    for partitions in (1, 2, 64):
        name = f"foreign-{'-'.join(pathlib.Path(word).name for word in words)}-{partitions}"
        found, said, errors = run(name, [*words, "--partitions", partitions])
        expect(f"{name}: status", found == status, f"{found} instead of {status}")
        if found not in (0, 4):
            continue
        expect_same(name, 0, said, summary, lines, session)
        expect(f"{name}: triage", said == problems, said)
        expect(f"{name}: messages", errors.splitlines() == [f"spark.py: {message}" for message in messages], errors)
        expect(f"{name}: unread", json.loads((WORK / name / "unread.json").read_bytes()) == unread)


def judged(lines):
    """The verdicts of each session."""
    found = map(json.loads, lines)
    return sorted((line["session"], line["verdicts"]) for line in found)


def check_law(folder):
    """Random numbers of partitions, of files and of keyed lines, in one Spark session; and one error."""
    import pyspark
    from pyspark.sql import SparkSession
    sys.path.insert(0, str(HERE))
    import spark as job
    os.environ.update(SPARK_HOME=str(pathlib.Path(pyspark.__file__).parent), PYSPARK_PYTHON=sys.executable,
                      SPARK_LOCAL_IP="127.0.0.1")
    seed = int(os.environ.get("ADJOURNAL_SEED", random.randrange(1 << 32)))
    print(f"seed {seed}", flush=True)
    chance = random.Random(seed)
    spark = job.session(SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
                        .config("spark.sql.shuffle.partitions", "2"))
    source = keyed(folder)
    text = b"".join(path.read_bytes() for path in sorted(source.iterdir()))
    of_keys = tool("audit", *LINES, "--keyed", "-", feed=text)
    forms = [("files", [folder], *one_process(folder), (1, 2 + chance.randrange(6), 8 + chance.randrange(25))),
             ("keyed", [source, "--keyed"], tool("merge", "--format", "json", "-", feed=of_keys),
              of_keys.decode().splitlines(), (1, 2 + chance.randrange(12)))]

    def run(name, words):
        """The exit status, or the sentence of a failure, and what the job said on standard output and error."""
        words = ["--tool", TOOL, "--to", WORK / name, *words]
        with (contextlib.redirect_stdout(io.StringIO()) as said,
              contextlib.redirect_stderr(io.StringIO()) as errors):
            try:
                status = job.run(spark, job.options([str(word) for word in words]))
            except Exception as error:  # Spark wraps the errors of workers
                status = job.Failure.within(error)
                if status is None:
                    raise
        return status, said.getvalue(), errors.getvalue()

    check_foreign(run, spark, chance)
    for form, inputs, summary, lines, counts in forms:
        for partitions in counts:
            name = f"law-{form}-{partitions}"
            status, said, _ = run(name, [*inputs, "--partitions", partitions])
            expect(f"{name}: status", status == 0)
            if form == "files":
                expect_same(name, 0, "", summary, lines, spark)
            else:
                # The numbers of lines in findings are those of a partition.
                expect(f"{name}: summary", (WORK / name / "summary.json").read_bytes() == summary)
                expect(f"{name}: verdicts", judged(verdicts(WORK / name, spark)) == judged(lines))
            expect(f"{name}: triage", said == tool("triage", "-", feed="".join(
                f"{line}\n" for line in lines).encode()).decode(), said)
    try:
        job.run(spark, job.options(["--tool", str(TOOL), "--to", str(WORK / "nothing-run"), str(WORK / "nothing")]))
        expect("an input that is missing is an error", False)
    except job.Failure as failure:
        expect("a missing input: sentence", "there is no such file or folder" in str(failure), str(failure))
    spark.stop()


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
    # Another file system, of which workers cannot open the paths.
    link = f"spark.hadoop.fs.viewfs.mounttable.default.link./fleet=file://{folder}"
    status, said = spark(WORK / "remote", "viewfs:///fleet", settings=[link])
    expect("remote: status 0", status == 0, said)
    expect("remote: summary", status == 0 and (WORK / "remote" / "summary.json").read_bytes() == summary)


def check_workers(folder):
    """Tasks that fail once, executors that are killed, and tasks that run twice."""
    summary, lines = one_process(folder)
    once = wrapper("once", f"if [ $1 = audit ] && mkdir {WORK}/failed 2>/dev/null; "
                           f"then {TOOL} \"$@\" | head -n 1; exit 137; fi")
    expect_same("retried", *spark(WORK / "retried", folder, program=once, master="local[2,4]"),
                summary, lines)
    expect("retried: a task failed", (WORK / "failed").exists())
    kill = wrapper("kill", f"""if [ $1 = audit ] && mkdir {WORK}/killed 2>/dev/null; then
  pid=$$
  while [ $pid -gt 1 ]; do
    if tr '\\0' ' ' </proc/$pid/cmdline | grep -q CoarseGrainedExecutorBackend; then kill -9 $pid; break; fi
    pid=$(awk '{{print $4}}' /proc/$pid/stat)
  done
fi""")
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
    expect("half a session: status 1", status == 1)
    expect("half a session: sentence", "has lines under 2 keys (0, 1); key all records of an install by "
           "the install" in said, said)


def check_errors(folder):
    """One sentence for each, and no results."""
    wrong = WORK / "wrong"
    wrong.mkdir()
    (wrong / "adjournal").write_bytes(b"\x7fELF of another machine")
    (wrong / "adjournal").chmod(0o755)
    full = wrapper("full", "if [ $1 = audit ]; then echo 'adjournal: cannot write: disk full' >&2; exit 4; fi")
    cases = [
        ("wrong-tool", [folder], wrong / "adjournal", "cannot run the tool: Exec format error; build one "
         "for the workers with Tools/release/build.py"),
        ("full-disk", [folder], full, "adjournal audit ended with status 4: adjournal: cannot write: disk full"),
        ("no-input", [WORK / "nothing"], TOOL, "there is no such file or folder"),
        ("no-tool", [folder], WORK / "nothing", "there is no such program"),
    ]
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
    job, = re.findall(r"^Tools/fleet/spark.py .*$", "\n".join(text for language, text in found if not language),
                      re.MULTILINE)
    return job, python, sql


def check_snippets(_):
    """Runs all programs and queries of README.md; each sees all sessions, as one process does."""
    place = WORK / "snippets"
    (place / "journals").mkdir(parents=True)
    for path in (HERE / "inputs" / "hexnames").iterdir():
        shutil.copy(path, place / "journals" / f"2026-11-{path.name}")
    (place / "adjournal").symlink_to(TOOL)
    (place / "Tools").symlink_to(HERE.parent)
    lines = tool("audit", *LINES, str(place / "journals"))
    whole = json.loads(tool("merge", "--format", "json", "-", feed=lines))
    rules = {rule: counts["sessions"] for rule, counts in whole["rules"].items()}
    job, (common, *programs), queries = snippets()

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
    for query in queries:
        check_query(query, rules, whole["summary"])
    os.chdir(HERE)


def check_query(query, rules, counts):
    """Runs a block of SQL with the engine that has its functions."""
    if "read_json" in query:
        import duckdb
        by_rule, copy, by_event = [statement.strip() for statement in query.split(";") if statement.strip()]
        expect("DuckDB: rules", dict(duckdb.sql(by_rule).fetchall()) == rules)
        duckdb.sql(copy)
        stored = duckdb.sql("SELECT count(*) FROM 'verdicts.parquet'").fetchall()[0][0]
        expect("DuckDB: the lines as Parquet", stored == counts["sessions"], str(stored))
        records = sum(number for _, number in duckdb.sql(by_event).fetchall())
        expect("DuckDB: journals as a table", records == counts["records"], str(records))
    elif "JSONEachRow" in query:
        import chdb
        found = [json.loads(line) for line in str(chdb.query(query, "JSONEachRow")).splitlines()]
        expect("chDB: rules", {row["rule"]: row["sessions"] for row in found} == rules, str(found))
    else:
        from pyspark.sql import SparkSession
        session = (SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
                   .config("spark.ui.showConsoleProgress", "false").getOrCreate())
        # Spark resolves relative paths in the folder in which its process started.
        session.read.parquet(os.path.abspath("results/verdicts.parquet")).createOrReplaceTempView("verdicts")
        found = {row.rule: row.sessions for row in session.sql(query).collect()}
        expect("Spark SQL: rules", found == rules, str(found))
        session.stop()


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
