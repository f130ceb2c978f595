#!/usr/bin/env python3
"""Runs the pure parts of the bridges: their lines are recorded and audited, and a lost callback is found.

usage: Tools/bridges/check.py ADJOURNAL [LIBRARY_FOLDER]

Needs node, tsc (Debian: node-typescript) and mono (mono-mcs, mono-runtime). With LIBRARY_FOLDER, which has
libAdJournalC.so, the C# bridge also records with the C library. No package of Debian or PyPI runs Dart: its
names of events and fields are compared with the vocabulary only.
"""
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
VOCABULARY = HERE.parents[1] / "Journals" / "formats" / "1" / "vocabulary.tsv"
HEADER = {
    "event": "session.began", "app": "com.example.app", "app_version": "1.0", "build": "debug", "os": "iOS",
    "os_version": "18.0", "sdk": "google-mobile-ads", "sdk_version": "12.9.0", "utc_offset_min": 0,
    "captures": ["load", "present", "revenue", "reward", "callback"]}
CALLBACK = "callback-reaches-app"


def run(*command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)
    if done.returncode != 0:
        sys.exit(f"{command[0]}: status {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def recorded(adjournal, lines, folder, name, limit):
    """Records lines and, 0.3 s later, one more; returns the verdicts by rule for a limit of seconds."""
    journal = folder / f"{name}.jsonl"
    child = subprocess.Popen([adjournal, "record", journal], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE, text=True)
    child.stdin.write("".join(line + "\n" for line in [json.dumps(dict(HEADER, policy={"callback_s": limit})), *lines]))
    child.stdin.flush()
    time.sleep(0.3)
    child.stdin.write('{"event":"app.resigned_active"}\n')
    messages = child.communicate()[1]
    if child.returncode != 0 or messages:
        sys.exit(f"{name}: adjournal record: status {child.returncode}\n{messages}")
    audit = json.loads(run(adjournal, "audit", "--exit-zero", "--format", "json", journal))
    return {rule["rule"]: rule["verdict"] for rule in audit["journals"][0]["sessions"][0]["rules"]}


def typescript(folder):
    for source in ["react-native/adEvents.ts", "check/scenario.ts"]:
        (folder / pathlib.Path(source).name).write_text((HERE / source).read_text())
    run("tsc", "--strict", "--target", "es2020", "--module", "commonjs", "scenario.ts", "adEvents.ts", cwd=folder)
    return lambda recorded: run("node", folder / "scenario.js", recorded)


def csharp(folder):
    program = folder / "scenario.exe"
    run("mcs", "-warnaserror", f"-out:{program}", HERE / "check" / "Scenario.cs", HERE / "unity" / "AdEvents.cs",
        HERE / "unity" / "Journal.cs")
    return lambda recorded: run("mono", program, recorded)


def csharp_with_library(folder, library):
    header = {key: value for key, value in HEADER.items() if key != "event"}
    configuration = json.dumps(dict(header, folder=str(folder / "journals")))
    run("mono", folder / "scenario.exe", "all", configuration, env={"LD_LIBRARY_PATH": library, "PATH": "/usr/bin:/bin"})
    print("Unity: C# recorded and audited a session with the C library")


def dart():
    """The names of events and fields in the Dart source, each of them in the vocabulary."""
    fields = {}
    for row in csv.reader(VOCABULARY.open(), delimiter="\t"):
        fields.setdefault(row[0], set()).update(row[3:4])
    text = (HERE / "flutter" / "ad_events.dart").read_text()
    events = set(re.findall(r"'(ad\.[a-z_]+|callback\.received)'", text))
    names = set(re.findall(r"'([a-z_]+)':", text)) - {"event"}
    other = (HERE / "react-native" / "adEvents.ts").read_text()
    missing = set(re.findall(r'"(ad\.[a-z_]+|callback\.received)"', other)) - events
    unknown = [name for name in names if not any(name in fields[event] for event in events if event in fields)]
    if missing or unknown or not events <= fields.keys():
        sys.exit(f"Flutter: events {events - fields.keys()}, fields {unknown}, missing {missing}")
    print(f"Flutter: {len(events)} events and {len(names)} fields of the vocabulary (the code was not run)")


def main(adjournal, library=None):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        languages = {"React Native": typescript(folder), "Unity": csharp(folder)}
        outputs = {language: program("all") for language, program in languages.items()}
        if len(set(outputs.values())) > 1:
            sys.exit(f"the languages differ:\n{json.dumps(outputs, indent=1)}")
        for language, program in languages.items():
            lines = program("all").splitlines()
            native = [line for line in lines if '"callback.received"' not in line]
            callbacks = program("callbacks").splitlines()
            if [line for line in lines if line not in native] != callbacks:
                sys.exit(f"{language}: the callbacks alone differ")
            # As native code records it: each event, and its callback beside the SDK.
            both = [line for one in lines for line in (
                [one.replace('"layer":"app"', '"layer":"sdk"'), one] if '"layer"' in one else [one])]
            whole = recorded(adjournal, both, folder, f"{language}-whole", 60)
            if whole[CALLBACK] != "holds":
                sys.exit(f"{language}: {CALLBACK} {whole[CALLBACK]}")
            lost = 0
            for callback in callbacks:
                what = json.loads(callback)["what"]
                if what not in ["loaded", "failed_to_load", "failed_to_present", "dismissed", "reward"]:
                    continue
                verdicts = recorded(adjournal, [line for line in both if line != callback], folder,
                                    f"{language}-{lost}", 0.1)
                if verdicts[CALLBACK] != "violated":
                    sys.exit(f"{language}: without {callback}: {CALLBACK} {verdicts[CALLBACK]}")
                lost += 1
            print(f"{language}: {len(lines)} lines are recorded as they are; {CALLBACK} finds each of {lost} lost callbacks")
        if library:
            csharp_with_library(folder, library)
    dart()


if len(sys.argv) not in [2, 3]:
    sys.exit(__doc__)
main(*sys.argv[1:])
