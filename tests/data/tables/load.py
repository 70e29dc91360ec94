"""Loads every table of results folders with pandas, polars and DuckDB, without options, and compares the inferred
types with datapackage.json; then Frictionless validates each folder. The Parquet command of docs/files.md runs on every table.

    python load.py FOLDER...
"""

import json
import sys
import tempfile
from pathlib import Path

import duckdb
import pandas
import polars
from frictionless import Package


def kinds(path):
    """Returns the type of each column, as each program infers it: text, a number, or only empty fields."""
    frame = pandas.read_csv(path)
    yield "pandas", {
        name: None if of.isna().all()
        else "string" if not pandas.api.types.is_numeric_dtype(of)
        else "integer" if (of.dropna() % 1 == 0).all() and not str(of.dtype).startswith("float")
        else "number"
        for name, of in frame.items()
    }
    frame = polars.read_csv(path)
    yield "polars", {
        name: None if of.null_count() == len(of)
        else "integer" if of.dtype.is_integer()
        else "number" if of.dtype.is_numeric()
        else "string"
        for name, of in zip(frame.columns, frame)
    }
    found = duckdb.read_csv(path)
    empty = {
        name: found.aggregate(f'count("{name}")').fetchall()[0][0] == 0 for name in found.columns
    }
    yield "DuckDB", {
        name: None if empty[name]
        else {"BIGINT": "integer", "DOUBLE": "number", "VARCHAR": "string"}[str(of)]
        for name, of in zip(found.columns, found.dtypes)
    }


docs = (Path(__file__).parents[3] / "docs" / "files.md").read_text().splitlines()
[to_parquet] = [line for line in docs if line.startswith("import duckdb") and "parquet" in line]


def parquet(path):
    """Returns whether a table converted to Parquet as documented has the same columns and rows."""
    with tempfile.TemporaryDirectory() as place:
        made = f"{place}/cells.parquet"
        line = to_parquet.replace("results/quick/cells.csv", path).replace("cells.parquet", made)
        assert path in line and made in line
        exec(line, {})
        frame, wanted = polars.read_parquet(made), polars.read_csv(path)
        return frame.columns == wanted.columns and frame.height == wanted.height


def fits(found, declared):
    if found is None or found == declared:
        return True
    # pandas reads whole numbers with gaps as floating-point numbers.
    return declared == "integer" and found == "number"


def faults(folder):
    package = json.loads((folder / "datapackage.json").read_text())
    for resource in package["resources"]:
        path = str(folder / resource["path"])
        declared = {field["name"]: field["type"] for field in resource["schema"]["fields"]}
        for program, found in kinds(path):
            if list(found) != list(declared):
                yield f"{program} {path}: other columns"
            for name, kind in found.items():
                if not fits(kind, declared[name]):
                    yield f"{program} {path} `{name}`: {kind}, not {declared[name]}"
        if not parquet(path):
            yield f"Parquet {path}: other columns or rows"
    report = Package(str(folder / "datapackage.json")).validate()
    if not report.valid:
        yield str(report.to_summary())
    print(f"{folder}: {len(package['resources'])} tables")


wrong = [fault for folder in sys.argv[1:] for fault in faults(Path(folder))]
if wrong:
    sys.exit("\n".join(wrong))
