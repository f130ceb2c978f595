"""The folder of results: lines, typed tables as Parquet, summary.json and unread.json."""

import json
import subprocess
import sys
import tempfile

import tables
from worker import UNREAD, Failure, command

#: Tables to which later runs add rows, and tables that are made of all lines.
GROWING = ("lines", *(f"{name}.parquet" for name in tables.TABLES))
WHOLE = ("problems.parquet", "rules.parquet")
#: The folder of rows without a day.
NO_DAY = "day=__HIVE_DEFAULT_PARTITION__"


class Target:
    """Where the results go. They are made in a folder of their own and moved at the end."""

    def __init__(self, spark, chosen, settings, say):
        self.spark, self.settings, self.say = spark, settings, say
        self.by_day, self.severity = chosen.partition_by == "day", chosen.severity
        jvm = spark.sparkContext._jvm
        path = jvm.org.apache.hadoop.fs.Path(chosen.to)
        self.system = path.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration())
        self.folder = path.toString()
        self.is_new = not self.system.exists(path)
        if not self.is_new and not chosen.append:
            raise Failure(f"{chosen.to}: file exists; nothing is overwritten (--append adds to results)")
        if not self.is_new:
            self.check_earlier(chosen.to)
        self.made = f"{self.folder}/_new"

    def check_earlier(self, folder):
        """Stops if the results of the folder cannot be continued with these settings."""
        if not self.system.exists(self.path(f"{self.folder}/summary.json")):
            raise Failure(f"{folder}: no results of this job to append to: there is no summary.json")
        days = self.system.globStatus(self.path(f"{self.folder}/sessions.parquet/day=*"))
        if bool(days and len(days)) != self.by_day and json.loads(self.read("summary.json"))["summary"]["sessions"]:
            raise Failure(f"{folder}: the results are {'not ' if self.by_day else ''}partitioned by day; "
                          f"{'leave out' if self.by_day else 'add'} --partition-by day")
        earlier = self.spark.read.parquet(f"{self.folder}/rules.parquet").orderBy("position").collect()
        if [row.rule for row in earlier] != self.settings.rules:
            raise Failure(f"{folder}: the results were made with other rules")

    def write(self, audited, stream):
        """Writes all results, prints the problems, and returns the exit status.

        A job that fails leaves nothing, or the results of earlier runs.
        """
        blocks, sums, unjudged = audited
        try:
            return self.write_all(blocks, sums, unjudged, stream)
        except BaseException:
            self.system.delete(self.path(self.folder if self.is_new else self.made), True)
            raise

    def write_all(self, blocks, sums, unjudged, stream):
        self.system.delete(self.path(self.made), True)
        # The types are right by construction, so that Spark need not check each value.
        table = self.spark.createDataFrame(blocks.map(lambda block: (block,)), "value string", verifySchema=False)
        table.write.text(f"{self.made}/lines")
        found = [line for _, line in sorted(sums.value.items())]
        if stream and found:
            found.append(whole(found))
        if not self.is_new:
            found.append(self.read("summary.json"))
        self.write_tables()
        status, summary = self.summed(found)
        text = self.write_problems(bool(json.loads(summary)["summary"]["sessions"]))
        self.put("summary.json", summary)
        unread = self.write_unread(unjudged(), stream and not sums.value)
        self.move()
        sys.stdout.write(text)
        return status or unread

    def write_tables(self):
        made = tables.made(self.spark, f"{self.made}/lines")
        if not self.is_new:
            self.check_repeated(made["sessions"])
        for name, table in made.items():
            folder = f"{self.made}/{name}.parquet"
            if not self.by_day:
                table.write.parquet(folder)
                continue
            table.repartition("day").write.partitionBy("day").parquet(folder)
            if not self.files(folder):
                # A table without a file has no columns.
                table.drop("day").limit(0).coalesce(1).write.parquet(f"{folder}/{NO_DAY}")
        self.put("rules.json", "".join(
            json.dumps({"position": index + 1, "rule": rule}) + "\n"
            for index, rule in enumerate(self.settings.rules)).encode())
        self.from_json("rules", "position int, rule string")

    def check_repeated(self, sessions):
        """Stops if a session is in the results of earlier runs: it would count twice."""
        earlier = self.spark.read.parquet(f"{self.folder}/sessions.parquet").select("session")
        repeated = sessions.select("session").join(earlier, "session", "left_semi").distinct()
        number = repeated.count()
        if number:
            name = repeated.orderBy("session").first().session
            raise Failure(f"{self.folder}: {number} session{'s are' if number > 1 else ' is'} there already "
                          f"({name}); nothing was added")

    def summed(self, sums):
        """The exit status and the text of `merge` for these sums."""
        words = ["merge", "--format", "json", *(["--severity", self.severity] if self.severity else ["--exit-zero"]), "-"]
        run = subprocess.run(command(words), input=b"".join(line.rstrip(b"\n") + b"\n" for line in sums) or EMPTY,
                             capture_output=True)
        if run.returncode not in ((0, 1, 3) if self.severity else (0,)):
            raise Failure(run.stderr.decode(errors="replace").removeprefix("adjournal: ").strip())
        return run.returncode, run.stdout

    def write_problems(self, has_lines):
        """Writes the problems of all lines and returns the text about them."""
        with tempfile.NamedTemporaryFile(suffix=".jsonl") as empty:
            # An empty standard input is an error.
            triage = ["triage", "--exit-zero", *self.settings.audit, "-" if has_lines else empty.name]
            text, found = self.call([triage, [*triage, "--format", "json"]])
        problems = [dict(problem, position=index + 1)
                    for index, problem in enumerate(json.loads(found)["problems"])]
        self.put("problems.json", "".join(json.dumps(problem) + "\n" for problem in problems).encode())
        self.from_json("problems", tables.PROBLEMS)
        return text.decode()

    def from_json(self, name, schema):
        """Makes a small table of a file of JSON lines."""
        found = self.spark.read.schema(schema).json(f"{self.made}/{name}.json")
        found.coalesce(1).write.parquet(f"{self.made}/{name}.parquet")
        self.system.delete(self.path(f"{self.made}/{name}.json"), False)

    def write_unread(self, unjudged, is_empty):
        """Writes what was not judged, says it in short, and returns the exit status."""
        files, rows = unjudged.get("files", {}), unjudged.get("rows", 0)
        aside = unjudged.get("sessions", {"count": 0, "rows": 0, "names": []})
        found = [{"path": path, "because": files[path]} for path in sorted(files)]
        for sentence in said(found, rows, aside, is_empty):
            self.say(sentence)
        unread = {"files": found, "rows": rows, "sessions": aside}
        if not self.is_new:
            unread = added(json.loads(self.read("unread.json")), unread)
        self.put("unread.json", json.dumps(unread, ensure_ascii=False).encode())
        return UNREAD if found or is_empty else 0

    def move(self):
        """Moves what was made to its place."""
        for name in WHOLE + ("summary.json", "unread.json"):
            self.system.delete(self.path(f"{self.folder}/{name}"), True)
            self.rename(f"{self.made}/{name}", f"{self.folder}/{name}")
        for name in GROWING:
            if self.is_new:
                self.rename(f"{self.made}/{name}", f"{self.folder}/{name}")
                continue
            for path in self.files(f"{self.made}/{name}"):
                target = self.path(self.folder + path[len(self.made):])
                self.system.mkdirs(target.getParent())
                self.rename(path, target.toString())
        self.system.delete(self.path(self.made), True)

    def rename(self, source, target):
        if not self.system.rename(self.path(source), self.path(target)):
            raise Failure(f"{target}: cannot move {source} here")

    def files(self, folder):
        """The files with data below a folder, as addresses without the host."""
        found, below = [], self.system.listFiles(self.path(folder), True)
        while below.hasNext():
            status = below.next()
            if status.getLen() and not status.getPath().getName().startswith("_"):
                found.append(status.getPath().toUri().getPath())
        root = self.path(self.folder)
        base = self.system.makeQualified(root).toUri().getPath()
        return sorted(self.folder + path[len(base):] for path in found)

    def call(self, commands):
        """The outputs of several calls of the tool on this machine, which all get the lines of all runs."""
        outputs = [tempfile.TemporaryFile() for _ in commands]
        running = [subprocess.Popen(command(words), stdin=subprocess.PIPE, stdout=output, stderr=subprocess.PIPE)
                   for words, output in zip(commands, outputs)]
        folders = [f"{self.made}/lines"] + ([] if self.is_new else [f"{self.folder}/lines"])
        try:
            for block in (block for folder in folders for path in self.files(folder) for block in self.blocks(path)):
                for process in running:
                    process.stdin.write(block)
        except BrokenPipeError:  # the status says why
            pass
        for words, process in zip(commands, running):
            _, errors = process.communicate()
            if process.returncode:
                said = errors.decode(errors="replace").strip().splitlines() or ["no message"]
                raise Failure(f"adjournal {words[0]} ended with status {process.returncode}: {said[-1]}")
        for output in outputs:
            output.seek(0)
        return [output.read() for output in outputs]

    def blocks(self, path):
        """What a file of the results has; a remote one is copied to this machine for that time."""
        with tempfile.TemporaryDirectory(prefix="adjournal-") as folder:
            source = self.path(path)
            address = self.system.makeQualified(source).toUri()
            local = address.getPath()
            if address.getScheme() != "file":
                local = f"{folder}/lines"
                self.system.copyToLocalFile(False, source, self.path(f"file://{local}"), True)
            with open(local, "rb") as file:
                while block := file.read(1 << 20):
                    yield block

    def path(self, name):
        return self.spark.sparkContext._jvm.org.apache.hadoop.fs.Path(name)

    def put(self, name, content):
        """Writes one small file to the file system of the results."""
        stream = self.system.create(self.path(f"{self.made}/{name}"), True)
        stream.write(bytearray(content))
        stream.close()

    def read(self, name):
        """One small file of earlier results."""
        stream = self.system.open(self.path(f"{self.folder}/{name}"))
        try:
            return bytes(self.spark.sparkContext._jvm.org.apache.commons.io.IOUtils.toByteArray(stream))
        finally:
            stream.close()


