/**
 * Owns tests that are calls or macros with a title: describe / it, t.Run, RSpec, TEST(Suite, Name), TEST_CASE. It says
 * what a node declares; finding a title again is `find-title.ts`.
 */
import type { Node } from 'web-tree-sitter';

export interface TitledCall {
  kind: 'suite' | 'test';
  title: string;
  /** Parts of the title are only known at run time. */
  dynamic: boolean;
  body: Node | null;
}

const SUITES =
  /^(?:[fxFPX]?(?:[dD]escribe(?:Table)?|[cC]ontext|When|suite|feature)|QUnit\.module|RSpec\.\w+|shared_\w+|sub_test_case|TEST_SUITE|GIVEN|WHEN|SECTION)\b/;
const CALLBACKS = new Set([
  'arrow_function',
  'function_expression',
  'generator_function',
  'func_literal',
  'anonymous_function',
  'anonymous_function_creation_expression',
]);

/** Reads a call that may declare a suite or a test; undefined when it is an ordinary call. */
export function readTitledCall(node: Node, text: string): TitledCall | undefined {
  if (node.type === 'expression_statement') return readMacroCall(node, text);
  const callee = node.childForFieldName('function') ?? node.childForFieldName('method');
  const args = node.childForFieldName('arguments');
  if (callee === null || args === null) return undefined;
  const calleeText = text.slice(node.startIndex, Math.min(callee.endIndex, node.startIndex + 200));
  const isRuby = node.type === 'call';
  const body = isRuby ? node.childForFieldName('block') : callbackBody(args);
  if (body === undefined || body === null) return undefined;
  const title = isRuby ? rubyTitle(args, text) : titleOf(unwrapArgument(args.namedChild(0)), text);
  if (title === undefined) return undefined;
  const isRun = calleeText.endsWith('.Run');
  if (isRun && title.dynamic) return undefined;
  // shoulda joins the word to the title.
  if (isRuby && calleeText === 'should') title.text = `should ${title.text}`;
  const perRow = calleeText.includes('.each') && /[%$]/.test(title.text);
  return {
    kind: SUITES.test(calleeText) ? 'suite' : 'test',
    title: title.text,
    dynamic: title.dynamic || perRow,
    body,
  };
}

/** PHP wraps each argument in a node of its own. */
function unwrapArgument(node: Node | null): Node | null {
  return node?.type === 'argument' ? node.namedChild(0) : node;
}

/** The callback's body; undefined when no argument is or may return a callback. */
function callbackBody(args: Node): Node | undefined {
  const count = args.namedChildCount;
  for (let index = count - 1; index >= 1 && index >= count - 3; index--) {
    const argument = unwrapArgument(args.namedChild(index));
    if (argument === null) continue;
    if (CALLBACKS.has(argument.type)) return argument.childForFieldName('body') ?? argument;
    // it('x', fakeAsync(() => {})), it('x', inject([A], (a) => {}))
    const inner = argument.type === 'call_expression' ? argument.childForFieldName('arguments') : null;
    const last = inner?.namedChild(inner.namedChildCount - 1);
    if (last !== null && last !== undefined && CALLBACKS.has(last.type)) {
      return last.childForFieldName('body') ?? last;
    }
  }
  return undefined;
}

/** A longer chain of strings is no title. */
const MAX_CHAINED_STRINGS = 50;

interface Title {
  text: string;
  dynamic: boolean;
}

