"""The rows of the table: the compared tasks, the measure and the target."""

import gzip
import os
import shutil
from dataclasses import dataclass

from measure import Failed, Pairs, Task, median, run


@dataclass
class Row:
    """A ratio of two tasks. `upside`: more is better."""

    number: str
    says: str
    what: str
    target: float
    pairs: object = None
    reason: str = None
    upside: bool = False

    def measured(self):
        return self.pairs.ratio(self.what) if self.pairs and self.pairs.costs else None

    def take(self):
        if self.reason or not self.pairs:
            return
        try:
            self.pairs.take()
        except Failed as failure:
            self.reason = str(failure)

    def cells(self):
        measured = self.measured()
        if self.reason or measured is None:
            return [self.number, self.says, self.what, self.goal(), self.reason or "not run", "", ""]
        a, b = self.pairs.medians(self.what)
        unit = "MiB" if self.what == "peak" else "s"
        met = self.target is None or (
            measured >= self.target if self.upside else measured <= self.target)
        detail = f"{a:.3f} {unit} : {b:.3f} {unit}"
        mark = "" if self.target is None else "  met" if met else "  missed"
        return [self.number, self.says, self.what, self.goal(), f"{measured:.4g}{mark}",
                f"{self.pairs.best(self.what):.4g}", detail]

    def goal(self):
        if self.target is None:
            return ""
        return f"{'≥' if self.upside else '≤'} {self.target:.3g}"

    def as_json(self):
        return {
            "row": self.number, "what": self.says, "measure": self.what, "target": self.target,
            "at_least": self.upside, "measured": self.measured(), "reason": self.reason,
            "pairs": self.pairs.as_json() if self.pairs and self.pairs.costs else None,
        }


@dataclass
class Fact:
    """A row that is no ratio: a figure with its limit."""

    number: str
    says: str
    what: str
    goal: str
    measured: str
    met: bool = None
    detail: str = ""

    def cells(self):
        mark = "" if self.met is None else "  met" if self.met else "  missed"
        return [self.number, self.says, self.what, self.goal, self.measured + mark, "",
                self.detail]

    def as_json(self):
        return {"row": self.number, "what": self.says, "measure": self.what, "target": self.goal,
                "measured": self.measured, "met": self.met, "detail": self.detail}


