/** Owns the knowledge of which definitions prepare tests: set-up methods by name or annotation, and pytest fixtures. */
import { collectIdentifiers, type Definition } from './outline.js';
import type { OutlinedText } from './outlined-text.js';

const SETUP_NAMES = new Set([
  'setUp',
  'tearDown',
  'setUpClass',
  'tearDownClass',
  'setUpTestData',
  'asyncSetUp',
  'asyncTearDown',
  'setUpModule',
  'tearDownModule',
  'setup',
  'teardown',
  'setup_method',
  'teardown_method',
  'setup_class',
  'teardown_class',
  'setup_module',
  'teardown_module',
  'setup_function',
  'teardown_function',
  'setUpBeforeClass',
  'tearDownAfterClass',
  'SetUp',
  'TearDown',
  'SetUpTestSuite',
  'TearDownTestSuite',
  'SetupTest',
  'SetupSuite',
  'TearDownTest',
  'TearDownSuite',
  'SetupSubTest',
]);

const SETUP_MARK =
  /@(?:Before|After)\w*\b|@(?:TestInstance|Rule)\b|\[\s*(?:OneTime)?(?:SetUp|TearDown)\b|\[\s*(?:Test|Class)(?:Initialize|Cleanup)\b|#\[\s*(?:Before|After)\w*|@before\b|@after\b/;

/** A method or function that a runner calls around tests. In C#, xUnit uses the constructor. */
export function isSetup(source: OutlinedText, definition: Definition): boolean {
  const { name, kind, lineStart, headerLine } = definition;
  if (kind === 'class' || kind === 'suite' || kind === 'test') return false;
  if (SETUP_NAMES.has(name.slice(name.lastIndexOf('.') + 1))) return true;
  if (kind === 'constructor') return /^c(?:sharp|#|-sharp)$/i.test(source.outline.language);
  return source.outline.language !== 'python' && SETUP_MARK.test(source.slice(lineStart, headerLine));
}

/** A Python function decorated as a pytest fixture, with the name tests ask for it by. */
export interface Fixture {
  name: string;
  autouse: boolean;
  definition: Definition;
}

/** The fixture a definition is, or undefined. */
export function readFixture(source: OutlinedText, definition: Definition): Fixture | undefined {
  if (definition.kind === 'class' || definition.lineStart === definition.headerLine) return undefined;
  const decorators = source.slice(definition.lineStart, definition.headerLine - 1);
  if (!/@[\w. ]*fixture\b/.test(decorators)) return undefined;
  const renamed = /\bname\s?=\s?["']([^"'\n]+)["']/.exec(decorators)?.[1];
  return {
    name: renamed ?? definition.name,
    autouse: /\bautouse\s?=\s?True/.test(decorators),
    definition,
  };
}

/**
 * Fixtures of a scope that are asked for by name or run on their own, and those they ask for in turn.
 * @param names identifiers of the test, its decorators and its class
 */
export function requestedFixtures(
  source: OutlinedText,
  fixtures: readonly Fixture[],
  names: ReadonlySet<string>,
): Fixture[] {
  const asked = new Set(names);
  const chosen = new Set<Fixture>();
  // Each round either chooses a fixture or is the last one.
  for (let grew = true; grew;) {
    grew = false;
    for (const fixture of fixtures) {
      if (chosen.has(fixture) || !(fixture.autouse || asked.has(fixture.name))) continue;
      chosen.add(fixture);
      grew = true;
      const { lineStart, headerEnd } = fixture.definition;
      for (const name of collectIdentifiers(source.slice(lineStart, headerEnd))) asked.add(name);
    }
  }
  return [...chosen];
}
