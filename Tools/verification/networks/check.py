#!/usr/bin/env python3
"""Measures how often `adjournal stats --by network` finds a bad network, and how often it accuses a good one.

    check.py ADJOURNAL [--fleets N] [--shows N] [--seed N] [--jobs N]

Writes journals of fleets with four networks, each with N rewarded shows, twenty shows in a session.

planted     The first network pays no reward for 5 % of its shows, the others for 0.5 %. The first must be
            called worse in at least 90 % of the fleets.
equal       All networks pay no reward for 0.5 % of their shows. At most 5 % of the fleets may have a network
            that is called worse, in whatever it is.

Late dismissals, early clicks and sessions that are cut under an ad are equally frequent in all networks. The
exit status is 1 if one of the targets is missed.
"""

import argparse
import concurrent.futures
import json
import pathlib
import random
import subprocess
import sys
import tempfile

NETWORKS = [f"Example Network {letter}" for letter in "ABCD"]
PER_SESSION = 20
RARELY = 0.005
AD = '"unit":"u","format":"rewarded"'


class Session:
    """Writes the records of one session."""

    def __init__(self, name):
        self.name, self.t, self.lines = name, 0, []
        self.add("session.began", '"app":"a","app_version":"1","build":"release","os":"iOS","os_version":"26.1",'
                 '"sdk":"s","sdk_version":"1","utc_offset_min":0,"captures":["revenue","reward"]')

    def add(self, kind, fields="", after=0):
        self.t += after
        minutes, milliseconds = divmod(self.t, 60_000)
        wall = (f"2026-01-05T{8 + minutes // 60:02}:{minutes % 60:02}:"
                f"{milliseconds // 1000:02}.{milliseconds % 1000:03}Z")
        self.lines.append(f'{{"v":1,"session":"{self.name}","seq":{len(self.lines) + 1},"t":{self.t},'
                          f'"wall":"{wall}","event":"{kind}"{"," if fields else ""}{fields}}}\n')

    def show(self, number, network, chance, missing):
        """Adds a rewarded ad that is loaded, shown and dismissed."""
        ad = f'"ad":"a-{number}",{AD}'
        self.add("ad.loaded", f'{AD},"request":"r-{number}","ad":"a-{number}","network":"{network}"', after=1000)
        self.add("ad.will_present", ad, after=1000)
        if chance.random() < 0.1:
            self.add("ad.clicked", ad, after=500 if chance.random() < 0.05 else 5000)
        if chance.random() >= missing:
            self.add("ad.reward_earned", ad + ',"amount":1', after=chance.randrange(5000, 30_000))
        self.add("ad.dismissed", ad, after=chance.randrange(500, 20_000))

    def end(self, number, network, chance):
        """Ends the session, rarely under an ad."""
        if chance.random() < PER_SESSION * RARELY:
            self.add("ad.loaded", f'{AD},"request":"r-{number}","ad":"a-{number}","network":"{network}"', after=1000)
            self.add("ad.will_present", f'"ad":"a-{number}",{AD}', after=1000)
        else:
            self.add("session.ended", after=10_000)


def write_fleet(path, chance, missing, shows):
    """Writes the journal of a fleet; `missing` has the share of shows without a reward of each network."""
    order = NETWORKS * shows
    chance.shuffle(order)
    with open(path, "w", encoding="utf-8") as journal:
        for start in range(0, len(order), PER_SESSION):
            session = Session(f"s-{start // PER_SESSION}")
            for number, network in enumerate(order[start:start + PER_SESSION]):
                session.show(number, network, chance, missing[network])
            session.end(PER_SESSION, chance.choice(NETWORKS), chance)
            journal.writelines(session.lines)


def worse(tool, path):
    """The pairs of a network and a figure that the tool calls worse."""
    run = subprocess.run([tool, "stats", "--by", "network", "--format", "json", path], capture_output=True,
                         check=True)
    found = set()
    for group in json.loads(run.stdout)["groups"]:
        for figure, value in group["full_screen"].items():
            if isinstance(value, dict) and value.get("worse") == "yes":
                found.add((group["network"], figure))
    return found


def fleet(tool, seed, bad, shows):
    """Whether the planted network is found, and whether anything is called worse."""
    missing = {network: RARELY for network in NETWORKS} | ({NETWORKS[0]: 0.05} if bad else {})
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "fleet.jsonl")
        write_fleet(path, random.Random(seed), missing, shows)
        found = worse(tool, path)
    return (NETWORKS[0], "missing_rewards") in found, bool(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("--fleets", type=int, default=200)
    parser.add_argument("--shows", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        def run(name, bad):
            count = options.fleets
            return list(pool.map(fleet, [options.tool] * count,
                                 [f"{name} {options.seed} {number}" for number in range(count)],
                                 [bad] * count, [options.shows] * count))
        planted = sum(found for found, _ in run("planted", True))
        equal = sum(accused for _, accused in run("equal", False))
    print(f"planted  {planted} of {options.fleets} bad networks called worse (at least 90 %)")
    print(f"equal    {equal} of {options.fleets} fleets with a good network called worse (at most 5 %)")
    return int(planted < 0.9 * options.fleets or equal > 0.05 * options.fleets)


if __name__ == "__main__":
    sys.exit(main())
