"""What runs on a worker: the tool that was shipped with the job, over the inputs of one partition."""

import os
import re
import shutil
import socket
import subprocess
import tempfile
import threading

from pyspark.accumulators import AccumulatorParam

#: The name under which Spark ships the tool.
TOOL = "adjournal"
#: The beginning of each call that judges: violations and damage are results.
AUDIT = ("audit", "--format", "jsonl", "--only", "violated", "--figures", "--exit-zero", "--jobs", "1")
#: The options whose values are files, which are shipped with the job.
OF_FILES = ("--config", "--rules")
#: The exit status of a call in which a file could not be read.
UNREAD = 4
#: Messages of the tool about what it did read.
REMARK = re.compile(r"adjournal: (damage in \d+ journals?; .*|.*: format version \d+ is newer than this adjournal; .*)")
#: The most bytes that are read at once.
BLOCK = 1 << 20

#: Errors of Spark that have a simple cause, with their sentences.
KNOWN = {
    "No space left on device": "no space left on device: free some in the folder of results and in Spark's "
                               "local folders (SPARK_LOCAL_DIRS, spark.local.dir)",
    "Python worker exited unexpectedly": "a Python worker was killed, for example because memory ran out. A master "
                                         "like local[2,4] repeats its task, local[2] does not",
}


class Failure(Exception):
    """A reason to stop the job, in one sentence."""

    @staticmethod
    def within(error):
        """The sentence of a failure, also of one that Spark wrapped, or of another error of Spark."""
        if isinstance(error, Failure):
            return str(error)
        text = str(error)
        found = re.search(r"Failure: (.*)", text)
        if found:
            return found.group(1)
        for symptom, sentence in KNOWN.items():
            if symptom in text:
                return sentence
        causes = re.findall(r"^Caused by: (.*)", text, re.MULTILINE)
        lines = (causes[-1:] + text.splitlines() + [type(error).__name__])[:1]
        return f"{lines[0]} (--verbose shows the messages of Spark)"


class Union(AccumulatorParam):
    """A dictionary to which tasks add. A task that runs twice adds the same."""

    def zero(self, value):
        return {}

    def addInPlace(self, value, other):
        value.update(other)
        return value


def shipped(name):
    """The path of a shipped file on this machine."""
    from pyspark import SparkFiles
    path = SparkFiles.get(name)
    if not os.path.exists(path):
        raise Failure(f"{socket.gethostname()}: {name} was not shipped to this worker ({path})")
    return path


def tool():
    """The path of the shipped tool on this machine, ready to run."""
    path = shipped(TOOL)
    if not os.access(path, os.X_OK):
        os.chmod(path, 0o755)
    return path


def command(words):
    """The words of a call of the tool, with the paths of shipped files."""
    return [tool()] + [shipped(word) if before in OF_FILES else word for before, word in zip(["", *words], words)]


def run(arguments, feed, explains=lambda messages: False):
    """Runs the tool, writes what `feed` yields to its input, and yields its output in whole lines.

    A file that could not be read is no failure if `explains` returns true for the messages about it.
    """
    with tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen(command(arguments), stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=errors)
        except OSError as error:
            raise Failure(f"{socket.gethostname()}: cannot run the tool: {error.strerror}; build one "
                          "for the workers with Tools/release/build.py") from None
        problem = []
        writer = threading.Thread(target=write, args=(process.stdin, feed, problem))
        writer.start()
        try:
            yield from whole_lines(process.stdout)
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


def whole_lines(output):
    """What a pipe has, in blocks of whole lines."""
    rest = []
    while block := output.read1(BLOCK):
        end = block.rfind(b"\n") + 1
        if end:
            yield b"".join([*rest, block[:end]])
            rest = []
        rest.append(block[end:])
    if last := b"".join(rest):
        yield last


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


def summed(number, blocks, sums):
    """The blocks of lines of a partition; notes their sums, which `merge` makes meanwhile."""
    first = next(blocks, None)
    if first is None:
        return
    with subprocess.Popen([tool(), "merge", "--exit-zero", "--format", "json", "-"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as merge:
        yield from passed(first, blocks, merge.stdin)
        merge.stdin.close()
        line = merge.stdout.read()
    if merge.returncode:
        raise Failure(f"{socket.gethostname()}: adjournal merge ended with status {merge.returncode}")
    sums.add({number: line})


def passed(first, blocks, copy):
    """All blocks as texts, which go to the copy as well."""
    block = first
    while block is not None:
        try:
            copy.write(block)
        except BrokenPipeError:  # the status says why
            pass
        # Spark ends each row with a line feed.
        yield block.removesuffix(b"\n").decode()
        block = next(blocks, None)


class Copies:
    """Copies of remote files in a folder of Spark, removed at the end, or by Spark if this process is killed."""

    def __init__(self):
        from pyspark import SparkFiles
        self.folder = tempfile.mkdtemp(prefix="adjournal-", dir=SparkFiles.getRootDirectory())

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
