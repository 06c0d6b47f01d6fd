# SPDX-License-Identifier: MIT
# Do the JSON and the CSV of one run of `uaccess bench` hold the same sound rows?
import csv
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    page = json.load(file)
assert set(page) == {"machine", "results"}, page.keys()
assert page["machine"]["ticks_per_second"] > 0
for key in ("cpu", "kernel", "libc", "compiler", "libuaccess", "selected"):
    assert isinstance(page["machine"][key], str), key
assert page["results"], "no rows"
keys = {"bench": str, "routine": str, "size": int, "align": int, "ticks": float, "median": float,
        "samples": int}
seen = set()
for row in page["results"]:
    assert set(row) == set(keys), row
    for key, kind in keys.items():
        assert isinstance(row[key], kind), (key, row)
    assert 0 < row["ticks"] <= row["median"], row
    name = row["bench"], row["routine"], row["size"], row["align"]
    assert name not in seen, name
    seen.add(name)
for bench in sys.argv[3:]:
    assert any(row["bench"] == bench for row in page["results"]), bench

with open(sys.argv[2], encoding="utf-8") as file:
    lines = [line for line in file if not line.startswith("#")]
rows = list(csv.DictReader(lines))
assert len(rows) == len(page["results"])
for one, other in zip(rows, page["results"]):
    assert {key: kind(one[key]) for key, kind in keys.items()} == other, (one, other)
