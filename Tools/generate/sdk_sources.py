"""The list of the files that `adjournal sources` writes: the sources of each SDK, embedded in the tool."""
from vocabulary import ROOT

# The name of each SDK in the header of a journal, or of a part that an app need not have, and the folder of its
# sources.
SDKS = [("google-mobile-ads", "GoogleMobileAdsJournal"), ("google-app-open-ads", "GoogleMobileAdsJournal/AppOpen"),
        ("applovin-max", "AppLovinMAXJournal")]
TARGET = ROOT / "Sources" / "CSDKSources" / "CSDKSources.c"
HEAD = """// Written by Tools/generate/generate.py. Do not edit.
#include "CSDKSources.h"

// The directive `#embed` is newer than the C that the package manager asks for.
#pragma clang diagnostic ignored "-Wc23-extensions"
"""
TAIL = """
long sdk_source_count(void) { return sizeof sources / sizeof sources[0]; }

sdk_source sdk_source_at(long number) { return sources[number]; }
"""


def files(_):
    """The generated file."""
    folders = [ROOT / "Sources" / folder for _, folder in SDKS]
    found = [(sdk, path) for (sdk, _), folder in zip(SDKS, folders)
             for path in sorted(folder.rglob("*.swift"), key=lambda path: path.name)
             if path.parent == folder or path.parent not in folders]
    names = [path.name for _, path in found]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        # The files of all SDKs can be in one target, where a name is used once.
        raise SystemExit(f"two sources of SDKs have the same name: {sorted(twice)}")
    text = HEAD
    for number, (_, path) in enumerate(found):
        place = path.relative_to(ROOT / "Sources")
        text += f'\nstatic const unsigned char file_{number}[] = {{\n#embed "../{place}"\n}};\n'
    rows = "".join(f'    {{"{sdk}", "{path.name}", file_{number}, sizeof file_{number}}},\n'
                   for number, (sdk, path) in enumerate(found))
    return {TARGET: f"{text}\nstatic const sdk_source sources[] = {{\n{rows}}};\n{TAIL}"}
