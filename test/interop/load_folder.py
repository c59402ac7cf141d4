"""Loads a whole folder of data files, as people do who do not name files, for folders.test.ts to compare.

Input (a JSON file named on the command line): { "folder", "loader": "json" | "parquet" }
Output: rows by split of load_dataset(folder) and of load_dataset(loader, data_dir=folder), and rows of Arrow's reader.
"""

import json
import sys

import pyarrow.dataset
from datasets import load_dataset


def count_rows(splits):
    return {split: rows.num_rows for split, rows in splits.items()}


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        job = json.load(file)
    folder, loader = job["folder"], job["loader"]
    result = {
        "folder": count_rows(load_dataset(folder)),
        "data_dir": count_rows(load_dataset(loader, data_dir=folder)),
        "arrow": pyarrow.dataset.dataset(folder, format=loader).count_rows(),
    }
    print(json.dumps(result))
