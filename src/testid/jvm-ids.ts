/**
 * Owns the ids of JVM builds: Maven, Gradle, ant, class names, and build tasks that some datasets list as tests.
 */
import { makeTestId, type TestId } from './testid.js';

const QUALIFIED_CLASS = /^[\p{L}_$][\p{L}\p{N}_$.]*$/u;

/** A test id as Maven, Gradle or Ant writes it, undefined when it is none. */
export function readJvmId(id: string): TestId | undefined {
  return readMavenId(id) ?? readGradleId(id) ?? readAntId(id) ?? readClassId(id) ?? readTaskId(id);
}

/** `org.shelf.LoanTest#due`, `…#due[1]`, `…#due(int)`. */
export function readMavenId(id: string): TestId | undefined {
  const hash = id.indexOf('#');
  if (hash <= 0 || !QUALIFIED_CLASS.test(id.slice(0, hash))) return undefined;
  const { module, classes } = splitQualifiedClass(id.slice(0, hash));
  return makeTestId({ id, style: 'maven', module, ...readMethod(id.slice(hash + 1), classes) });
}

/** `org.shelf.LoanTest > due`, with nested classes as further steps. */
export function readGradleId(id: string): TestId | undefined {
  const steps = id.split(' > ');
  const [first = '', ...rest] = steps;
  if (rest.length === 0 || !QUALIFIED_CLASS.test(first)) return undefined;
  const method = rest.pop() ?? '';
  const { module, classes } = splitQualifiedClass(first);
  return makeTestId({ id, style: 'gradle', module, ...readMethod(method, [...classes, ...rest]) });
}

/** `javac-Loan.java(org.shelf.TestRenew)`: the case file is the parameter of the class that runs it. */
export function readAntId(id: string): TestId | undefined {
  const match = /^([^\s()]+)\(([\w.$]+)\)$/.exec(id);
  if (match === null) return undefined;
  const [, name = '', qualified = ''] = match;
  if (!/\.[A-Z]|^[A-Z]/.test(qualified)) return undefined;
  const { module, classes } = splitQualifiedClass(qualified);
  if (name.includes('.')) {
    return makeTestId({
      id,
      style: 'ant',
      granularity: 'parameter',
      module,
      symbols: classes,
      parameter: name,
    });
  }
  return makeTestId({ id, style: 'ant', module, ...readMethod(name, classes) });
}

/** `org.shelf.LoanTest` is a class, `org.shelf.LoanTest.due` a method in it. */
export function readClassId(id: string): TestId | undefined {
  if (!QUALIFIED_CLASS.test(id) || id.endsWith('.')) return undefined;
  const { module, classes, members } = splitQualifiedClass(id);
  if (classes.length === 0) return undefined;
  if (members.length === 0)
    return makeTestId({ id, style: 'java-class', granularity: 'class', module, symbols: classes });
  return makeTestId({ id, style: 'dotted', granularity: 'test', module, symbols: [...classes, ...members] });
}

/** `shelf-core:test`, `compileTestJava`: a result of the build, and no test. */
export function readTaskId(id: string): TestId | undefined {
  if (!/^[\w.:-]+$/.test(id) || !/^[a-z]/.test(id.slice(id.lastIndexOf(':') + 1))) return undefined;
  return makeTestId({ id, style: 'gradle-task', granularity: 'file' });
}

interface QualifiedClass {
  readonly module: string;
  readonly classes: readonly string[];
  readonly members: readonly string[];
}

/** Packages are lower-case, classes capitalised, `$` separates nested classes. */
function splitQualifiedClass(qualified: string): QualifiedClass {
  const parts = qualified.split('.').filter((part) => part !== '');
  const from = parts.findIndex((part) => /^[\p{Lu}_$]/u.test(part));
  if (from < 0) return { module: parts.join('.'), classes: [], members: [] };
  const after = parts.findIndex((part, at) => at > from && !/^[\p{Lu}_$]/u.test(part));
  const to = after < 0 ? parts.length : after;
  const classes = parts.slice(from, to).flatMap((part) => part.split('$').filter((name) => name !== ''));
  return { module: parts.slice(0, from).join('.'), classes, members: parts.slice(to) };
}

/** A method with what JUnit prints behind it: `due[1]`, `due(int)`, `due(int)[2]`, `due{int}[1]`. */
function readMethod(
  text: string,
  classes: readonly string[],
): Pick<TestId, 'granularity' | 'symbols' | 'parameter' | 'title'> {
  const name = /^[\p{L}_$][\p{L}\p{N}_$]*/u.exec(text)?.[0] ?? '';
  const rest = text.slice(name.length);
  if (name === '' || (rest !== '' && !/^[[({]/.test(rest))) {
    // A display name: `renews a loan`.
    return { granularity: 'test', symbols: classes, parameter: '', title: text };
  }
  const open = rest.lastIndexOf('[');
  const isOne = open >= 0 && rest.endsWith(']');
  return {
    granularity: isOne ? 'parameter' : 'test',
    symbols: [...classes, name],
    parameter: isOne ? rest.slice(open + 1, -1) : '',
    title: '',
  };
}
