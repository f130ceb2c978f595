"""The judgements of adjournal and of the oracle, in one form."""

import json
import os
import subprocess
import sys

import oracle

HERE = os.path.dirname(os.path.abspath(__file__))
AT_ONCE = 200


def journals_of(paths):
    found = []
    for path in paths:
        if os.path.isdir(path):
            for folder, _, names in os.walk(path):
                found += [os.path.join(folder, name) for name in names if name.endswith(".jsonl")]
        else:
            found.append(path)
    return sorted(found)


def chunks(paths, size=AT_ONCE):
    return [paths[at : at + size] for at in range(0, len(paths), size)]


def shape(rules):
    """{rule: {verdict, activations, violations, undecided}} with comparable values."""
    if isinstance(rules, list):
        rules = {rule["rule"]: rule for rule in rules}
    return {
        name: {
            "verdict": rule["verdict"],
            "activations": rule.get("activations", 0),
            "violations": sorted(
                (each["seq"], tuple(each.get("witness", ())), missing_of(each))
                for each in rule.get("violations", [])
            ),
            "undecided": sorted((each["seq"], each["why"]) for each in rule.get("undecided", [])),
        }
        for name, rule in rules.items()
    }


def missing_of(violation):
    """What is missing, and the answer that came late: [event, from_t, to_t, late_ms, answer]."""
    missing = violation.get("missing")
    if not missing:
        return ""
    parts = [missing[name] for name in ("event", "from_t", "to_t")]
    return json.dumps(parts + [violation.get("late_ms"), violation.get("answer")])


def audited(binary, paths):
    """The journals of `adjournal audit`; if it fails, each file is tried alone and named."""
    command = [binary, "audit", "--format", "json", "--exit-zero"]
    done = subprocess.run(command + paths, capture_output=True)
    if done.returncode == 0:
        return json.loads(done.stdout)["journals"]
    if len(paths) > 1:
        middle = len(paths) // 2
        return audited(binary, paths[:middle]) + audited(binary, paths[middle:])
    told = [
        line
        for line in done.stderr.decode(errors="replace").splitlines()
        if " in " in line or "rror" in line
    ]
    print(f"{paths[0]}: ended with {done.returncode}", *told[:8], sep="\n    ", file=sys.stderr)
    return []


def by_program(binary, paths):
    """{(path, session): judgement} of `adjournal audit`."""
    found = {}
    for part in chunks(paths):
        for journal in audited(binary, part):
            damage = {}
            for each in journal["damage"]:
                damage.setdefault(each.get("session"), []).append((each["code"], each["line"]))
            for session in journal["sessions"]:
                found[journal["path"], session["session"]] = dict(
                    records=session["records"],
                    end=session["end"],
                    gaps=session["gaps"],
                    damage=sorted(damage.pop(session["session"], [])),
                    rules=shape(session["rules"]),
                )
            left = sorted(each for several in damage.values() for each in several)
            if left:
                found[journal["path"], ""] = dict(records=0, end="", gaps=0, damage=left, rules={})
    return found


def by_oracle(paths):
    """{(path, session): judgement} of the oracle."""
    found = {}
    for part in chunks(paths):
        for session in second_opinion(part):
            found[session["path"], session.get("session") or ""] = dict(
                records=session.get("records", 0),
                end=session.get("end", ""),
                gaps=session.get("gaps", 0),
                damage=sorted((each["code"], each["line"]) for each in session.get("damage", [])),
                rules=shape(session.get("rules", {})),
            )
    return found


def second_opinion(paths):
    """The judgements of the oracle; if it fails, each file is tried alone and named."""
    try:
        return list(oracle.audit(paths))
    except Exception as error:
        if len(paths) > 1:
            middle = len(paths) // 2
            return second_opinion(paths[:middle]) + second_opinion(paths[middle:])
        print(f"{paths[0]}: the oracle failed: {error!r}", file=sys.stderr)
        return []
