/**
 * Owns the short form of many ids: parametrised runs of one test become one line with a count.
 * Nothing is dropped: every id stays in its group.
 */
import type { TestId } from './testid.js';

export interface TestIdGroup {
  /** The id itself, or for two and more runs of a parametrised test its name with `…` for the parameter. */
  readonly display: string;
  readonly count: number;
  /** The ids in the order given, as in the dataset. */
  readonly ids: readonly string[];
}

/**
 * Group parametrised ids by the test they run; groups and ids stay in the order of first appearance.
 * A single parametrised id is shown whole. The same id given twice is counted twice: cut ids of different runs may be equal.
 */
export function collapseParameters(testIds: Iterable<TestId>): TestIdGroup[] {
  const groups = new Map<string, string[]>();
  for (const testId of testIds) {
    const key = testId.granularity === 'parameter' ? nameWithoutParameter(testId) : testId.id;
    const ids = groups.get(key);
    if (ids === undefined) groups.set(key, [testId.id]);
    else ids.push(testId.id);
  }
  return [...groups].map(([display, ids]) => {
    const [first = ''] = ids;
    return { display: ids.length > 1 ? display : first, count: ids.length, ids };
  });
}

/** The id with `…` where its parameter stands; the id itself when it has none. */
export function nameWithoutParameter(testId: TestId): string {
  const { id, style, granularity, parameter } = testId;
  if (granularity !== 'parameter') return id;
  switch (style) {
    case 'unittest':
      return `${id.slice(0, id.indexOf(')') + 1)} […]`;
    case 'go':
      return `${id.slice(0, id.indexOf('/'))}/…`;
    case 'maven':
    case 'gradle':
      return `${id.slice(0, id.lastIndexOf('['))}[…]`;
    case 'ant':
      return id.startsWith(parameter) ? `…${id.slice(parameter.length)}` : id;
    case 'phpunit':
    case 'testdox':
      return `${id.slice(0, id.indexOf(' with data set '))} with data set …`;
    case 'googletest': {
      const [suite = '', name = ''] = id.split('.');
      const at = suite.lastIndexOf('/');
      const hasType = at >= 0 && /^\d+$/.test(suite.slice(at + 1));
      const slash = name.indexOf('/');
      return `${hasType ? `${suite.slice(0, at)}/…` : suite}.${slash < 0 ? name : `${name.slice(0, slash)}/…`}`;
    }
    default: {
      const from = style === 'pytest' ? id.indexOf('::') : 0;
      const open = id.indexOf('[', from);
      return open < 0 ? id : `${id.slice(0, open)}[…]`;
    }
  }
}