def _sum(damage=0, journals=0):
    counts = {"journals": journals, "sessions": 0, "records": 0, "damaged": min(1, damage), "damage": 0,
              "verdicts": {}, "violations": {}}
    line = {"schema": "adjournal.audit/1", "summary": counts, "rules": {}}
    return json.dumps(line, separators=(",", ":")).encode()


#: The sum of no lines: an empty standard input is an error.
EMPTY = _sum() + b"\n"


def whole(sums):
    """A line that adds the one journal that a stream of rows is."""
    return _sum(sum(json.loads(line)["summary"]["damage"] for line in sums), journals=1)


def said(files, rows, aside, is_empty):
    """What was not judged, in sentences."""
    for file in files[:1]:
        yield f"{file['path']}: {file['because']}"
    if len(files) > 1:
        yield f"{len(files) - 1} more could not be read; unread.json lists them"
    if rows:
        yield f"{rows} row{'s' if rows > 1 else ''} without a session, or longer than 1 MiB, set aside"
    if aside["count"]:
        yield (f"{aside['count']} session{'s' if aside['count'] > 1 else ''} with lines under several keys set aside "
               f"({aside['names'][0]}); key all records of an install by the install")
    if is_empty:
        yield "no row has a session"


def added(earlier, unread):
    """What several runs did not judge."""
    aside = earlier["sessions"], unread["sessions"]
    return {
        "files": earlier["files"] + unread["files"], "rows": earlier["rows"] + unread["rows"],
        "sessions": {"count": sum(found["count"] for found in aside), "rows": sum(found["rows"] for found in aside),
                     "names": sorted(set(aside[0]["names"] + aside[1]["names"]))[:100]}}
