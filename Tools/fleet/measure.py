#!/usr/bin/env python3
"""Measures the Spark job against one process of the tool, on the same journals.

    python3 Tools/fleet/measure.py ADJOURNAL FOLDER [--cores N] [--partitions N...]

Prints for each run: wall-clock seconds, processor seconds, and the largest memory in MiB of the tool, of
Spark's Java process, and of its Python processes. Both runs make the same lines, with figures.
"""

import argparse
import contextlib
import ctypes
import pathlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
#: Of prctl: orphans become children of this process. Spark's Java process ends after the one that started it.
PR_SET_CHILD_SUBREAPER = 36


class Watch(threading.Thread):
    """The largest sum of memory of each kind of process below a process."""

    def __init__(self, root):
        super().__init__(daemon=True)
        self.root, self.largest, self.ends = root, {}, False

    def run(self):
        while not self.ends:
            sums = {}
            for kind, size in self.below():
                sums[kind] = sums.get(kind, 0) + size
            for kind, size in sums.items():
                self.largest[kind] = max(self.largest.get(kind, 0), size)
            time.sleep(0.2)

    def below(self):
        listed = subprocess.run(["ps", "-eo", "pid,ppid,rss,comm"], capture_output=True, text=True).stdout
        parents, found = {self.root}, []
        for pid, parent, size, kind in (line.split(None, 3) for line in listed.splitlines()[1:]):
            if int(parent) in parents or int(pid) == self.root:
                parents.add(int(pid))
                found.append((kind.strip(), int(size) // 1024))
        return found


def measured(name, command, environment=None):
    before = os.times()
    started = time.monotonic()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    watch = Watch(process.pid)
    watch.start()
    process.communicate()
    wall = time.monotonic() - started
    watch.ends = True
    watch.join()
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait()
    after = os.times()
    if process.returncode not in (0, 1, 3):
        sys.exit(f"{name}: status {process.returncode}")
    used = after.children_user + after.children_system - before.children_user - before.children_system
    memory = ", ".join(f"{kind} {size}" for kind, size in sorted(watch.largest.items()) if size > 20)
    print(f"{name:24} {wall:8.1f} s {used:8.1f} s   {memory}", flush=True)
    return wall, used


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("folder")
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--partitions", type=int, nargs="*", default=[0])
    chosen = parser.parse_args()
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    environment = dict(os.environ, PYSPARK_SUBMIT_ARGS=f"--master local[{chosen.cores}] pyspark-shell",
                       SPARK_LOCAL_IP="127.0.0.1")
    tool = str(pathlib.Path(chosen.tool).resolve())
    wall, used = measured("audit --format jsonl", [
        tool, "audit", "--format", "jsonl", "--only", "violated", "--figures", "--jobs", str(chosen.cores), chosen.folder])
    for partitions in chosen.partitions:
        work = tempfile.mkdtemp(prefix="adjournal-measure-")
        runs = measured(f"Spark, {partitions or 'default'} partitions", [
            sys.executable, str(HERE / "spark.py"), "--tool", tool, "--to", f"{work}/results", "--partitions", str(partitions), chosen.folder], environment)
        print(f"{'':24} {runs[0] / wall:8.2f} ×  {runs[1] / used:8.2f} ×")
        shutil.rmtree(work)


if __name__ == "__main__":
    main()
