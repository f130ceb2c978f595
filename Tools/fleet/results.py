"""The folder of results: verdicts.parquet, problems.parquet, summary.json, unread.json."""

import json
import pathlib
import subprocess
import sys
import tempfile

from worker import TOOL, UNREAD, Failure, merged

HERE = pathlib.Path(__file__).resolve().parent

VERDICTS = ("path string, session string, records bigint, end string, gaps bigint, damage bigint, "
            "notes bigint, rule_set string, verdicts string, violated array<string>, line string")

#: The members of a problem in the JSON of `adjournal triage`.
PROBLEMS = ("id string, rule string, severity string, format string, kinds array<string>, missing string, "
            "reason string, trigger string, late boolean, violations bigint, consequences map<string,bigint>, "
            "sessions bigint, installs bigint, installs_exact boolean, activated_sessions bigint, "
            "per_1000 double, first_version string, last_version string, first_sdk_version string, "
            "last_sdk_version string, first_os string, last_os string, first_day string, last_day string, "
            "remedy string, exemplar struct<session:string,path:string,records:bigint,journal:string>")


class Target:
    """Where the results go, and the tool that makes them on this machine."""

    def __init__(self, spark, tool, folder):
        self.spark = spark
        program = pathlib.Path(tool).resolve()
        if not program.is_file():
            raise Failure(f"{tool}: there is no such program")
        # Workers look for it under this name, whatever it is called here.
        if program.name != TOOL:
            raise Failure(f"{tool}: the program must be called {TOOL}")
        self.program = str(program)
        spark.sparkContext.addFile(self.program)
        path = spark.sparkContext._jvm.org.apache.hadoop.fs.Path(folder)
        self.system = path.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration())
        if self.system.exists(path):
            raise Failure(f"{folder}: file exists; nothing is overwritten")
        self.folder = path.toString()

    def write(self, lines, unjudged, stream):
        """Writes all results, prints the problems, and returns the exit status of one process with --exit-zero.

        `unjudged` returns the reasons by file, and the number of rows. A job that fails leaves nothing.
        """
        try:
            sessions = self.write_all(lines, stream)
            return self.write_unread(*unjudged(), stream and not sessions)
        except BaseException:
            self.system.delete(self.path(""), True)
            raise

    def write_all(self, lines, stream):
        # The types are right by construction, so that Spark need not check each value.
        table = self.spark.createDataFrame(lines.map(verdict), VERDICTS, verifySchema=False)
        table.write.parquet(f"{self.folder}/verdicts.parquet")
        # Read what was stored, so that nothing is judged a second time.
        stored = self.spark.read.parquet(f"{self.folder}/verdicts.parquet").select("line").rdd.map(
            lambda row: row["line"].encode())
        sums = stored.mapPartitions(merged).collect()
        summary, = self.call([["merge", "--format", "json", "-"]],
                             sums + ([self.whole(sums)] if stream and sums else []))
        with tempfile.NamedTemporaryFile(suffix=".jsonl") as empty:
            # An empty standard input is an error.
            triage = ["triage", "--no-config", "-" if sums else empty.name]
            text, found = self.call([triage, [*triage, "--format", "json"]],
                                    stored.toLocalIterator(prefetchPartitions=True))
        problems = self.spark.sparkContext.parallelize(
            [json.dumps(problem) for problem in json.loads(found)["problems"]], 1)
        self.spark.read.schema(PROBLEMS).json(problems).write.parquet(f"{self.folder}/problems.parquet")
        self.put("summary.json", summary)
        sys.stdout.write(text.decode())
        return json.loads(summary)["summary"]["sessions"]

    def write_unread(self, files, rows, is_empty):
        """Writes what was not judged, prints it in short, and returns the exit status."""
        found = [{"path": path, "because": files[path]} for path in sorted(files)]
        self.put("unread.json", json.dumps({"files": found, "rows": rows}, ensure_ascii=False).encode())
        said = [f"{file['path']}: {file['because']}" for file in found[:1]]
        if len(found) > 1:
            said.append(f"{len(found) - 1} more could not be read; unread.json lists them")
        if rows:
            said.append(f"{rows} row{'s' if rows > 1 else ''} without a session set aside")
        if is_empty:
            said.append("no row has a session")
        for sentence in said:
            print(f"spark.py: {sentence}", file=sys.stderr)
        return UNREAD if found or is_empty else 0

    def whole(self, sums):
        """A line that adds the one journal that a stream of rows is."""
        damage = sum(json.loads(line)["summary"]["damage"] for line in sums)
        counts = {"journals": 1, "sessions": 0, "records": 0, "damaged": min(1, damage), "damage": 0,
                  "verdicts": {}, "violations": {}}
        line = {"schema": "adjournal.audit/1", "summary": counts, "rules": {}}
        return json.dumps(line, separators=(",", ":")).encode()

    def call(self, commands, lines):
        """The outputs of several calls of the tool on this machine, which all get these lines."""
        outputs = [tempfile.TemporaryFile() for _ in commands]
        running = [subprocess.Popen([self.program, *words, "--exit-zero"], stdin=subprocess.PIPE, stdout=output)
                   for words, output in zip(commands, outputs)]
        try:
            for line in lines:
                for process in running:
                    process.stdin.write(line + b"\n")
        except BrokenPipeError:  # the status says why
            pass
        for words, process in zip(commands, running):
            process.communicate()
            if process.returncode:
                raise Failure(f"adjournal {words[0]} ended with status {process.returncode}")
        for output in outputs:
            output.seek(0)
        return [output.read() for output in outputs]

    def path(self, name):
        return self.spark.sparkContext._jvm.org.apache.hadoop.fs.Path(f"{self.folder}/{name}".rstrip("/"))

    def put(self, name, content):
        """Writes one small file to the file system of the results."""
        stream = self.system.create(self.path(name), False)
        stream.write(bytearray(content))
        stream.close()


def verdict(line):
    """A row of verdicts.parquet for an output line."""
    found = json.loads(line)
    violated = [rule for rule, result in found["rules"].items() if result["verdict"] == "violated"]
    return (found["path"], found["session"], found["records"], found["end"],
            found.get("gaps", 0), number(found.get("damage", [])), number(found.get("notes", [])), found["rule_set"], found["verdicts"],
            violated, line.decode())


def number(findings):
    """The number of findings; one that stands for several has a count."""
    return sum(finding.get("count", 1) for finding in findings)
