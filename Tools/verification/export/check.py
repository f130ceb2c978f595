#!/usr/bin/env python3
"""Reads the outputs of 'adjournal export' and of 'audit --format' with the programs that they are made for.

    python3 -m venv venv
    venv/bin/pip install cloudevents opentelemetry-proto duckdb sarif-pydantic junitparser
    venv/bin/python Tools/verification/export/check.py .build/debug/adjournal Journals

Python's csv, json and XML parser always read them; cloudevents, opentelemetry-proto, DuckDB, sarif-pydantic and
junitparser read them if installed, and are reported as skipped otherwise. Trace events must satisfy the importers
of Perfetto and chrome://tracing, and SARIF has only members that its schema has. The exit status is 1 at the first
fault.
"""

import atexit
import base64
import collections
import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

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
        codes = [record["error_code"] for record in records if record.get("error_code") is not None]
        found = table(duckdb, data).sql(
            "select count(*), count(distinct session), sum(seq), count(wall), avg(error_code), "
            "count(*) filter (text = '') from records").fetchall()[0]
        assert found[:4] == (len(records), len({r["session"] for r in records}),
                             sum(r["seq"] for r in records), len(records)), found
        assert abs(found[4] - sum(codes) / len(codes)) < 1e-6, found
        assert found[5] == sum(record.get("text") == "" for record in records), found
        # DuckDB would take the column of a session without errors for text.
        one = next(r["session"] for r in records if r["session"] not in
                   {r["session"] for r in records if "error_code" in r})
        found = table(duckdb, export("csv", "--session", one)).sql(
            "select count(*), avg(error_code), sum(latency_ms) from records").fetchall()[0]
        assert found[0] > 0 and found[1] is None, found
    return f"{len(records)} rows"


def table(duckdb, data):
    """A database with the view 'records' of an exported table."""
    path = tempfile.NamedTemporaryFile(suffix="'s.csv", delete=False)
    path.write(data)
    path.close()
    atexit.register(os.unlink, path.name)
    database = duckdb.connect()
    database.execute(run("export", "--format", "csv", "--schema", path.name).decode())
    return database


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
    flows, before = collections.defaultdict(list), {}
    count = collections.Counter()
    for event in events:
        assert process_of.setdefault(event["tid"], event["pid"]) == event["pid"], event
        assert 0 < event["pid"] < 1 << 31 and 0 < event["tid"] < 1 << 31
        if event["ph"] == "M":
            names.setdefault((event["name"], event["tid"]), event["args"])
            continue
        assert event["ph"] in "Xisf" and isinstance(event["ts"], int) and event["ts"] >= 0, event
        if event["ph"] in "sf":
            # Perfetto binds a flow to the slice that its thread had last, in the order of time and of the file.
            flows[event["id"]].append((event["ph"], event["ts"]))
            assert before[event["tid"]] == event["ts"], event
            continue
        assert event["ph"] == "X" or event["s"] == "t"
        before[event["tid"]] = event["ts"]
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
    for flow in flows.values():
        assert [phase for phase, _ in flow] == ["s", "f"] and flow[0][1] <= flow[1][1], flow
    assert len(flows) == sum(seq <= violation["seq"] for violation in violations(audited)
                             for seq in violation["witness"])
    summary = audited["summary"]
    assert count["violations"] == sum(summary["violations"].values()), count
    assert count["records"] == summary["records"], (count, summary["records"])
    return f"{len(events)} trace events on {len(names)} names, {len(flows)} arrows"


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


# The members that the schema of SARIF 2.1.0 allows and the audit writes, by the kind of object.
SARIF = {
    "log": {"version", "$schema", "runs"},
    "run": {"tool", "results", "invocations"},
    "driver": {"name", "version", "rules"},
    "rule": {"id", "shortDescription", "fullDescription", "defaultConfiguration", "helpUri", "help",
             "properties"},
    "result": {"ruleId", "level", "message", "locations", "relatedLocations", "partialFingerprints",
               "properties"},
    "location": {"id", "message", "physicalLocation"},
    "physicalLocation": {"artifactLocation", "region"},
}


def members(kind, value):
    assert value.keys() <= SARIF[kind], (kind, value.keys() - SARIF[kind])
    return value


