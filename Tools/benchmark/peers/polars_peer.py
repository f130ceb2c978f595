"""Polars: the journal is read once into a frame of the columns that are asked for."""

import json
import sys

import polars as pl

schema = {"event": pl.String, "session": pl.String, "t": pl.Int64, "ad": pl.String,
          "format": pl.String, "unit": pl.String, "scene": pl.String}
frame = pl.scan_ndjson(sys.argv[1], schema=schema).collect()
records = frame.lazy()
kinds = records.group_by("event").len()

loads = (records.filter(pl.col("event") == "ad.loaded").group_by("session", "ad")
         .agg(pl.col("t").max().alias("loaded")))
attempts = records.filter(
    (pl.col("event") == "ad.present_requested") & (pl.col("format") == "app_open"))
stale = (attempts.join(loads, on=["session", "ad"])
         .filter(pl.col("t") - pl.col("loaded") >= 14_400_000).select(pl.len()))

slot = ["session", "unit", "scene"]
turns = (records.filter(pl.col("event").is_in(["ad.dismissed", "ad.requested"]))
         .select(*slot, "t", "event", "format").sort("t", maintain_order=True)
         .with_columns(next_t=pl.col("t").shift(-1).over(slot),
                       next_event=pl.col("event").shift(-1).over(slot)))
limit = pl.when(pl.col("format") == "app_open").then(2000).otherwise(30_000)
answered = ((pl.col("next_event") == "ad.requested")
            & (pl.col("next_t") - pl.col("t") <= limit)).fill_null(False)
unreloaded = turns.filter((pl.col("event") == "ad.dismissed") & ~answered).select(pl.len())

kinds, stale, unreloaded = pl.collect_all([kinds, stale, unreloaded])
print(json.dumps({"kinds": dict(kinds.iter_rows()), "stale": stale.item(),
                  "unreloaded": unreloaded.item()}))
