"""DuckDB: the journal is read once into a table of the columns that are asked for.

Usage: duckdb_peer.py FILE two|three. `two` leaves the third question out, and the columns that only
it needs.
"""

import json
import sys

import duckdb

path, questions = sys.argv[1], sys.argv[2]
columns = {"event": "VARCHAR", "session": "VARCHAR", "t": "BIGINT", "ad": "VARCHAR",
           "format": "VARCHAR"}
if questions == "three":
    columns |= {"unit": "VARCHAR", "scene": "VARCHAR"}
named = ", ".join(f"'{name}': '{kind}'" for name, kind in columns.items())
database = duckdb.connect()
database.execute("SET preserve_insertion_order = false")
database.execute(
    f"CREATE TEMP TABLE record AS SELECT {', '.join(columns)} FROM read_json("
    f"$path, format = 'newline_delimited', columns = {{{named}}})", {"path": path})

answer = {"kinds": dict(database.execute("SELECT event, count(*) FROM record GROUP BY 1").fetchall())}
answer["stale"] = database.execute("""
    SELECT count(*) FROM record AS attempt
    JOIN (SELECT session, ad, max(t) AS loaded FROM record WHERE event = 'ad.loaded' GROUP BY ALL)
    USING (session, ad)
    WHERE attempt.event = 'ad.present_requested' AND attempt.format = 'app_open'
      AND attempt.t - loaded >= 14400000""").fetchone()[0]
if questions == "three":
    answer["unreloaded"] = database.execute("""
        WITH turn AS (
          SELECT event, format, t, lead(event) OVER slot AS next_event, lead(t) OVER slot AS next_t
          FROM record WHERE event IN ('ad.dismissed', 'ad.requested')
          WINDOW slot AS (PARTITION BY session, unit, scene ORDER BY t))
        SELECT count(*) FROM turn
        WHERE event = 'ad.dismissed' AND NOT coalesce(next_event = 'ad.requested'
          AND next_t - t <= CASE format WHEN 'app_open' THEN 2000 ELSE 30000 END, false)
        """).fetchone()[0]
print(json.dumps(answer))