function titleOf(node: Node | null, text: string): Title | undefined {
  if (node === null) return undefined;
  const raw = text.slice(node.startIndex, node.endIndex);
  switch (node.type) {
    case 'string':
    case 'string_literal':
    case 'encapsed_string':
    case 'interpreted_string_literal':
      return { text: unescapeTitle(raw.slice(1, -1)), dynamic: /#\{/.test(raw) };
    case 'template_string':
    case 'raw_string_literal':
      return { text: raw.slice(1, -1).replaceAll('\\`', '`'), dynamic: raw.includes('${') };
    case 'binary_expression': {
      if (node.namedChildCount !== 2 || !raw.includes('+')) return undefined;
      // Long concatenations are left-deep: their depth is bounded here, not by the input.
      if (raw.length > 1000) return { text: '${…}', dynamic: true };
      const left = titleOf(node.namedChild(0), text);
      const right = titleOf(node.namedChild(1), text);
      if (left === undefined || right === undefined) return undefined;
      return { text: left.text + right.text, dynamic: left.dynamic || right.dynamic };
    }
    case 'identifier':
    case 'member_expression':
      // describe(Ledger, …) and describe(Ledger.name, …) print the class's name.
      if (/^[A-Z][\w$]*(?:\.name)?$/.test(raw)) return { text: raw.replace(/\.name$/, ''), dynamic: false };
      return { text: '${' + raw + '}', dynamic: true };
    case 'call_expression':
    case 'ternary_expression':
    case 'number':
      return { text: '${' + raw.slice(0, 60) + '}', dynamic: true };
    default:
      return undefined;
  }
}

/** `describe Ledger, '#renew', type: :model` → `Ledger #renew`. */
function rubyTitle(args: Node, text: string): Title | undefined {
  const parts: string[] = [];
  let dynamic = false;
  for (let index = 0; index < Math.min(args.namedChildCount, 4); index++) {
    const argument = args.namedChild(index);
    if (argument === null) continue;
    const raw = text.slice(argument.startIndex, argument.endIndex);
    if (argument.type === 'string' || argument.type === 'chained_string') {
      parts.push(rubyString(argument, text));
      dynamic ||= raw.includes('#{');
    } else if (argument.type === 'constant' || argument.type === 'scope_resolution') parts.push(raw);
    else if (argument.type === 'simple_symbol' && index === 0) parts.push(raw.slice(1));
    else if (index === 0) return undefined;
  }
  return parts.length === 0 ? undefined : { text: parts.join(' '), dynamic };
}

/** One string, or several that stand behind each other and are one to Ruby. */
function rubyString(node: Node, text: string): string {
  if (node.type === 'string') return unescapeTitle(text.slice(node.startIndex + 1, node.endIndex - 1));
  let joined = '';
  for (let index = 0; index < Math.min(node.namedChildCount, MAX_CHAINED_STRINGS); index++) {
    const part = node.namedChild(index);
    if (part?.type === 'string') joined += rubyString(part, text);
  }
  return joined;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function unescapeTitle(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, char: string) => ESCAPES[char] ?? char);
}

const CPP_TESTS =
  /^(?:(?:TYPED_)?TEST(?:_[FPG])?|TYPED_TEST_P|FRIEND_TEST|GTEST_TEST|BOOST_\w*TEST_CASE\w*|TEST_METHOD)$/;

/** `TEST_F(ShelfTest, Adds) { … }` is read as a function by the grammar; its name is `ShelfTest.Adds`. */
export function readCppTest(node: Node, text: string): string | undefined {
  const declarator = node.childForFieldName('declarator');
  if (declarator?.type !== 'function_declarator') return undefined;
  const macro = declarator.childForFieldName('declarator');
  const parameters = declarator.childForFieldName('parameters');
  if (macro === null || parameters === null) return undefined;
  if (!CPP_TESTS.test(text.slice(macro.startIndex, Math.min(macro.endIndex, macro.startIndex + 40)))) {
    return undefined;
  }
  const names = text.slice(parameters.startIndex + 1, parameters.endIndex - 1).split(',');
  return names
    .slice(0, 2)
    .map((name) => name.trim())
    .join('.');
}

/** `TEST_CASE("adds") { … }`: a call without a semicolon, then a block beside it. */
function readMacroCall(node: Node, text: string): TitledCall | undefined {
  const call = node.namedChild(0);
  const block = node.nextNamedSibling;
  if (call?.type !== 'call_expression' || block?.type !== 'compound_statement') return undefined;
  if (text.slice(node.startIndex, node.endIndex).trimEnd().endsWith(';')) return undefined;
  const args = call.childForFieldName('arguments');
  const index = args?.namedChild(0)?.type === 'string_literal' ? 0 : 1;
  const title = titleOf(args?.namedChild(index) ?? null, text);
  if (title === undefined) return undefined;
  const head = text.slice(node.startIndex, node.startIndex + 40);
  return {
    kind: SUITES.test(head) ? 'suite' : 'test',
    title: title.text,
    dynamic: title.dynamic,
    body: block,
  };
}