class Ratios:
    """Makes the rows of ratios; only wanted rows write their journals."""

    def __init__(self, tool, peers, journals):
        self.tool, self.peers, self.journals = tool, peers, journals

    def whole(self, *options):
        return self.tool.audit(self.journals["interleaved"], *options)

    def shape(self, name, *options):
        return self.tool.audit(self.journals[name], *options)

    def piped(self, jobs):
        return self.tool.task("audit", None, "--jobs", jobs, stdin=self.journals["interleaved"])

    def against(self, peer, *options, journal="interleaved"):
        """The audit and a peer for the same journal, or the reason why the peer is missing."""
        if reason := self.peers.reason(peer):
            return reason
        path = self.journals[journal]
        return Pairs(self.tool.audit(path, *options), self.peers.task(peer, path))

    def two(self, one, other):
        return Pairs(one, other) if (os.cpu_count() or 1) > 1 else "this machine has one core"

    def compressed(self):
        """The audit of an archive, and its decompression alone."""
        if shutil.which("gzip") is None:
            return "gzip is not installed"

        def make(path):
            with open(self.journals["interleaved"], "rb") as whole:
                with gzip.open(path, "wb", compresslevel=6) as archive:
                    shutil.copyfileobj(whole, archive, 1 << 20)

        archive = self.journals.file("archive.jsonl.gz", make)
        return Pairs(self.tool.audit(archive), Task("gzip", ["gzip", "-dc", archive]))

    def rows(self, wanted):
        one = ("--jobs", "1")
        plan = [
            ("P1", "audit against DuckDB, three questions", "wall", 0.15,
             lambda: self.against("duckdb three")),
            ("P1", "audit against DuckDB, two questions", "wall", 1,
             lambda: self.against("duckdb two")),
            ("P2", "audit against jq -c .event, 10 MB", "wall", 0.01,
             lambda: self.against("jq event", journal="small")),
            ("P2", "audit against jq, three questions, 10 MB", "wall", None,
             lambda: self.against("jq three", journal="small")),
            ("P3", "audit against Python + orjson", "wall", 0.06, lambda: self.against("orjson")),
            ("–", "audit against Polars", "wall", None, lambda: self.against("polars")),
            ("P4", "audit, one core, against simdjson", "cpu", 0.75,
             lambda: self.against("simdjson", *one)),
            ("P5", "audit against grep -c", "wall", 0.6, lambda: self.against("grep")),
            ("P6", "audit against wc -l", "wall", 3, lambda: self.against("wc")),
            ("–", "audit against cat", "wall", None, lambda: self.against("cat")),
            ("P7", "all rules against check (bytes alone)", "cpu", 1.35,
             lambda: Pairs(self.whole(),
                           self.tool.task("check", self.journals["interleaved"]))),
            ("P8", "records with checksums against without", "cpu", 1.25,
             lambda: Pairs(self.shape("checksums", *one), self.whole(*one))),
            ("P10", "one core against two", "wall", 1.8,
             lambda: self.two(self.whole(*one), self.whole("--jobs", "2"))),
            ("P10", "one core against two, from a pipe", "wall", 1.5,
             lambda: self.two(self.piped("1"), self.piped("2"))),
            ("–", "all cores, from a pipe against from the file", "wall", None,
             lambda: Pairs(self.tool.task("audit", None, stdin=self.journals["interleaved"]),
                           self.whole())),
            ("–", "audit of a .gz against gzip -dc", "wall", None, self.compressed),
            ("–", "many files of 13 KB against one of the same sessions", "wall", 3,
             lambda: Pairs(self.shape("files"), self.shape("one file"))),
            ("P11", "lines of 64 sessions mixed against in a row", "wall", 1.3,
             lambda: Pairs(self.shape("shuffled"), self.shape("rows"))),
            ("P12", "other key order and white space", "wall", 1.8,
             lambda: Pairs(self.shape("spaced"), self.whole())),
            ("–", "an unknown field in each record", "wall", None,
             lambda: Pairs(self.shape("strange"), self.whole())),
        ]
        return [self.row(*entry) for entry in plan if wanted(entry[0])]

    @staticmethod
    def row(number, says, what, target, make):
        made = make()
        pairs, reason = (made, None) if isinstance(made, Pairs) else (None, made)
        return Row(number, says, what, target, pairs, reason, upside=number == "P10")


def memory_rows(tool, journals):
    """P9: peak memory, its growth with the journal, and the memory of each session without an end."""
    names = ("large", "interleaved") if journals.has_large else ("interleaved", "quarter")
    names += ("cut", "cut quarter")
    whole, less, cut, fewer_cut = (tool.audit(journals[name]).run().peak for name in names)
    sessions, fewer = (journals.truth(name)["sessions"] for name in names[2:])
    # The difference of two journals cancels the memory that does not depend on the sessions.
    each = max(0, cut - fewer_cut) * 1024 / (sessions - fewer)
    return [
        Fact("P9", "peak memory, all sessions ended", "peak", "≤ 64 MiB, flat",
             f"{whole:.0f} MiB", whole <= 64 and whole < less * 1.1 + 2,
             f"{less:.0f} MiB for a quarter of the journal"),
        Fact("P9", "each session without an end", "peak", "≤ 2 KiB", f"{each:.2f} KiB", each <= 2,
             f"{cut:.0f} MiB with {sessions} cut sessions, {fewer_cut:.0f} with {fewer}"),
    ]


def start_rows(tool):
    """P15: the time to start, and the size of the tool."""
    wall = median(run([tool.path, "--version"]).wall for _ in range(31)) * 1000
    size, is_static = tool.size()
    says = "with the runtime" if is_static else "needs the Swift runtime: not comparable"
    return [
        Fact("P15", "adjournal --version", "wall", "≤ 3 ms", f"{wall:.2f} ms", wall <= 3),
        Fact("P15", "size of the stripped tool", "bytes", "≤ 15 MB", f"{size:.1f} MB",
             size <= 15 if is_static else None, says),
    ]
