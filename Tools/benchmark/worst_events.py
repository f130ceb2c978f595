"""The records of the sessions that are expensive to judge, and a journal of them."""

import json
from datetime import datetime, timedelta, timezone

from story import POLICY

START = datetime(2026, 11, 20, tzinfo=timezone.utc)
CLASSES = (
    "session app load present lock splash user suppress scene window consent decision fit delegate"
    " handler revenue reward grant video native visibility adapter"
).split()
NEXT = "the next session of the install"
CONNECTED = 'scene.connected","scene":"m","width":9,"height":9,"full_screen":true'
RESIZED = 'scene.resized","scene":"m","width":{},"height":9,"full_screen":true'


def ad(event, unit, name, form="app_open", more=""):
    return f'{event}","ad":"a{name}","unit":"u{unit}","format":"{form}"{more}'


def requested(unit, name, form="app_open", more=""):
    return f'ad.requested","unit":"u{unit}","format":"{form}","request":"r{name}"{more}'


def loaded(unit, name, form="app_open", more=""):
    return f'ad.loaded","unit":"u{unit}","format":"{form}","request":"r{name}","ad":"a{name}"{more}'


def failed(unit, name, form="app_open", more=""):
    return (
        f'ad.failed_to_load","unit":"u{unit}","format":"{form}","request":"r{name}"'
        f',"error_code":3{more}'
    )


def header(captures=True):
    """The header of a session."""
    classes = ",".join(f'"{name}"' for name in CLASSES)
    listed = f',"captures":[{classes}]' if captures else ""
    return ('session.began","app":"a","app_version":"1","build":"release","os":"iOS","os_version":"18"'
            f',"sdk":"other","sdk_version":"1","install":"i","utc_offset_min":0{listed}'
            f',"policy":{json.dumps(POLICY)}')


def record(session, seq, t, rest):
    """The line of a record; `rest` begins with the kind and its closing quote."""
    wall = (START + timedelta(milliseconds=t)).isoformat(timespec="milliseconds")[:23]
    quote = "" if '"' in rest else '"'
    return (f'{{"v":1,"session":"{session}","seq":{seq},"t":{t},"wall":"{wall}Z"'
            f',"event":"{rest}{quote}}}\n')


def write(path, case, count, captures=True):
    """Writes the journal of a case."""
    with open(path, "w", encoding="utf-8") as file:
        t, seq, session = 0, 0, 0
        for passed, rest in [(0, header(captures)), *case(count)]:
            t, seq = t + passed, seq + 1
            if rest is None:
                continue
            if rest is NEXT:
                rest, seq, session = header(captures), 1, session + 1
            file.write(record(f"s{session}", seq, t, rest))
