"""Runs the tool as each mutant and tells which corpus notices it."""

import hashlib
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor


class Runner:
    """One built tool with all mutants, and what the unchanged rules say of each corpus."""

    def __init__(self, tool, limit=10.0):
        self.tool, self.limit = tool, limit
        self.expected = {}

    def answer(self, corpus, number, limit):
        """What is said of a corpus, as a hash; "time-out" or "crash" where nothing is."""
        command = [self.tool, "audit", "--format", "json", "--exit-zero", "--jobs", "1",
                   "--keyed", str(corpus)]
        try:
            done = subprocess.run(
                command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=limit,
                env={**os.environ, "MUTANT": str(number)})
        except subprocess.TimeoutExpired:
            return "time-out"
        return "crash" if done.returncode else hashlib.sha256(done.stdout).hexdigest()

    def killer(self, point, corpora):
        """The first corpus that tells the mutant from the rules; None where none does."""
        for corpus in corpora:
            if corpus not in self.expected:
                self.expected[corpus] = self.answer(corpus, 0, None)
            answer = self.answer(corpus, point.number, self.limit)
            if answer != self.expected[corpus]:
                how = f" ({answer})" if answer in ("time-out", "crash") else ""
                return corpus.stem + how
        return None

    def all(self, points, corpora, jobs, told):
        """The killers of the points in their order; `told` hears of each."""
        for corpus in corpora:
            self.expected[corpus] = self.answer(corpus, 0, None)
        with ThreadPoolExecutor(jobs) as pool:
            found = []
            for point, killer in zip(points, pool.map(lambda p: self.killer(p, corpora), points)):
                told(point, killer)
                found.append(killer)
            return found
