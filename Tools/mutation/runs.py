"""Runs the tool as each mutant and tells which corpus notices it."""

import hashlib
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor


class Runner:
    """One built tool with all mutants, and what the unchanged rules say of each corpus."""

    def __init__(self, tool, limit=10.0):
        self.tool, self.limit = tool, limit
        self.expected = {}

    def answer(self, corpus, rule, number, limit):
        """What is said of a corpus, as a hash; "time-out" or "crash" where nothing is."""
        command = [self.tool, "audit", "--format", "json", "--exit-zero", "--jobs", "1",
                   "--keyed", str(corpus)] + (["--rule", rule] if rule else [])
        try:
            done = subprocess.run(
                command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=limit,
                env={**os.environ, "MUTANT": str(number)})
        except subprocess.TimeoutExpired:
            return "time-out"
        return "crash" if done.returncode else hashlib.sha256(done.stdout).hexdigest()

    def killer(self, point, corpora):
        """The first corpus that tells the mutant from the rules; None where none does."""
        rule = rule_of(point)
        for corpus in corpora:
            if corpus.suffix != ".keyed":  # a folder with a corpus for each rule
                if not rule:
                    continue
                corpus = corpus / f"{rule}.keyed"
            if (corpus, rule) not in self.expected:
                self.expected[corpus, rule] = self.answer(corpus, rule, 0, None)
            answer = self.answer(corpus, rule, point.number, self.limit)
            if answer != self.expected[corpus, rule]:
                how = f" ({answer})" if answer in ("time-out", "crash") else ""
                return ("varied" if corpus.parent.name == "varied" else corpus.stem) + how
        return None

    def all(self, points, corpora, jobs, told):
        """The killers of the points in their order; `told` hears of each."""
        with ThreadPoolExecutor(jobs) as pool:
            found = []
            for point, killer in zip(points, pool.map(lambda p: self.killer(p, corpora), points)):
                told(point, killer)
                found.append(killer)
            return found


def rule_of(point):
    """The one rule that a mutant of its file can change; None: any."""
    match = re.match(r"Sources/AdRules/Rules/\w+/(\w+)\.swift", point.path)
    return match and re.sub(r"(?<!^)(?=[A-Z])", "-", match.group(1)).lower()
