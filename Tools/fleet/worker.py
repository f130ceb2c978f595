"""What runs on a worker: the tool that was shipped with the job, over the inputs of one partition."""

import os
import re
import shutil
import socket
import subprocess
import tempfile
import threading

#: The name under which Spark ships the tool.
TOOL = "adjournal"
#: The beginning of each call that judges: violations and damage are results, and the settings are those of the job.
AUDIT = ("audit", "--format", "jsonl", "--only", "violated", "--exit-zero", "--jobs", "1", "--no-config")
#: The exit status of a call in which a file could not be read.
UNREAD = 4
#: Messages of the tool about what it did read.
REMARK = re.compile(r"adjournal: (damage in \d+ journals?; .*|.*: format version \d+ is newer than this adjournal; .*)")


class Failure(Exception):
    """A reason to stop the job, in one sentence."""

    @staticmethod
    def within(error):
        """The sentence of a failure, also of one that Spark wrapped; None for another error."""
        if isinstance(error, Failure):
            return str(error)
        found = re.search(r"Failure: (.*)", str(error))
        return found.group(1) if found else None


def tool():
    """The path of the shipped tool on this machine, ready to run."""
    from pyspark import SparkFiles
    path = SparkFiles.get(TOOL)
    if not os.path.exists(path):
        raise Failure(f"{socket.gethostname()}: the tool was not shipped to this worker ({path})")
    if not os.access(path, os.X_OK):
        os.chmod(path, 0o755)
    return path


def run(arguments, feed, take, explains=lambda messages: False):
    """Runs the tool, writes what `feed` yields to its input, and yields `take` of each output line.

    A file that could not be read is no failure if `explains` returns true for the messages about it.
    """
    with tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen([tool(), *arguments], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=errors)
        except OSError as error:
            raise Failure(f"{socket.gethostname()}: cannot run the tool: {error.strerror}; build one "
                          "for the workers with Tools/release/build.py") from None
        problem = []
        writer = threading.Thread(target=write, args=(process.stdin, feed, problem))
        writer.start()
        try:
            for line in process.stdout:
                yield take(line)
        finally:
            if process.poll() is None and not process.stdout.closed:
                process.stdout.close()
            writer.join()
            status = process.wait()
        if problem:
            raise problem[0]
        errors.seek(0)
        said = errors.read().decode(errors="replace").strip().splitlines()
        if status and not (status == UNREAD and explains([line for line in said if not REMARK.fullmatch(line)])):
            raise Failure(f"{socket.gethostname()}: adjournal {arguments[0]} ended with status "
                          f"{status}: {said[-1] if said else 'no message'}")


def write(pipe, feed, problem):
    """Writes all pieces to the tool; a tool that ends early says why by its status."""
    try:
        for piece in feed:
            pipe.write(piece)
    except BrokenPipeError:
        pass
    except Exception as error:  # handed over to the thread that reads
        problem.append(error)
    finally:
        try:
            pipe.close()
        except BrokenPipeError:
            pass


def merged(lines):
    """One line with the sums of output lines; nothing for a partition without sessions."""
    first = next(lines, None)
    if first is None:
        return []

    def feed():
        yield first + b"\n"
        for line in lines:
            yield line + b"\n"

    return list(run(["merge", "--exit-zero", "--format", "json", "-"], feed(), lambda line: line.rstrip(b"\n")))


class Copies:
    """Copies of remote files on this machine, removed at the end."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="adjournal-")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def put(self, name, content):
        path = os.path.join(self.folder, name)
        try:
            with open(path, "wb") as file:
                file.write(content)
        except OSError as error:
            raise Failure(f"{socket.gethostname()}: {self.folder}: cannot copy {name}: "
                          f"{error.strerror}") from None
        return path
