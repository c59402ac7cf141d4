/** Owns the node types whose name, kind or body does not simply stand in the fields `name` and `body`. */
import type { Node } from 'web-tree-sitter';
import { readCppTest, readTitledCall, type TitledCall } from './test-titles.js';

/** What a definition node says about itself. */
export interface NodeReading {
  kind: string;
  name: string;
  /** The node whose first row is the header line: the name, mostly. */
  nameNode: Node;
  /** The body; null when there is none. */
  body: Node | null;
  dynamic?: boolean;
}

function fromTitle(call: TitledCall | undefined, node: Node): NodeReading | undefined {
  return (
    call && { kind: call.kind, name: call.title, nameNode: node, body: call.body, dynamic: call.dynamic }
  );
}

/** A call that makes a test or suite, with its title as name: `it("renews", () => { … })`. */
export const titled = (node: Node, text: string): NodeReading | undefined =>
  fromTitle(readTitledCall(node, text), node);

/** Text of a node as a name: without generics and white space. */
function nameOf(node: Node, text: string): string {
  const name = text.slice(node.startIndex, node.endIndex);
  const plain = name.length > 300 ? name.slice(0, 300) : name;
  return stripGenerics(plain).replace(/\s+/g, '');
}

function stripGenerics(name: string): string {
  if (!name.includes('<') || name.includes('operator')) return name;
  let depth = 0;
  let out = '';
  for (const char of name) {
    if (char === '<') depth++;
    else if (char === '>') depth--;
    else if (depth === 0) out += char;
  }
  return out;
}

const FUNCTION_VALUES = new Set([
  'arrow_function',
  'function_expression',
  'generator_function',
  'class',
  'function',
]);

/** `const renew = () => {}`, `{ renew: function () {} }`, `renew = async () => {}`, `Ledger.prototype.renew = …`. */
export function assigned(nameField: string, valueField: string, kind: string) {
  return (node: Node, text: string): NodeReading | undefined => {
    const value = node.childForFieldName(valueField);
    if (value === null || !FUNCTION_VALUES.has(value.type)) return undefined;
    const target = node.childForFieldName(nameField) ?? node.namedChild(0);
    if (target === null || target.type.endsWith('pattern')) return undefined;
    return {
      kind: value.type === 'class' ? 'class' : kind,
      name: nameOf(target, text).replace(/^['"]|['"]$/g, ''),
      nameNode: target,
      body: value.childForFieldName('body'),
    };
  };
}

/** The name of a C or C++ function stands at the bottom of its declarator. */
export function cppFunction(node: Node, text: string): NodeReading | undefined {
  const test = readCppTest(node, text);
  const body = node.childForFieldName('body');
  if (test !== undefined) return { kind: 'test', name: test, nameNode: node, body };
  let declarator = node.childForFieldName('declarator');
  for (let step = 0; step < 20 && declarator !== null; step++) {
    const inner: Node | null =
      declarator.childForFieldName('declarator') ??
      (declarator.type.endsWith('_declarator')
        ? declarator.namedChild(declarator.namedChildCount - 1)
        : null);
    if (inner === null) break;
    declarator = inner;
  }
  if (declarator === null || /parameter_list|ERROR/.test(declarator.type)) return undefined;
  // A macro before the type (`STATIC int renew(void)`) makes the parser glue type and name into one.
  const written = text.slice(declarator.startIndex, declarator.endIndex);
  const isQualified = declarator.type === 'qualified_identifier' && written.includes('::');
  const isTorn = declarator.type === 'qualified_identifier' && !isQualified;
  return {
    kind: isQualified || declarator.type === 'field_identifier' ? 'method' : 'function',
    name: isTorn ? (/(\w+)\s*$/.exec(written)?.[1] ?? '') : nameOf(declarator, text),
    nameNode: declarator,
    body,
  };
}

/** A `struct X` without a body is a mention, not a definition. */
export function cppType(kind: string) {
  return (node: Node, text: string): NodeReading | undefined => {
    const name = node.childForFieldName('name');
    const body = node.childForFieldName('body');
    if (name === null || body === null) return undefined;
    return { kind, name: nameOf(name, text), nameNode: name, body };
  };
}

/** A Go method, named with the type of its receiver. */
export function goMethod(node: Node, text: string): NodeReading | undefined {
  const name = node.childForFieldName('name');
  const receiver = node.childForFieldName('receiver');
  if (name === null) return undefined;
  const type = /([\p{L}_][\p{L}\p{N}_]*)\s*(?:\[[^\]]*\])?\s*,?\s*\)$/u.exec(
    receiver === null ? '' : text.slice(receiver.startIndex, receiver.endIndex).slice(-300),
  )?.[1];
  const own = nameOf(name, text);
  return {
    kind: 'method',
    name: type === undefined ? own : `${type}.${own}`,
    nameNode: name,
    body: node.childForFieldName('body'),
  };
}

/** A Go type: struct, interface, or any other. */
export function goType(node: Node, text: string): NodeReading | undefined {
  const name = node.childForFieldName('name');
  const type = node.childForFieldName('type');
  if (name === null) return undefined;
  const kind =
    type?.type === 'struct_type' ? 'struct' : type?.type === 'interface_type' ? 'interface' : 'type';
  return { kind, name: nameOf(name, text), nameNode: name, body: type };
}

/** A Rust `impl` block, named by the type that it is for. */
export function rustImpl(node: Node, text: string): NodeReading | undefined {
  const type = node.childForFieldName('type');
  if (type === null) return undefined;
  return { kind: 'impl', name: nameOf(type, text), nameNode: node, body: node.childForFieldName('body') };
}

/** `rgtest!(renews_loan, |dir, cmd| { … })`: a project's own macro that makes a test of its first word. */
export function rustTestMacro(node: Node, text: string): NodeReading | undefined {
  const head = text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 300));
  const name = /^\w*test\w*!\s?[({]\s*(?:fn\s+)?([a-z_]\w*)\s*[,({]/.exec(head)?.[1];
  return name === undefined ? undefined : { kind: 'test', name, nameNode: node, body: null };
}

/** `class << self`: methods of the class itself. */
export function rubySingleton(node: Node, text: string): NodeReading | undefined {
  const value = node.childForFieldName('value');
  if (value === null) return undefined;
  const last = node.namedChild(node.namedChildCount - 1);
  const body = last?.type === 'body_statement' ? last : null;
  return { kind: 'class', name: `<< ${nameOf(value, text)}`, nameNode: value, body };
}

/** A namespace with a body in braces; one that ends at a semicolon encloses nothing here. */
export function bracedNamespace(node: Node, text: string): NodeReading | undefined {
  const body = node.childForFieldName('body');
  const name = node.childForFieldName('name');
  if (body === null || name === null) return undefined;
  return { kind: 'module', name: nameOf(name, text), nameNode: name, body };
}
