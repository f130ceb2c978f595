#!/usr/bin/env python3
"""Compares the page with the command in a real browser, and tries hostile input on it.

    python3 Tools/verification/page/check.py TOOL [--sessions N] [--seed N] [--screenshots FOLDER]

TOOL is the built command. Checks: the audit of every journal below Journals, alone, with the others
of its folder and as an archive, and that of N random sessions, some of them damaged, is the text of
`audit --format json`, byte for byte; each view has no complaint of browser.py at two widths and in
two schemes; hostile journals lead to sentences. Exit status 1 if anything differs. Needs what
browser.py needs.
"""

import argparse
import base64
import gzip
import json
import pathlib
import random
import subprocess
import sys
import tempfile

from browser import Browser, check

ROOT = pathlib.Path(__file__).resolve().parents[3]

# Every so many journals one is compared as an archive.
ARCHIVES = 7

AUDIT = """
const [files, done] = arguments;
const journals = files.map(({name, text}) => (
  {name, bytes: Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))}));
window.adjournal.audit(journals).then(done, (error) => done(`error: ${error.message}`));
"""


def differences(browser, tool, groups, folder):
    """The groups of files of which the page and the command have different audits."""
    different = []
    for paths in groups:
        names = [str(path.relative_to(folder)) for path in paths]
        run = subprocess.run([tool, "audit", "--no-config", "--jobs", "1", "--format", "json", *names],
                             cwd=folder, capture_output=True)
        files = [{"name": name, "text": base64.b64encode(path.read_bytes()).decode()}
                 for name, path in zip(names, paths)]
        found = browser.driver.execute_async_script(AUDIT, files)
        if found != run.stdout.decode("utf-8", "replace"):
            different.append(names[0])
    return different


def archives(journals, folder):
    """Writes some journals as archives: whole, of two members, and torn; returns their paths."""
    for number, path in enumerate(journals[::ARCHIVES]):
        text = path.read_bytes()
        parts = [gzip.compress(text), gzip.compress(text[:100]) + gzip.compress(text[100:]),
                 gzip.compress(text)[:-9]]
        archive = folder / f"{number}.jsonl.gz"
        archive.write_bytes(parts[number % len(parts)])
        yield archive


def simulated(tool, sessions, seed, folder):
    """Writes random sessions, ten in a file, every third file with damage; returns the paths."""
    damage = random.Random(seed)
    for number in range(0, sessions, 10):
        path = folder / f"{number}.jsonl"
        subprocess.run([tool, "simulate", "--fault", "all", "--seed", str(seed + number),
                        "--sessions", "10", "--to", str(path)], check=True, capture_output=True)
        if number % 30 == 0:
            text = bytearray(path.read_bytes())
            for _ in range(20):
                text[damage.randrange(len(text))] = damage.randrange(256)
            path.write_bytes(text)
        yield path


def equal(browser, tool, page, sessions, seed):
    """Compares all journals of the repository, in groups, and random sessions."""
    browser.open(page)
    journals = sorted(path for path in (ROOT / "Journals").rglob("*.jsonl*") if path.is_file())
    folders = {}
    for path in journals:
        folders.setdefault(path.parent, []).append(path)
    found = differences(browser, tool, [[path] for path in journals] + list(folders.values()), ROOT)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        written = list(archives(journals, folder)) + list(simulated(tool, sessions, seed, folder))
        found += differences(browser, tool, [[path] for path in written] + [written], folder)
    print(f"{len(journals)} journals, {len(folders)} folders, {sessions} random sessions from seed "
          f"{seed}: {len(found)} different {found[:5]}")
    return [f"different audit: {name}" for name in found]


def record(seq, **fields):
    """A line of a journal."""
    line = {"v": 1, "session": "s", "seq": seq, "t": seq * 1000,
            "wall": f"2026-11-01T10:00:{seq:02}.000Z", **fields}
    return json.dumps(line, ensure_ascii=False) + "\n"


def hostile(folder):
    """Writes hostile journals; returns each with a text that the page must show of it."""
    text = "</script><script>document.title='broken'</script>\u202egpj.exe\u0000"
    lines = record(1, event="session.began", app=text, install=text) \
        + record(2, event="user.acted", what=text)
    files = {
        "strings.jsonl": (lines.encode(), None),
        "long.jsonl": (record(1, event="user.acted", what="x" * 10_000_000).encode(), None),
        "torn.jsonl": (lines.encode()[:-20], None),
        "empty.jsonl": (b"", None),
        "picture.jsonl": (b"\x89PNG\r\n\x1a\n" + bytes(100), "PNG"),
        "bomb.jsonl.gz": (gzip.compress(bytes(600 << 20), 9), "512 MB"),
    }
    for name, (content, sentence) in files.items():
        (folder / name).write_bytes(content)
        yield folder / name, sentence


def refuse(browser, page):
    """Opens hostile journals; returns what is wrong with what the page does."""
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        for path, sentence in hostile(pathlib.Path(scratch)):
            browser.open(page)
            browser.load([path])
            text = browser.run("return document.body.innerText")
            if sentence and sentence not in text:
                found.append(f"{path.name}: '{sentence}' is not on the page: {text[:200]}")
            if browser.run("return document.title").startswith("broken") or "\u202e" in text:
                found.append(f"{path.name}: a text of the journal changed the page")
            found += [f"{path.name}: console: {line}" for line in browser.errors()]
    print(f"hostile journals: {len(found)} complaints")
    return found


def keep(browser, report):
    """Opens a picture and an empty file in a report; returns what is wrong unless it stays open."""
    found = []
    heading = "return document.querySelector('h1').textContent"
    browser.open(report, "#sessions")
    browser.settle()
    before = browser.run(heading)
    with tempfile.TemporaryDirectory() as scratch:
        for name, content in {"picture.png": b"\x89PNG\r\n\x1a\n", "empty.jsonl": b""}.items():
            path = pathlib.Path(scratch) / name
            path.write_bytes(content)
            browser.load([path])
            after = browser.run(heading)
            notice = browser.run("return document.getElementById('notice').textContent")
            if after != before or name not in notice:
                found.append(f"{name}: '{after}' after '{before}', with the notice '{notice}'")
    return found


def views(browser, tool, screenshots):
    """Looks at each view of a report."""
    with tempfile.TemporaryDirectory() as scratch:
        report = pathlib.Path(scratch) / "report.html"
        subprocess.run([tool, "report", "--no-config", "Journals/incidents", "--to", str(report)], cwd=ROOT,
                       capture_output=True)
        browser.open(report)
        browser.settle()
        link = browser.run("return document.querySelector('a[href^=\"#problem/\"]').hash")
        addresses = ["", "#sessions", link, "#session/daily-03c8be/29"]
        found = [line for hash in addresses for line in check(browser, report, hash, [])]
        found += keep(browser, report)
    print(f"{len(addresses)} views: {len(found)} complaints")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool", help="the built command")
    parser.add_argument("--sessions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--screenshots")
    arguments = parser.parse_args()
    tool = str(pathlib.Path(arguments.tool).resolve())
    with tempfile.TemporaryDirectory() as scratch, Browser(arguments.screenshots) as browser:
        page = pathlib.Path(scratch) / "page.html"
        subprocess.run([tool, "page", "--to", str(page)], check=True)
        found = equal(browser, tool, page, arguments.sessions, arguments.seed)
        found += refuse(browser, page)
        found += views(browser, tool, arguments.screenshots)
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
