"""Why a load or a presentation failed: Journals/RULES.md, section 2.3, Cause."""
from lines import format_table

GOOGLE = "google-mobile-ads"
EVENTS = {"ad.failed_to_load": "load", "ad.failed_to_present": "present"}
LISTED = next(row["values"].split("|") for row in format_table("vocabulary.tsv")
              if row["event"] in EVENTS and row["field"] == "cause")
TABLE = {(row["sdk"], row["os"].lower(), row["event"], int(row["code"])): row["cause"]
         for row in format_table("causes.tsv")}
FIRST_ONLY = {(row["sdk"], row["os"].lower(), row["event"], int(row["code"]))
              for row in format_table("causes.tsv") if row["when"] == "first"}


def system(header):
    name = header.get("os", "").lower()
    return "ios" if name == "ipados" else name


def cause(record, header):
    """The cause of a failure; None if it is undetermined. `header` is None if it is lost."""
    own = record.get("cause")
    if own is not None:
        return own if own in LISTED else None
    if header is None:
        return None
    code = (EVENTS[record["event"]], record.get("error_code"))
    found = [TABLE.get((header.get("sdk"), name, *code)) for name in (system(header), "*")]
    return found[0] or found[1]


def is_first_only(record, header):
    """Whether the code has its cause only at the first failure of the unit since its last ad."""
    return (record.get("cause") is None and header is not None
            and (header.get("sdk"), system(header), EVENTS[record["event"]],
                 record.get("error_code")) in FIRST_ONLY)


def is_google_on_ios(header):
    return header.get("sdk") == GOOGLE and system(header) == "ios"
