/**
 * Owns the decision what a path is to a repair, and the name of the rule that decided.
 * The rules themselves stand in rules.ts; contents are never read.
 */
import picomatch from 'picomatch';
import { readPathFacts, type PathColumn, type PathFacts } from './path-facts.js';
import { PATH_RULES, type PathRole, type PathRule } from './rules.js';

export interface ClassifyOptions {
  /** The diff the path stands in; default `combined`. */
  readonly column?: PathColumn | undefined;
  /** Canonical language of the repository, when known. */
  readonly language?: string | undefined;
  /** Globs (picomatch; one without a slash is compared with the file name) of the user's `--tests` and `--source`. */
  readonly testGlobs?: readonly string[] | undefined;
  readonly sourceGlobs?: readonly string[] | undefined;
  /** What the dataset itself says of this path, e.g. a list of test files in the row. */
  readonly datasetSays?: 'test' | 'source' | undefined;
  /** All paths of the same diff: a parser in C is generated when its grammar changes with it. */
  readonly siblings?: ReadonlySet<string> | undefined;
}

export interface PathClass {
  readonly role: PathRole;
  /** Name of the deciding rule, one of `listPathRules()`. */
  readonly rule: string;
}

interface PrintableRule {
  readonly name: string;
  readonly role: string;
  readonly description: string;
}

const OUTER_RULES: readonly PrintableRule[] = [
  {
    name: 'user:tests',
    role: 'test or support',
    description: 'a --tests glob; support if the rules below say so',
  },
  { name: 'user:source', role: 'source', description: 'a --source glob' },
  {
    name: 'dataset:test',
    role: 'test or support',
    description: 'the row lists the path as a test; support if the rules say so',
  },
  {
    name: 'dataset:source',
    role: 'source, docs, config, generated',
    description: 'the row lists the path as source',
  },
];

/** Every rule in the order in which it is asked, for a command to print. `role` of `column` = as the diff's column says. */
export function listPathRules(): readonly PrintableRule[] {
  return [...OUTER_RULES, ...PATH_RULES.map(({ name, role, description }) => ({ name, role, description }))];
}

/**
 * Say what a path is: `test` holds tests, `support` belongs to the harness, else source, docs, config or generated.
 * Order: user globs, the dataset, conventions of languages, folders; whole path components, never substrings of them.
 * Paths that only look like tests follow the column: support in a test patch, source in a fix or a combined diff.
 * Never throws; time is linear in the length of the path.
 */
export function classifyPath(path: string, options: ClassifyOptions = {}): PathClass {
  const facts = readPathFacts(path, options.language, options.siblings);
  const byPath = applyRules(facts, options.column ?? 'combined');
  const asTest: PathRole = byPath.role === 'support' ? 'support' : 'test';
  if (matchesGlobs(path, options.testGlobs)) return { role: asTest, rule: 'user:tests' };
  if (matchesGlobs(path, options.sourceGlobs)) return { role: 'source', rule: 'user:source' };
  if (options.datasetSays === 'test') return { role: asTest, rule: 'dataset:test' };
  if (options.datasetSays === 'source') {
    const isTestSide = byPath.role === 'test' || byPath.role === 'support';
    return { role: isTestSide ? 'source' : byPath.role, rule: 'dataset:source' };
  }
  return byPath;
}

function applyRules(facts: PathFacts, column: PathColumn): PathClass {
  const rules: readonly PathRule[] = PATH_RULES;
  for (const rule of rules) {
    if (!rule.applies(facts)) continue;
    if (rule.role !== 'column') return { role: rule.role, rule: rule.name };
    return { role: column === 'test_patch' ? 'support' : 'source', rule: rule.name };
  }
  // Not reached: the table's last rule always applies.
  return { role: 'source', rule: 'source:code' };
}

type GlobMatcher = (path: string) => boolean;

/** Compiled once per list: a build asks with the same array for every path. */
const matchers = new WeakMap<readonly string[], GlobMatcher>();

function matchesGlobs(path: string, globs: readonly string[] | undefined): boolean {
  if (globs === undefined || globs.length === 0) return false;
  let matcher = matchers.get(globs);
  if (matcher === undefined) {
    // A glob without a slash names files, wherever they stand.
    const anchored = globs.map((glob) => (glob.includes('/') ? glob : `**/${glob}`));
    matcher = picomatch(anchored, { dot: true });
    matchers.set(globs, matcher);
  }
  return matcher(path);
}
