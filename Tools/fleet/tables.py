"""The typed tables of the results, made of the lines of the audit; no column depends on the data."""

COUNTS = ("requests", "filled", "failed", "no_fill", "ads", "shown", "impressions", "clicks")
_COUNTS = ", ".join(f"{name}: bigint" for name in COUNTS) + ", latencies: array<bigint>, revenue: map<string, bigint>"
_FINDINGS = "array<struct<count: bigint>>"

#: What a line of `adjournal audit --format jsonl --only violated --figures` has, as far as tables need it.
LINE = f"""
path string, session string, install string, app_version string, sdk string, sdk_version string, os string,
os_version string, build string, day string, records bigint, `end` string, gaps bigint, damage {_FINDINGS},
notes {_FINDINGS}, tool string, rule_set string, verdicts string,
figures struct<{_COUNTS}, sources: array<struct<unit: string, format: string, day: string, adapter: string,
  network: string, creative: string, {_COUNTS}, payments: array<bigint>>>>,
rules map<string, struct<verdict: string, violations: array<struct<seq: bigint, wall: string, severity: string,
  unit: string, adapter: string, network: string, creative: string, unlisted: bigint,
  follows: struct<rule: string, seq: bigint>, problem: struct<id: string, format: string>>>>>,
left_out map<string, struct<severity: string, violations: bigint>>
"""

#: The facts of a session, which each table has; its name is that of the journal.
FACTS = ("session", "install", "app_version", "sdk", "sdk_version", "os", "os_version", "build", "day")
_FACTS = ", ".join(FACTS)
_FACTS_OF_LINE = ", ".join(["session", "install", "app_version", "sdk", "sdk_version", "os", "os_version", "build"])



def _latencies(figures):
    """The number of timed loads and the sum of their durations, of pairs of a duration and its number."""
    pairs = f"{figures}.latencies"
    return (f"aggregate(filter({pairs}, (x, i) -> i % 2 = 1), 0L, (sum, x) -> sum + x) AS latency_count, "
            f"aggregate(transform({pairs}, (x, i) -> if(i % 2 = 1, x * {pairs}[i - 1], 0L)), 0L, "
            "(sum, x) -> sum + x) AS latency_ms")


def _counts(figures):
    return ", ".join(f"{figures}.{name}" for name in COUNTS) + ", " + _latencies(figures)


def _number(findings):
    """The number of findings; one that stands for several has a count."""
    return f"aggregate(coalesce({findings}, array()), 0L, (sum, x) -> sum + coalesce(x.count, 1L)) AS {findings}"


#: A row for each session.
SESSIONS = f"""
SELECT path, {_FACTS_OF_LINE}, try_cast(day AS date) AS day, records, `end`, coalesce(gaps, 0L) AS gaps,
  {_number("damage")}, {_number("notes")}, tool, rule_set, verdicts,
  array_sort(array_union(
    map_keys(map_filter(rules, (rule, result) -> result.verdict = 'violated')),
    coalesce(map_keys(left_out), array()))) AS violated,
  {_counts("figures")}
FROM lines
"""

#: A row for each violation that is listed.
VIOLATIONS = f"""
WITH found AS (
  SELECT *, flatten(transform(map_entries(rules), result -> transform(result.value.violations,
    v -> named_struct('rule', result.key, 'v', v)))) AS listed FROM lines WHERE size(rules) > 0
), each AS (SELECT *, explode(listed) AS one FROM found)
SELECT {_FACTS_OF_LINE}, try_cast(day AS date) AS day, one.rule, one.v.severity,
  coalesce(one.v.problem.id, cause.id) AS problem, one.v.follows.rule AS follows,
  coalesce(one.v.problem.format, cause.format) AS format, one.v.unit, one.v.adapter, one.v.network, one.v.creative,
  one.v.seq, try_cast(one.v.wall AS timestamp) AS wall, 1L + coalesce(one.v.unlisted, 0L) AS count
FROM (SELECT *, if(one.v.follows IS NULL, NULL, filter(listed, x -> x.rule = one.v.follows.rule
  AND x.v.seq = one.v.follows.seq AND x.v.problem IS NOT NULL)[0].v.problem) AS cause FROM each)
UNION ALL
SELECT {_FACTS_OF_LINE}, try_cast(day AS date), rule, result.severity, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
  NULL, NULL, result.violations
FROM lines LATERAL VIEW explode(left_out) AS rule, result
"""

_SOURCES = f"""
SELECT {_FACTS_OF_LINE}, try_cast(coalesce(part.day, day) AS date) AS day, part
FROM lines LATERAL VIEW explode(figures.sources) AS part
"""

#: A row for each unit, format, source and day of a session; all numbers can be added up.
FIGURES = f"""
SELECT {_FACTS}, part.unit, part.format, part.adapter, part.network, part.creative, {_counts("part")}
FROM ({_SOURCES})
"""

#: The revenue of the same groups, with a row for each currency.
REVENUE = f"""
SELECT {_FACTS}, part.unit, part.format, part.adapter, part.network, part.creative, earned.entry.key AS currency,
  earned.payments, earned.entry.value AS micros
FROM (SELECT *, explode(transform(map_entries(part.revenue),
  (entry, i) -> named_struct('entry', entry, 'payments', part.payments[i]))) AS earned FROM ({_SOURCES}))
"""

#: The tables that are made of lines.
TABLES = {"sessions": SESSIONS, "violations": VIOLATIONS, "figures": FIGURES, "revenue": REVENUE}

_OCCURRENCES = "sessions: bigint, violations: bigint"
#: The members of a problem in the JSON of `adjournal triage`, and its position there, from 1.
PROBLEMS = f"""
position int, id string, rule string, severity string, missing string, violations bigint,
formats array<struct<format: string, {_OCCURRENCES}>>,
variants array<struct<format: string, kinds: array<string>, reason: string, trigger: string, late: boolean,
  {_OCCURRENCES}>>,
consequences map<string, bigint>, sessions bigint, installs bigint, installs_exact boolean,
activated_sessions bigint, per_1000 double, first_version string, last_version string, first_sdk_version string,
last_sdk_version string, first_os string, last_os string, first_day date, last_day date, remedy string,
exemplar struct<session: string, path: string, records: bigint>,
networks array<struct<name: string, violations: bigint, share: double, share_of_other_problems: double>>
"""


def made(spark, folder):
    """The tables of the lines in a folder, by name."""
    lines = spark.read.schema(LINE).option("lineSep", "\n").option("mode", "FAILFAST").json(folder)
    lines.createOrReplaceTempView("lines")
    return {name: spark.sql(query) for name, query in TABLES.items()}
