#!/usr/bin/env python3
"""Audits the journals of a fleet with Apache Spark.

    Tools/fleet/spark.py --tool ADJOURNAL --to FOLDER INPUT...
    spark-submit Tools/fleet/spark.py --tool ADJOURNAL --to FOLDER INPUT...

Each INPUT is a path of a Hadoop file system (s3a://, gs://, hdfs://, or local): a journal, a folder or a
pattern. FOLDER must not exist; it gets verdicts.parquet, problems.parquet, summary.json and unread.json. With --keyed,
the inputs are lines of the form KEY<TAB>RECORD. README.md beside this file describes everything else.
"""

import argparse
import sys
import time

import bundles
import keyed_lines
import results
from worker import Failure


def options(words=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True, metavar="ADJOURNAL",
                        help="the adjournal program to ship to the workers")
    parser.add_argument("--to", required=True, metavar="FOLDER", help="the folder for the results")
    parser.add_argument("--keyed", action="store_true",
                        help="inputs are lines KEY<TAB>RECORD; the key should be the install")
    parser.add_argument("--partitions", type=int, default=0, metavar="N",
                        help="number of partitions (default: four per core, at least one per 512 MiB)")
    parser.add_argument("--policy", action="append", default=[], metavar="KEY=VALUE",
                        help="a threshold, as for 'adjournal audit'")
    parser.add_argument("inputs", nargs="+", metavar="INPUT")
    return parser.parse_args(words)


def run(spark, chosen):
    """Runs the job with these options and returns its exit status."""
    target = results.Target(spark, chosen.tool, chosen.to)
    arguments = [word for value in chosen.policy for word in ("--policy", value)]
    audit = keyed_lines.audit if chosen.keyed else bundles.audit
    lines, unjudged = audit(spark, chosen.inputs, arguments, chosen.partitions)
    return target.write(lines, unjudged, stream=chosen.keyed)


def session(builder):
    """The Spark session of a builder, whose workers can run the job."""
    spark = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    for name in ("worker.py", "bundles.py", "keyed_lines.py", "results.py"):
        spark.sparkContext.addPyFile(str(results.HERE / name))
    return spark


def main():
    chosen = options()
    from pyspark.sql import SparkSession
    spark = session(SparkSession.builder.appName("adjournal"))
    started = time.monotonic()
    try:
        status = run(spark, chosen)
    except Exception as error:  # Spark wraps the errors of workers
        failure = Failure.within(error)
        if failure is None:
            raise
        sys.exit(f"spark.py: {failure}")
    finally:
        spark.stop()
    print(f"{time.monotonic() - started:.1f} s", file=sys.stderr)
    sys.exit(status)


if __name__ == "__main__":
    main()
