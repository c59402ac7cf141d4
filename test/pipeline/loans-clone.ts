/** A small repository of a made-up library program, with a repair and its tests, as a clone and as a row. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_OVERRIDES } from '../../src/extract/repair.js';
import { type BuildItem, type BuildOptions, buildItems } from '../../src/pipeline/build.js';
import { DEFAULT_PROFILE } from '../../src/render/profile.js';
import { loadCounter } from '../../src/tokens/vocabularies.js';
import { makeRepository, type Scratch } from '../repository/scratch.js';

export type Files = Readonly<Record<string, string | Uint8Array>>;

export const LOANS = `"""Loans of a library."""
WEEK = 7


class Ledger:
    """All loans."""

    limit = 3

    def __init__(self):
        self.loans = []
        self.log = []

    def renew(self, loan, today):
        """Give a reader more time."""
        if loan.renewals >= self.limit:
            raise ValueError("no renewals left")
        loan.due = today + WEEK
        loan.renewals += 1
        return loan

    def close(self, loan):
        self.loans.remove(loan)


def make_ledger():
    return Ledger()
`;

export const LOANS_FIXED = LOANS.replace(
  '        loan.due = today + WEEK\n',
  '        loan.due = max(loan.due, today) + WEEK\n        self.log.append(loan)\n',
);

const BASE_TESTS = `import unittest

from shelf.loans import make_ledger


class LedgerTests(unittest.TestCase):
    def setUp(self):
        self.ledger = make_ledger()

    def test_shared_limit(self):
        self.assertEqual(self.ledger.limit, self.expected_limit)
`;

const TESTS = `import pytest

from shelf.loans import WEEK

from .base import LedgerTests


class Loan:
    due = 10
    renewals = 0


def test_week():
    assert WEEK == 7


def test_renew(ledger):
    assert ledger.renew(Loan(), 3).renewals == 1


class TestSpecial(LedgerTests):
    expected_limit = 3
`;

export const TESTS_AFTER = TESTS.replace(
  'def test_renew(ledger):\n',
  '@pytest.mark.parametrize("today", [3, 20])\ndef test_due(ledger, today):\n    assert ledger.renew(Loan(), today).due == max(10, today) + WEEK\n\n\ndef test_renew(ledger):\n',
);

const CONFTEST = `import pytest

from shelf.loans import make_ledger


@pytest.fixture
def shelf():
    return "shelf"


@pytest.fixture
def ledger(room):
    ledger = make_ledger()
    ledger.room = room
    return ledger


@pytest.fixture
def unused():
    return None
`;

const ROOT_CONFTEST = `import pytest

ROOM = "reading room"


@pytest.fixture
def room():
    return ROOM
`;

export const BASE_FILES: Files = {
  'conftest.py': ROOT_CONFTEST,
  'shelf/__init__.py': '',
  'shelf/loans.py': LOANS,
  'tests/__init__.py': '',
  'tests/base.py': BASE_TESTS,
  'tests/conftest.py': CONFTEST,
  'tests/test_loans.py': TESTS,
};

/** Stores files as a commit; paths may hold folders. */
export function commitTree(scratch: Scratch, files: Files, parents: readonly string[] = []): string {
  const lines = Object.entries(files).map(([path, content]) => `100644 ${scratch.blob(content)}\t${path}`);
  scratch.git(['read-tree', '--empty']);
  scratch.git(['update-index', '--add', '--index-info'], `${lines.join('\n')}\n`);
  return scratch.commit(scratch.git(['write-tree']), 'step', parents);
}

/** What git says the change from one set of files to another is. */
export function diffFiles(scratch: Scratch, before: string, files: Files): string {
  const after = commitTree(scratch, files);
  return scratch.gitBytes(['diff', '--no-renames', before, after]).toString('utf8');
}

export interface LoansClone {
  readonly folder: string;
  readonly clones: string;
  readonly scratch: Scratch;
  readonly base: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** The clone `shelf__loans` below `folder`/clones, with the row of its repair. */
export function makeLoansClone(folder: string, extra: Files = {}): LoansClone {
  const clones = join(folder, 'clones');
  mkdirSync(clones);
  const scratch = makeRepository(join(clones, 'shelf__loans'));
  const files = { ...BASE_FILES, ...extra };
  const base = commitTree(scratch, files);
  scratch.ref('refs/heads/main', base);
  const row = {
    instance_id: 'shelf__loans-1',
    repo: 'shelf/loans',
    base_commit: base,
    patch: diffFiles(scratch, base, { ...files, 'shelf/loans.py': LOANS_FIXED }),
    test_patch: diffFiles(scratch, base, { ...files, 'tests/test_loans.py': TESTS_AFTER }),
    problem_statement: 'Renewing early shortens a loan.',
    hints_text: '',
    version: '1.0',
    created_at: '2024-03-01T10:00:00Z',
    FAIL_TO_PASS: JSON.stringify([
      'tests/test_loans.py::test_due[3]',
      'tests/test_loans.py::TestSpecial::test_shared_limit',
    ]),
    PASS_TO_PASS: '[]',
  };
  return { folder, clones, scratch, base, row };
}

const COUNTER = loadCounter('cl100k_base');

/** Builds rows as `swe-evidence build` does. */
export async function buildRows(
  folder: string,
  rows: readonly unknown[],
  options: Partial<BuildOptions> = {},
): Promise<BuildItem[]> {
  const items: BuildItem[] = [];
  for await (const item of streamRows(folder, rows, options)) items.push(item);
  return items;
}

export function streamRows(
  folder: string,
  rows: readonly unknown[],
  options: Partial<BuildOptions> = {},
): AsyncGenerator<BuildItem> {
  const file = join(folder, 'rows.jsonl');
  writeFileSync(file, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
  return buildItems([file], {
    ingester: null,
    counter: COUNTER,
    profile: DEFAULT_PROFILE,
    overrides: NO_OVERRIDES,
    limit: Infinity,
    only: new Set(),
    carry: [],
    ...options,
  });
}

/** The evidence of an item that must have been built. */
export function evidenceOf(item: BuildItem | undefined): Extract<BuildItem, { kind: 'built' }>['evidence'] {
  if (item?.kind === 'built') return item.evidence;
  throw new Error(`the row must be built: ${JSON.stringify(item)}`);
}

/** The reject of an item that must have been rejected. */
export function rejectOf(item: BuildItem | undefined): Extract<BuildItem, { kind: 'rejected' }>['reject'] {
  if (item?.kind === 'rejected') return item.reject;
  throw new Error(`the row must be rejected: ${JSON.stringify(item)}`);
}
