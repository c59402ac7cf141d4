/** Owns SWE-Gym: SWE-bench rows from eleven Python repositories, with lists and without set-up commits. */
import { SWE_BENCH_COLUMNS } from './field-names.js';
import { hasContent, textAt } from './field-reader.js';
import type { Ingester } from './ingester.js';
import { ingestSweBenchRow, isNamed, listSweBenchFields, SWE_BENCH_NEEDS } from './swe-bench-fields.js';

/** Source: SWE-Gym's dataset card. */
const REPOSITORIES: ReadonlySet<string> = new Set(
  (
    'Project-MONAI/MONAI bokeh/bokeh conan-io/conan dask/dask facebookresearch/hydra getmoto/moto iterative/dvc ' +
    'modin-project/modin pandas-dev/pandas pydantic/pydantic python/mypy'
  ).split(' '),
);

export const sweGym: Ingester = {
  name: 'swe-gym',
  notes: {
    title: 'SWE-Gym',
    recognisedBy: 'dataset_name, or one of its repositories and no environment_setup_commit',
    localization: 'from patch',
    reproduction: 'from test_patch and FAIL_TO_PASS',
    patch: 'patch, forward',
    missing:
      'image; SWE-Gym Raw names no failing tests and, outside the eleven repositories, reads as swe-bench',
  },
  columns: SWE_BENCH_COLUMNS,
  needs: SWE_BENCH_NEEDS,
  detect(row) {
    if (listSweBenchFields(row).length < 4) return null;
    if (isNamed(row, /swe-gym/i)) return 'its dataset_name says SWE-Gym';
    if (hasContent(row, 'environment_setup_commit')) return null;
    const repo = textAt(row, 'repo');
    if (!REPOSITORIES.has(repo)) return null;
    return `${repo} is one of its repositories and there is no environment_setup_commit`;
  },
  ingest(row, context) {
    return ingestSweBenchRow(row, context, { corpus: 'swe-gym' });
  },
};
