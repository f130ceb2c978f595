#!/usr/bin/env python3
"""Reads the files of 'adjournal export' with the programs that they are made for.

    python3 -m venv venv && venv/bin/pip install cloudevents opentelemetry-proto duckdb
    venv/bin/python Tools/verification/export/check.py .build/debug/adjournal Journals

Python's csv and json always read them; cloudevents, opentelemetry-proto and DuckDB read them if installed, and
are reported as skipped otherwise. Trace events must satisfy the importers of Perfetto and chrome://tracing. The
exit status is 1 at the first fault.
"""

import base64
import collections
import csv
import io
import json
import subprocess
import sys
import tempfile

TOOL, PATHS = sys.argv[1], sys.argv[2:]
csv.field_size_limit(1 << 24)


def run(*words):
    done = subprocess.run([TOOL, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode in (0, 3), (words, done.returncode, done.stderr)
    return done.stdout


def export(form, *more):
    return run("export", "--format", form, *more, *PATHS)


def no_constant(word):
    raise ValueError(word)


def loads(text):
    """Decodes JSON; NaN and Infinity, which only Python accepts, are errors."""
    return json.loads(text, parse_constant=no_constant)


def lines(data):
    return [loads(line) for line in data.decode().split("\n") if line]


def module(name):
    try:
        return __import__(name, fromlist=["_"])
    except ImportError:
        print(f"  {name} is not installed; skipped")
        return None


def check_csv(records):
    data = export("csv")
    rows = list(csv.reader(io.StringIO(data.decode(), newline=""), strict=True))
    assert len(rows) == len(records) + 1, (len(rows), len(records))
    header = rows[0]
    assert all(len(row) == len(header) for row in rows)
    for row, record in zip(rows[1:], records):
        cells = {name: cell for name, cell in zip(header, row) if cell}
        others = loads(cells.pop("other", "{}"))
        assert not others.keys() & set(header)
        for name, value in record.items():
            if name == "crc" or value is None or (name == "v" and value == 1):
                continue
            said = others.pop(name) if name in others else read(cells.pop(name, ""), value)
            same = said == value or isinstance(value, str) and said == value.replace("\0", "\ufffd")
            assert same, (name, said, value)
        assert not cells and not {key for key in others if others[key] is not None}, (cells, others)
    if duckdb := module("duckdb"):
        with tempfile.NamedTemporaryFile(suffix=".csv") as file:
            file.write(data)
            file.flush()
            found = duckdb.sql(
                f"select count(*), count(distinct session) from read_csv('{file.name}', "
                "header = true, all_varchar = true, max_line_size = 4000000)").fetchall()[0]
        assert found == (len(records), len({r["session"] for r in records})), found
    return f"{len(records)} rows"


def read(cell, value):
    """The value of a cell, without the apostrophe that protects a text."""
    if isinstance(value, str):
        return cell[1:] if cell.startswith("'") else cell
    return loads(cell)


def check_cloudevents(records):
    events = lines(export("cloudevents"))
    assert [event["data"] for event in events] == records
    for event in events:
        assert event["id"] == f"{event['data']['session']}/{event['data']['seq']}"
        assert all(isinstance(value, str) and value for key, value in event.items() if key != "data")
    if module("cloudevents"):
        from cloudevents.core.formats.json import JSONFormat
        from cloudevents.core.v1.event import CloudEvent
        for event in events:
            read = JSONFormat().read(CloudEvent, json.dumps(event))
            assert read.get_type() == event["type"] and read.get_data() == event["data"]
            assert read.get_time() is not None
    return f"{len(events)} events"


def check_perfetto(audited):
    trace = loads(export("perfetto"))
    events = trace["traceEvents"]
    tracks, process_of, names = collections.defaultdict(list), {}, {}
    count = collections.Counter()
    for event in events:
        assert process_of.setdefault(event["tid"], event["pid"]) == event["pid"], event
        assert 0 < event["pid"] < 1 << 31 and 0 < event["tid"] < 1 << 31
        if event["ph"] == "M":
            names.setdefault((event["name"], event["tid"]), event["args"])
            continue
        assert event["ph"] in "Xi" and isinstance(event["ts"], int) and event["ts"] >= 0, event
        assert event["ph"] == "X" or event["s"] == "t"
        count["violations"] += "because" in event["args"]
        count["records"] += "wall" in event["args"]
        if event["ph"] == "X":
            assert event["dur"] >= 0, event
            tracks[event["tid"]].append((event["ts"], event["ts"] + event["dur"], event["name"]))
    for tid, slices in tracks.items():
        assert ("thread_name", tid) in names and ("process_name", process_of[tid]) in names
        slices.sort()
        for one, other in zip(slices, slices[1:]):
            assert other[0] >= one[1], ("slices overlap", tid, one, other)
    summary = audited["summary"]
    assert count["violations"] == sum(summary["violations"].values()), count
    assert count["records"] == summary["records"], (count, summary["records"])
    return f"{len(events)} trace events on {len(names)} names"


def check_otlp(audited):
    requests = lines(export("otlp"))
    records = violations = spans_in_all = 0
    for request in requests:
        ((resource,),) = request.values()
        spans = resource["scopeSpans"][0]["spans"]
        ids = {span["spanId"] for span in spans}
        assert len(ids) == len(spans) and len({span["traceId"] for span in spans}) == 1
        spans_in_all += len(spans)
        for span in spans:
            assert span.get("parentSpanId") in (ids if span is not spans[0] else {None}), span
            assert int(span["startTimeUnixNano"]) <= int(span["endTimeUnixNano"]), span
            said = [event["name"] == "violation" for event in span["events"]]
            violations, records = violations + sum(said), records + len(said) - sum(said)
    assert len({r["resourceSpans"][0]["scopeSpans"][0]["spans"][0]["traceId"] for r in requests}) \
        == len({json.dumps(r["resourceSpans"][0]["resource"]["attributes"][-1]) for r in requests})
    summary = audited["summary"]
    assert records == summary["records"], (records, summary["records"])
    assert violations == sum(summary["violations"].values()), violations
    if module("opentelemetry.proto"):
        from google.protobuf import json_format
        from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as service
        for request in requests:
            for span in request["resourceSpans"][0]["scopeSpans"][0]["spans"]:
                for key, size in (("traceId", 16), ("spanId", 8), ("parentSpanId", 8)):
                    if key in span:  # OTLP has hexadecimal digits, protobuf expects base64.
                        raw = bytes.fromhex(span[key])
                        assert len(raw) == size and any(raw)
                        span[key] = base64.b64encode(raw).decode()
            json_format.ParseDict(request, service.ExportTraceServiceRequest())
    return f"{spans_in_all} spans of {len(requests)} sessions"


def main():
    records = lines(run("cat", *PATHS).removeprefix(b"\xef\xbb\xbf"))
    audited = loads(run("audit", "--format", "json", "--exit-zero", *PATHS))
    for check, facts in ((check_csv, records), (check_cloudevents, records),
                         (check_perfetto, audited), (check_otlp, audited)):
        print(f"{check.__name__.removeprefix('check_')}: {check(facts)}")
    for form in ("perfetto", "csv", "otlp", "cloudevents"):
        assert export(form) == export(form, "--jobs", "1"), f"{form}: output differs on one core"


if __name__ == "__main__":
    main()
