#!/usr/bin/env python3
"""Audits the journals of a fleet with Apache Spark.

    python3 Tools/fleet/spark.py --tool ADJOURNAL --to FOLDER INPUT...
    spark-submit Tools/fleet/spark.py --tool ADJOURNAL --to FOLDER INPUT...

Each INPUT is a path of a Hadoop file system (s3a://, gs://, hdfs://, or local): a journal, a folder or a
pattern. FOLDER must not exist; it gets lines, tables as Parquet, summary.json and unread.json. With --keyed,
the inputs are lines of the form KEY<TAB>RECORD. README.md beside this file describes everything else.

With 'spark-submit --deploy-mode cluster', this file runs on another machine: write its other modules to a
file with '--pack fleet.zip', and add '--py-files fleet.zip'.
"""

import argparse
import os
import pathlib
import sys
import time
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
#: The modules that run on workers, or in the process of this one.
MODULES = ("worker", "listing", "bundles", "keyed_lines", "settings", "tables", "results")
#: The JVM of one machine: its work is short, so that compiling it well costs more than it saves.
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


def options(words=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True, metavar="ADJOURNAL",
                        help="the adjournal program to ship to the workers: a path or a URI")
    parser.add_argument("--to", required=True, metavar="FOLDER", help="the folder for the results")
    parser.add_argument("--append", action="store_true",
                        help="add to the results in FOLDER; a session that is there already is an error")
    parser.add_argument("--partition-by", choices=["day"],
                        help="divide the tables by the local day on which a session began")
    parser.add_argument("--keyed", action="store_true",
                        help="inputs are lines KEY<TAB>RECORD; the key should be the install")
    parser.add_argument("--partitions", type=int, default=0, metavar="N",
                        help="number of partitions (default: four per core, at least one per 512 MiB)")
    for name, metavar, text in (
            ("rule", "ID", "check only this rule"), ("except", "ID", "skip this rule"),
            ("rules", "FILE", "add the rules in this file"), ("policy", "KEY=VALUE", "set a threshold")):
        parser.add_argument(f"--{name}", action="append", default=[], metavar=metavar,
                            help=f"{text}, as for 'adjournal audit'")
    parser.add_argument("--config", metavar="FILE",
                        help="read policy, severities and rules from this file; no .adjournal.json is looked for")
    parser.add_argument("--severity", choices=["error", "warning", "info"],
                        help="exit with 1 for violations of at least this severity, and with 3 for damage")
    parser.add_argument("--verbose", action="store_true", help="show the messages of Spark")
    parser.add_argument("inputs", nargs="+", metavar="INPUT")
    return parser.parse_args(words)


def run(spark, chosen, say):
    """Runs the job with these options and returns its exit status."""
    import bundles
    import keyed_lines
    import results
    import settings
    found = settings.Settings(spark, chosen)
    target = results.Target(spark, chosen, found, say)
    audit = keyed_lines.audit if chosen.keyed else bundles.audit
    audited = audit(spark, chosen.inputs, found.audit, chosen.partitions, say)
    return target.write(audited, stream=chosen.keyed)


def session(builder, verbose=False):
    """The Spark session of a builder, whose workers can run the job."""
    spark = (builder.config("spark.ui.showConsoleProgress", "false")
             .config("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS").getOrCreate())
    spark.sparkContext.setLogLevel("WARN" if verbose else "OFF")
    for name in MODULES:
        # In a cluster, '--py-files' has them.
        if (HERE / f"{name}.py").exists():
            spark.sparkContext.addPyFile(str(HERE / f"{name}.py"))
    return spark


#: Whether spark-submit runs this process.
IS_SUBMITTED = "PYSPARK_GATEWAY_PORT" in os.environ


def started(chosen):
    """A Spark session for the job."""
    from pyspark.sql import SparkSession
    builder = SparkSession.builder.appName("adjournal")
    if not IS_SUBMITTED:
        builder = builder.config("spark.driver.extraJavaOptions", JAVA).config("spark.ui.enabled", "false")
    return session(builder, chosen.verbose)


def say(sentence):
    """Prints to standard error; spark-submit turns that of this process into standard output, but not that of Java."""
    from pyspark import SparkContext
    text = f"spark.py: {sentence}"
    if IS_SUBMITTED and SparkContext._jvm:
        SparkContext._jvm.java.lang.System.err.println(text)
    else:
        print(text, file=sys.stderr)


def pack(path):
    """Writes the modules to a file for `--py-files`."""
    with zipfile.ZipFile(path, "w") as archive:
        for name in MODULES:
            archive.write(HERE / f"{name}.py", f"{name}.py")


def main():
    if sys.argv[1:2] == ["--pack"] and len(sys.argv) == 3:
        return pack(sys.argv[2])
    chosen = options()
    try:
        import pyspark
        import worker
    except ImportError as error:
        sys.exit(f"spark.py: no module {error.name}: " + (
            "install Spark with 'pip install pyspark'" if error.name == "pyspark" else
            "write the modules with 'spark.py --pack fleet.zip' and add '--py-files fleet.zip' to spark-submit"))
    begin = time.monotonic()
    spark = None
    try:
        spark = started(chosen)
        status = run(spark, chosen, say)
    except Exception as error:
        if chosen.verbose:
            raise
        say(worker.Failure.within(error))
        status = 1
    else:
        say(f"{time.monotonic() - begin:.1f} s")
    finally:
        if spark:
            spark.stop()
    sys.exit(status)


if __name__ == "__main__":
    main()
