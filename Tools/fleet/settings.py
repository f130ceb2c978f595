"""The program and the settings of the job, which are the same on all workers."""

import json
import os
import posixpath
import subprocess
import tempfile

from worker import TOOL, Failure, command, shipped

#: One record, with which the tool names its rules.
RECORD = b'k\t{"v":1,"session":"s","seq":1}\n'


class Settings:
    """Ships the program, the configuration and the files of rules; `audit` has the words for each call that judges."""

    def __init__(self, spark, chosen):
        self.spark = spark
        self.shipped = {}
        self.ship_tool(chosen.tool)
        from pyspark import SparkFiles
        # Spark removes this folder, and serves the files in it to the workers until then.
        self.folder = tempfile.mkdtemp(prefix="settings-", dir=SparkFiles.getRootDirectory())
        words = ["--config", self.ship_config(chosen.config)] if chosen.config else ["--no-config"]
        for path in chosen.rules:
            words += ["--rules", self.ship(path)]
        for option in ("rule", "except", "policy"):
            words += [word for value in getattr(chosen, option) for word in (f"--{option}", value)]
        self.audit = words
        self.rules = self.rules_in_order()

    def ship_tool(self, path):
        # Workers look for it under this name, whatever it is called here.
        if posixpath.basename(path) != TOOL:
            raise Failure(f"{path}: the program must be called {TOOL}")
        if "://" not in path:
            path = os.path.realpath(path) if os.path.basename(os.path.realpath(path)) == TOOL else path
            if not os.path.isfile(path):
                raise Failure(f"{path}: there is no such program")
        try:
            self.spark.sparkContext.addFile(path)
        except Exception as error:
            raise Failure(f"{path}: cannot read the program: {str(error).splitlines()[-1]}") from None

    def ship(self, path, change=lambda text: text):
        """The name under which workers find a copy of a file, which can be on any file system of Hadoop."""
        # One Spark session can run several jobs, and keeps their files apart by name.
        name = f"{os.path.basename(self.folder)}-{len(self.shipped)}-{posixpath.basename(path)}"
        local = os.path.join(self.folder, name)
        jvm = self.spark.sparkContext._jvm
        source = jvm.org.apache.hadoop.fs.Path(path)
        try:
            system = source.getFileSystem(self.spark.sparkContext._jsc.hadoopConfiguration())
            system.copyToLocalFile(False, source, jvm.org.apache.hadoop.fs.Path(f"file://{local}"), True)
            with open(local, encoding="utf-8") as file:
                text = change(file.read())
        except Exception:
            raise Failure(f"{path}: cannot read this file") from None
        with open(local, "w", encoding="utf-8") as file:
            file.write(text)
        self.spark.sparkContext.addFile(local)
        self.shipped[name] = path
        return name

    def ship_config(self, path):
        def change(text):
            try:
                found = json.loads(text)
                below = [posixpath.join(posixpath.dirname(path), name) for name in found.get("rules", [])]
            except (ValueError, TypeError, AttributeError):
                return text  # the tool says what is wrong
            found.pop("baseline", None)
            if below:
                found["rules"] = [self.ship(name) for name in below]
            return json.dumps(found)

        return self.ship(path, change)

    def named(self, message):
        """A message of the tool, with the names that the user gave to files."""
        for name, path in self.shipped.items():
            message = message.replace(shipped(name), path)
        return message.removeprefix("adjournal: ")

    def rules_in_order(self):
        """The ids of all rules; an error in the settings is found here, before any worker starts."""
        words = ["audit", "--format", "jsonl", "--exit-zero", *self.audit, "--keyed", "-"]
        try:
            run = subprocess.run(command(words), input=RECORD, capture_output=True)
        except OSError as error:
            raise Failure(f"cannot run the tool: {error.strerror}; build one for this machine and the workers with "
                          "Tools/release/build.py") from None
        if run.returncode or not run.stdout:
            said = run.stderr.decode(errors="replace").strip().splitlines() or ["the tool says nothing"]
            raise Failure(self.named(said[0]))
        return list(json.loads(run.stdout)["rules"])
