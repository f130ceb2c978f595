"""The steps of the tutorial of AdTesting, as files that the tests compile.

The document is the source: it shows the first step whole, and each later one as a change of the step before.
"""
import re
import sys

from vocabulary import ROOT

DOCUMENT = ROOT / "Sources" / "AdTesting" / "AdTesting.docc" / "TestYourFirstManager.md"
FOLDER = ROOT / "Tests" / "AdTestingTests" / "Tutorial" / "Steps"
SECTION = re.compile(r"^### Step (\d+):.*?^```(swift|diff)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def changed(lines, hunks, step):
    """The lines of a step, from those of the step before; the hunks come in the order of the lines."""
    result, position = list(lines), 0
    for hunk in hunks.split("…\n"):
        parts = [(line[:1], line[1:]) for line in hunk.splitlines()]
        before = [text for sign, text in parts if sign != "+"]
        after = [text for sign, text in parts if sign != "-"]
        places = [at for at in range(position, len(result)) if result[at:at + len(before)] == before]
        if not places:
            sys.exit(f"{DOCUMENT.relative_to(ROOT)}: step {step} changes lines that step {step - 1} lacks:\n{hunk}")
        result[places[0]:places[0] + len(before)] = after
        position = places[0] + len(after)
    return result


def files(_):
    text, lines = {}, []
    for number, _, block in SECTION.findall(DOCUMENT.read_text(encoding="utf-8")):
        step = int(number)
        lines = block.splitlines() if step == 1 else changed(lines, block, step)
        text[FOLDER / f"Step{step}.swift"] = "\n".join(lines).replace("LevelEndAds", f"Step{step}") + "\n"
    return text
