"""Loads exports the way trainers do and prints what came out, for loaders.test.ts to compare.

Input (a JSON file named on the command line): a list of jobs
    { "name", "folder": with a dataset card, "configs": [names], "files": [data files of the folder] }
Output: per name { "configs": { config: { split: rows } }, "features", "hashes": { file: sha256 of its rows },
    "concatenated": rows of all files put together, "pandas": { file: [rows, columns] }, "arrow": { file: schema } }
"""

import hashlib
import json
import sys

import pandas
import pyarrow.parquet
from datasets import Dataset, concatenate_datasets, load_dataset


def hash_rows(rows):
    digest = hashlib.sha256()
    for row in rows:
        text = json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        digest.update(text.encode() + b"\n")
    return digest.hexdigest()


def load_file(path: str) -> Dataset:
    """One data file, as `load_dataset("json" | "parquet", data_files=…)` gives it: no card, types inferred."""
    loader = "parquet" if path.endswith(".parquet") else "json"
    return load_dataset(loader, data_files=path, split="train")


def run_job(job):
    folder = job["folder"]
    result = {"configs": {}, "features": {}, "hashes": {}, "pandas": {}, "arrow": {}}
    for config in job["configs"]:
        splits = load_dataset(folder, config)
        result["configs"][config] = {split: rows.num_rows for split, rows in splits.items()}
        result["features"][config] = repr(next(iter(splits.values())).features)
    parts = []
    for file in job["files"]:
        path = f"{folder}/{file}"
        rows = load_file(path)
        parts.append(rows)
        result["hashes"][file] = hash_rows(rows)
        result["features"][file] = repr(rows.features)
        if file.endswith(".parquet"):
            frame = pandas.read_parquet(path)
            result["pandas"][file] = [len(frame), list(frame.columns)]
            table = pyarrow.parquet.read_table(path)
            result["arrow"][file] = [f"{field.name}: {field.type}" for field in table.schema]
            result["hashes"][f"{file} by pyarrow"] = hash_rows(table.to_pylist())
    # verl and SkyRL load every file by itself and put them together: this fails when types differ.
    result["concatenated"] = concatenate_datasets(parts).num_rows
    return result


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        jobs = json.load(file)
    print(json.dumps({job["name"]: run_job(job) for job in jobs}))
