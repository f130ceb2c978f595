"""Runs the tool as each mutant and reports which corpus detects it."""

import hashlib
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor


class Runner:
    """One built tool with all mutants, and what the unchanged rules say of each corpus."""

    def __init__(self, tool, usage, limit=10.0):
        self.tool, self.usage, self.limit = tool, usage, limit
        self.expected = {}

    def answer(self, corpus, rules, number, limit):
        """What is said of a corpus, as a hash; "time-out" or "crash" where nothing is."""
        command = [self.tool, "audit", "--format", "json", "--exit-zero", "--jobs", "1"]
        for rule in rules:
            command += ["--rule", rule]
        try:
            done = subprocess.run(
                command + ["--keyed", str(corpus)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=limit,
                env={**os.environ, "MUTANT": str(number)})
        except subprocess.TimeoutExpired:
            return "time-out"
        return "crash" if done.returncode else hashlib.sha256(done.stdout).hexdigest()

    def killer(self, point, corpora):
        """The first corpus that detects the mutant; None if none does.

        All rules judge the journals of the repository, and the others those that the file reaches;
        what is left is judged by all rules, since names do not tell all that a file reaches.
        """
        rules = tuple(self.usage.rules(point.path))
        return (self.first(point, corpora[:1], ()) or self.first(point, corpora, rules)
                or self.first(point, corpora[1:], ()))

    def first(self, point, corpora, rules):
        """The first corpus of which these rules (none: all) say something else."""
        for corpus in self.files(corpora, rules):
            if (corpus, rules) not in self.expected:
                self.expected[corpus, rules] = self.answer(corpus, rules, 0, None)
            answer = self.answer(corpus, rules, point.number, self.limit)
            if answer != self.expected[corpus, rules]:
                how = f" ({answer})" if answer in ("time-out", "crash") else ""
                folder = corpus.parent.name
                return (folder if folder in ("varied", "timed") else corpus.stem) + how
        return None

    @staticmethod
    def files(corpora, rules):
        """The corpora; of a folder with one for each rule, those of the rules."""
        for corpus in corpora:
            if corpus.suffix == ".keyed":
                yield corpus
            else:
                for rule in rules:
                    yield corpus / f"{rule}.keyed"

    def all(self, points, corpora, jobs, told):
        """The killers of the points in their order; `told` hears of each."""
        with ThreadPoolExecutor(jobs) as pool:
            found = []
            for point, killer in zip(points, pool.map(lambda p: self.killer(p, corpora), points)):
                told(point, killer)
                found.append(killer)
            return found