def sarif_location(location):
    found = members("physicalLocation", members("location", location)["physicalLocation"])
    assert found["artifactLocation"]["uri"] and found.get("region", {"startLine": 1})["startLine"] > 0


def check_sarif(audited):
    data = run_audit("sarif")
    (report,) = members("log", loads(data))["runs"]
    driver = members("driver", members("run", report)["tool"]["driver"])
    rules = {rule["id"]: members("rule", rule) for rule in driver["rules"]}
    for rule in rules.values():
        assert rule["helpUri"].startswith("https://") and rule["fullDescription"]["text"], rule
        assert rule["help"]["text"] and rule["helpUri"] in rule["help"]["markdown"], rule
    count = collections.Counter()
    for result in report["results"]:
        members("result", result)
        assert result["level"] in ("error", "warning", "note") and result["message"]["text"], result
        for location in result["locations"] + result.get("relatedLocations", []):
            sarif_location(location)
        if result["ruleId"].startswith("damage/"):
            continue
        assert result["ruleId"] in rules, result
        count[result["level"]] += 1
        count["follows"] += "follows" in result["properties"]
        ids = [location["id"] for location in result["relatedLocations"]]
        assert ids and ids == sorted(set(ids)), result
        (fingerprint,) = result["partialFingerprints"].values()
        assert len(fingerprint) == 12 and int(fingerprint, 16) >= 0
    said = {level if level != "info" else "note": number
            for level, number in audited["summary"]["violations"].items()}
    assert said == {level: count[level] for level in said}, (said, count)
    assert count["follows"] == sum("follows" in violation for violation in violations(audited))
    if module("sarif_pydantic"):
        from sarif_pydantic import Sarif
        assert len(Sarif.model_validate(loads(data)).runs[0].results) == len(report["results"])
    return f"{len(report['results'])} results of {len(rules)} rules"


def violations(audited):
    return [violation for journal in audited["journals"] for session in journal["sessions"]
            for rule in session["rules"] for violation in rule["violations"]]


def check_junit(audited):
    data = run_audit("junit")
    cases = [(suite, case) for suite in xml.etree.ElementTree.fromstring(data) for case in suite]
    names = [(case.get("classname"), case.get("name")) for _, case in cases]
    assert len(set(names)) == len(names), collections.Counter(names).most_common(1)
    failures = [case.find("failure") for _, case in cases if case.find("failure") is not None]
    violated, failed, rules = set(), set(), set()
    for journal in audited["journals"]:
        for session in journal["sessions"]:
            for rule in session["rules"]:
                rules.add(rule["rule"])
                for violation in rule["violations"]:
                    violated.add(rule["rule"])
                    if violation["severity"] == "error":
                        failed.add(rule["rule"])
    assert {case.get("name") for _, case in cases if case.find("failure") is not None} == failed
    others = [case.get("name") for _, case in cases if case.get("name").endswith(("other rule", "other rules"))]
    assert violated < {name for _, name in names} and len(others) == (violated != rules), names
    assert len(cases) <= len(rules) + 3 and len(data) < 2_000 * len(cases), (len(cases), len(data))
    assert all("\n\nRemedy (" in failure.text and "https://" in failure.text for failure in failures)
    if module("junitparser"):
        import junitparser
        with tempfile.NamedTemporaryFile(suffix=".xml") as file:
            file.write(data)
            file.flush()
            read = junitparser.JUnitXml.fromfile(file.name)
        assert sum(1 for suite in read for _ in suite) == len(cases)
    return f"{len(cases)} cases, {len(failures)} failures"


def run_audit(form):
    return run("audit", "--format", form, "--exit-zero", *PATHS)


def main():
    records = lines(run("cat", *PATHS).removeprefix(b"\xef\xbb\xbf"))
    audited = loads(run("audit", "--format", "json", "--exit-zero", *PATHS))
    for check, facts in ((check_csv, records), (check_cloudevents, records),
                         (check_perfetto, audited), (check_otlp, audited),
                         (check_sarif, audited), (check_junit, audited)):
        print(f"{check.__name__.removeprefix('check_')}: {check(facts)}")
    for form in ("perfetto", "csv", "otlp", "cloudevents"):
        assert export(form) == export(form, "--jobs", "1"), f"{form}: output differs on one core"


if __name__ == "__main__":
    main()
