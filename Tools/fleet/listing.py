"""The journals below the inputs, listed by Spark's Java process: a call for each file would take milliseconds."""

from worker import Failure

#: Java that lists the journals below a folder: for each one its size, a tab, its path, and NUL.
#: `listFiles` asks a store of objects for a thousand at once, and starts a process for each local file.
LIST = r"""
StringBuilder found = new StringBuilder();
java.util.ArrayDeque folders = new java.util.ArrayDeque();
org.apache.hadoop.fs.RemoteIterator below = null;
boolean isLocal = "file".equals(system.getUri().getScheme());
if (isLocal) folders.add(folder); else below = system.listFiles(folder, true);
while (isLocal ? !folders.isEmpty() : below.hasNext()) {
  org.apache.hadoop.fs.FileStatus[] files = isLocal
    ? system.listStatus((org.apache.hadoop.fs.Path) folders.poll())
    : new org.apache.hadoop.fs.FileStatus[] { (org.apache.hadoop.fs.FileStatus) below.next() };
  for (int i = 0; i < files.length; i++) {
    org.apache.hadoop.fs.Path file = files[i].getPath();
    if (files[i].isDirectory()) { folders.add(file); continue; }
    if (!file.getName().endsWith(".jsonl") && !file.getName().endsWith(".jsonl.gz")) continue;
    String path = isLocal ? file.toUri().getPath() : file.toString();
    found.append(files[i].getLen()).append('\t').append(path).append('\0');
  }
}
return found.toString();
"""


def listed(spark, inputs):
    """The journals that the inputs name, sorted as the tool sorts them, each once, with their sizes."""
    jvm, found = spark.sparkContext._jvm, {}
    configuration = spark.sparkContext._jsc.hadoopConfiguration()
    below = Below(spark)
    for name in inputs:
        pattern = jvm.org.apache.hadoop.fs.Path(name)
        system = pattern.getFileSystem(configuration)
        matches = system.globStatus(pattern) or []
        if not len(matches):
            raise Failure(f"{name}: there is no such file or folder")
        for status in matches:
            if status.isFile():
                found[readable(status)] = status.getLen()
                continue
            journals = below.journals(system, status.getPath())
            if not journals and len(matches) == 1:
                raise Failure(f"{name}: the folder has no journal: no *.jsonl and no *.jsonl.gz is below it")
            found.update(journals)
    for path in found:
        # Hadoop leaves out such names, whoever asks for them.
        if not is_local(path) and path.rpartition("/")[2][:1] in "_.":
            raise Failure(f"{path}: Spark cannot read a remote file whose name begins with _ or .")
    return sorted(found.items(), key=lambda file: file[0].encode())


class Below:
    """Lists folders with a method that Janino compiles, the compiler that Spark itself uses."""

    def __init__(self, spark):
        self.gateway = spark.sparkContext._gateway
        jvm = self.gateway.jvm
        self.method = jvm.org.codehaus.janino.ScriptEvaluator()
        self.method.setParentClassLoader(jvm.org.apache.spark.util.Utils.getContextOrSparkClassLoader())
        named = jvm.org.apache.spark.util.Utils.classForName
        self.method.setReturnType(named("java.lang.String", True, False))
        self.method.setThrownExceptions(self.array("java.lang.Class", named("java.lang.Exception", True, False)))
        self.method.setParameters(
            self.array("java.lang.String", "system", "folder"),
            self.array("java.lang.Class", named("org.apache.hadoop.fs.FileSystem", True, False),
                       named("org.apache.hadoop.fs.Path", True, False)))
        self.method.cook(LIST)

    def array(self, kind, *values):
        found = self.gateway.new_array(getattr(self.gateway.jvm.java.lang, kind.rpartition(".")[2]), len(values))
        for index, value in enumerate(values):
            found[index] = value
        return found

    def journals(self, system, folder):
        """The journals below a folder with their sizes."""
        text = self.method.evaluate(self.array("java.lang.Object", system, folder))
        pairs = (entry.split("\t", 1) for entry in text.split("\0") if entry)
        return {path: int(size) for size, path in pairs}


def readable(status):
    """The path of a file; without a scheme if it is local."""
    path = status.getPath()
    return path.toUri().getPath() if path.toUri().getScheme() == "file" else path.toString()


def is_local(path):
    return path.startswith("/")
