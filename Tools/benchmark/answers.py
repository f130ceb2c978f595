"""Checks before any measurement that the tool and every peer give the same answers."""

import json
import re

from measure import Failed, output

ASKED = {
    "duckdb two": ("kinds", "stale"),
    "duckdb three": ("kinds", "stale", "unreloaded"),
    "polars": ("kinds", "stale", "unreloaded"),
    "orjson": ("kinds", "stale", "unreloaded"),
    "simdjson": ("kinds", "stale", "unreloaded"),
    "jq three": ("kinds", "stale", "unreloaded"),
    "wc": ("records",),
    "grep": ("shows",),
}


def said(name, text):
    """The answers in the output of a peer."""
    if name == "wc":
        return {"records": int(text.split()[0])}
    if name == "grep":
        return {"shows": int(re.findall(r"\d+", text)[0])}
    return json.loads(text)


def check(tool, peers, path, truth, names):
    """One result per program: its questions, and whether its answers are right."""
    truth = {**truth, "shows": truth["kinds"]["ad.will_present"]}
    lines = [verdict("adjournal audit (two rules)", tool.answers(path), truth,
                     ("records", "stale", "unreloaded"))]
    sown = truth["stale"] + truth["unreloaded"]
    lines.append(verdict("adjournal audit (all rules)", {"violations": tool.violations(path)},
                         {"violations": sown}, ("violations",)))
    for name in names:
        if reason := peers.reason(name):
            lines.append({"program": name, "right": None, "says": reason})
            continue
        try:
            found = said(name, output(peers.task(name, path).command))
            lines.append(verdict(name, found, truth, ASKED[name]))
        except Failed as failure:
            lines.append({"program": name, "right": False, "says": str(failure)})
    return lines


def verdict(program, found, truth, asked):
    wrong = [f"{key}: {found.get(key)} instead of {truth[key]}" for key in asked
             if found.get(key) != truth[key]]
    says = ", ".join(f"{key} {truth[key]}" for key in asked if key != "kinds")
    if "kinds" in asked:
        says = f"{len(truth['kinds'])} kinds, {says}"
    return {"program": program, "right": not wrong, "says": "; ".join(wrong) or says}
