"""Hostile texts in every string field, in every output format: nothing of a journal becomes active."""

import csv
import io
import json
import re
import subprocess
import tempfile
import xml.etree.ElementTree
from html.parser import HTMLParser
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[3]
TEXTS = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'--><svg/onload=alert(1)>", "]]><x/>",
    "</style></title><iframe src=//x>", "&lt;b&gt;&#60;", "javascript:alert(1)", "=1+1", "+1", "-1", "@SUM(A1)",
    "\tx", "\rx", "a\nb", "::error::x", "a\n::warning file=x::y", "%0A::error::x", "\x1b[31mred\x1b[0m",
    "\x1b]0;title\x07", "\u009b31m", "\u202e\u2066", "$(id)", "`id`", "; rm -rf x", "../../x", "\u0000",
    "{\"v\":1}", "\\u0000", "%s%n", "\ufeff", "\u2028\u2029", "a" * 5000, "  ::error::x", "##[error]x",
    "##vso[task.setvariable variable=x]y", "|x", "%x",
]
ENVELOPE = {"v", "session", "seq", "t", "wall", "event", "crc", "sha256", "hmac", "key", "previous_sha256"}


def journals(folder):
    """Journals of the repository in which each text field in turn has each hostile text."""
    sources = sorted((PACKAGE / "Journals/incidents").glob("*.jsonl"))[:6]
    for number, text in enumerate(TEXTS):
        lines = []
        for line in sources[number % len(sources)].read_text().splitlines():
            record = json.loads(line)
            record.pop("crc", None)
            record.pop("checksums", None)
            for name, value in record.items():
                if name not in ENVELOPE and isinstance(value, str) and value not in ("release", "debug"):
                    # The fields that rules compare keep their value, so that rules are violated.
                    if name not in ("format", "reason", "cause", "decision", "to", "from", "source"):
                        record[name] = text + value
            record["extra"] = text
            lines.append(json.dumps(record))
            lines.append(json.dumps({**record, "event": text}))
        (folder / f"{number}.jsonl").write_text("\n".join(lines) + "\n")


class Page(HTMLParser):
    """Collects what is active in a page."""

    def __init__(self):
        super().__init__()
        self.found = []
        # The types of the scripts; None for one that the browser runs.
        self.scripts = []

    def handle_starttag(self, tag, attributes):
        if tag == "script":
            self.scripts.append(dict(attributes).get("type"))
        if tag in ("iframe", "img", "object", "embed", "link", "base", "form"):
            self.found.append(f"<{tag}>")
        for name, value in attributes:
            if name.startswith("on") or re.match(r"\s*(javascript|data|https?):", value or "", re.I) and name in (
                    "href", "src", "action", "xlink:href"):
                self.found.append(f"<{tag} {name}={value!r}>")


def html(text):
    page = Page()
    page.feed(text)
    # The page has one script, which its policy allows by its hash; the others are blocks of data.
    data = {"application/json", "application/gzip;base64", "application/wasm+lzma;bits=7", "text/plain"}
    others = [kind for kind in page.scripts if kind is not None and kind not in data]
    if page.scripts.count(None) != 1 or others:
        page.found.append(f"scripts: {page.scripts}")
    return page.found


def github(text):
    return [line for line in text.split("\n")
            if line.startswith("::") and not re.match(r"::(error|warning|notice) (file|title)=", line)]


def commands(text):
    """The lines that GitHub Actions or Azure Pipelines would run."""
    return [line for line in re.split(r"[\r\n]", text) if re.match(r"\s*::", line) or "##[" in line or "##vso[" in line]


def table(text):
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    formulas = [cell for cell in cells
                if cell[:1] in ("=", "+", "-", "@", "|", "%", "\t", "\r", "\n") and not re.fullmatch(r"-?[\d.]+", cell)]
    # A cell with JSON begins no line.
    texts = [cell for cell in cells if cell[:1] not in ("{", "[")]
    return formulas + [line for text in texts for line in commands(text)]


def each_line(text):
    for line in text.split("\n")[:-1]:
        json.loads(line)
    return []


def whole(text):
    json.loads(text)
    return []


def tree(text):
    xml.etree.ElementTree.fromstring(text)
    return []


def terminal(text):
    controls = re.findall(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
    return [repr(match) for match in controls] + commands(text)


COMMANDS = [
    (["audit", "--format", "github"], github), (["audit", "--format", "sarif"], whole),
    (["audit", "--format", "markdown"], github), (["audit", "--format", "junit"], tree), (["audit", "--format", "json"], whole),
    (["audit", "--format", "jsonl"], each_line), (["audit"], terminal), (["check"], terminal),
    (["check", "--format", "json"], each_line), (["stats"], terminal), (["report"], html),
    (["stats", "--by", "unit"], terminal), (["stats", "--by", "unit", "--format", "csv"], table),
    (["triage", "--top", "0"], terminal), (["compare", "--all", "--by", "version"], terminal),
    (["export", "--format", "csv"], table), (["export", "--format", "otlp"], each_line),
    (["export", "--format", "perfetto"], whole), (["export", "--format", "cloudevents"], each_line),
]
OF_ONE = [(["show"], terminal), (["replay", "--every"], each_line)]


def run(adjournal):
    """The number of outputs, and what is active in them."""
    count, found = 0, []
    with tempfile.TemporaryDirectory(prefix="faults-injection-") as name:
        folder = Path(name)
        journals(folder)
        for words, check in COMMANDS:
            count += 1
            found += active(adjournal, words, check, folder)
        for words, check in OF_ONE:
            for number in range(len(TEXTS)):
                count += 1
                found += active(adjournal, words, check, folder / f"{number}.jsonl")
    return count, found


def active(adjournal, words, check, path):
    made = path.parent / "page.html"
    more = ["--to", str(made)] if words[0] == "report" else []
    result = subprocess.run([str(adjournal), *words, *more, str(path)], capture_output=True, timeout=120)
    name = " ".join([*words, path.name])
    text = made.read_text() if more else result.stdout.decode(errors="replace")
    made.unlink(missing_ok=True)
    if result.returncode not in (0, 1, 3):
        return [f"{name}: exit status {result.returncode}: {result.stderr[:300]!r}"]
    try:
        return [f"{name}: {item}" for item in check(text)]
    except (ValueError, xml.etree.ElementTree.ParseError) as error:
        return [f"{name}: {error}"]
