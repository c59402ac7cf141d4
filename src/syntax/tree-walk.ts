/** Owns the walk over a syntax tree that makes an outline of it. What node types mean stands in `tree-rules.ts`. */
import type { Language, Node, Point, Tree, TreeCursor } from 'web-tree-sitter';
import type { Definition, Outline, Statement } from './outline.js';
import { dropWrappers, isCall, statementKind } from './tree-statements.js';
import type { NodeReading } from './node-readings.js';
import type { GrammarRules } from './tree-rules.js';

const PLAIN_NODE = 0;
const TOKEN = 1;
const LEAF = 2;
const DECORATOR = 3;
const WRAPPER = 4;
const DEFINITION = 5;

/** Class-like kinds: statements directly in their bodies are kept, for the context of a test. */
const CONTAINERS = new Set(['class', 'struct', 'interface', 'trait', 'impl', 'module', 'suite', 'enum']);

/** Named nodes without children, a third of all nodes. */
const CHILDLESS = /^(?:\w+_)?identifier$|^(?:number|this|self|constant|integer|float|null|true|false)$/;

const actionTables = new Map<string, Uint8Array>();

/** Action per node type id: one array read for each node instead of a string from the engine. */
export function nodeActions(grammar: string, rules: GrammarRules, language: Language): Uint8Array {
  const known = actionTables.get(grammar);
  if (known !== undefined) return known;
  const actions = new Uint8Array(Math.max(language.nodeTypeCount, 0xffff) + 1).fill(PLAIN_NODE);
  for (let id = 0; id < language.nodeTypeCount; id++) {
    const type = language.nodeTypeForId(id) ?? '';
    if (!language.nodeTypeIsNamed(id) || CHILDLESS.test(type)) actions[id] = TOKEN;
    else if (rules.leaves.includes(type)) actions[id] = LEAF;
    else if (rules.decorators.includes(type)) actions[id] = DECORATOR;
    else if (Object.hasOwn(rules.plain, type) || Object.hasOwn(rules.special, type)) actions[id] = DEFINITION;
    else if (rules.wrappers.includes(type)) actions[id] = WRAPPER;
  }
  actionTables.set(grammar, actions);
  return actions;
}

/** What the walk knows at one depth of the tree. */
interface Frame {
  /** Index of the enclosing definition, or -1. */
  owner: number;
  /** First row of decorators that wait for their definition, or -1. */
  pendingRow: number;
  /** Row where a wrapper (`export …`) of the first definition starts, or -1. */
  wrapperRow: number;
  /** The children are statements of a class, module, suite or the file. */
  isBody: boolean;
  /** The next block at this depth is the body of this definition (`TEST_CASE("x") { … }`), or -1. */
  adopter: number;
}

function newFrame(owner: number, wrapperRow: number, isBody: boolean): Frame {
  return { owner, pendingRow: -1, wrapperRow, isBody, adopter: -1 };
}

/** Fills an outline with the definitions and statements of a tree. */
export function walkTree(
  tree: Tree,
  rules: GrammarRules,
  actions: Uint8Array,
  text: string,
  outline: Outline,
): void {
  const cursor = tree.walk();
  try {
    new TreeWalk(cursor, rules, actions, text, outline).run();
  } finally {
    cursor.delete();
  }
  dropWrappers(outline);
}

/** One walk over a tree, depth first, without recursion. */
class TreeWalk {
  readonly #cursor: TreeCursor;
  readonly #rules: GrammarRules;
  readonly #actions: Uint8Array;
  readonly #text: string;
  readonly #definitions: Definition[];
  readonly #statements: Statement[];
  /** Definitions whose body has been met: what comes later at their depth is none. */
  readonly #bodySeen = new Set<number>();
  /** From the root's to that of the cursor's depth. */
  readonly #frames: Frame[] = [newFrame(-1, -1, false)];

  constructor(
    cursor: TreeCursor,
    rules: GrammarRules,
    actions: Uint8Array,
    text: string,
    { definitions, statements }: Outline,
  ) {
    this.#cursor = cursor;
    this.#rules = rules;
    this.#actions = actions;
    this.#text = text;
    this.#definitions = definitions;
    this.#statements = statements;
  }

  run(): void {
    const cursor = this.#cursor;
    const frames = this.#frames;
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const child = this.#visit(frame);
      if (child !== undefined && cursor.gotoFirstChild()) {
        frames.push(child);
        continue;
      }
      let moved = cursor.gotoNextSibling();
      while (!moved && cursor.gotoParent()) {
        frames.pop();
        moved = cursor.gotoNextSibling();
      }
      if (!moved) return;
    }
  }

  /** Reads the node at the cursor; the frame of its children, or undefined when they are not looked at. */
  #visit(frame: Frame): Frame | undefined {
    const action = this.#actions[this.#cursor.nodeTypeId] ?? PLAIN_NODE;
    switch (action) {
      case TOKEN:
        // Punctuation and keywords: no children, and no end to waiting decorators.
        return undefined;
      case DECORATOR:
        if (frame.pendingRow === -1) frame.pendingRow = this.#cursor.startPosition.row;
        return undefined;
      case LEAF:
        this.#visitLeaf(frame);
        return undefined;
      default:
        return this.#enter(action, frame);
    }
  }

  #visitLeaf(frame: Frame): void {
    const type = this.#cursor.nodeType;
    if (type.includes('comment')) return;
    if (frame.isBody) this.#addStatement(type, frame);
    frame.pendingRow = -1;
  }

  /** Reads a node that may be a definition or a body; the frame of its children. */
  #enter(action: number, frame: Frame): Frame {
    const pending = frame.pendingRow;
    frame.pendingRow = -1;
    if (action === WRAPPER) {
      const type = this.#cursor.nodeType;
      if (frame.isBody) this.#addStatement(type, frame);
      return newFrame(frame.owner, pending === -1 ? this.#cursor.startPosition.row : pending, false);
    }
    if (action === DEFINITION) {
      const index = this.#addDefinition(frame, pending);
      if (index !== -1) return newFrame(index, -1, false);
    }
    const adopter = frame.adopter;
    frame.adopter = -1;
    // Only type names of possible statements and bodies are asked for: a string from the engine is dear.
    if (!frame.isBody && !this.#mayBeBody(frame)) {
      return newFrame(
        adopter === -1 ? frame.owner : adopter,
        pending === -1 ? frame.wrapperRow : pending,
        false,
      );
    }
    const type = this.#cursor.nodeType;
    const isRoot = this.#frames.length === 1;
    if (frame.isBody) this.#addStatement(type, frame);
    const opensBody = isRoot || (this.#mayBeBody(frame) && this.#rules.bodies.includes(type));
    if (opensBody && !isRoot) this.#bodySeen.add(frame.owner);
    return newFrame(adopter === -1 ? frame.owner : adopter, -1, opensBody);
  }

  /** Whether a child at this depth may be the body of the enclosing definition. */
  #mayBeBody(frame: Frame): boolean {
    if (frame.owner === -1) return this.#frames.length === 1;
    return !this.#bodySeen.has(frame.owner) && CONTAINERS.has(this.#definitions[frame.owner]?.kind ?? '');
  }

  /** Reads the definition at the cursor; -1 when the node turns out to be none. */
  #addDefinition(frame: Frame, pending: number): number {
    const rules = this.#rules;
    const text = this.#text;
    if (rules.titledCall !== undefined && isCall(this.#cursor.nodeType)) {
      rules.titledCall.lastIndex = this.#cursor.startIndex;
      if (!rules.titledCall.test(text)) return -1;
    }
    const node = this.#cursor.currentNode;
    const reading = readDefinition(node, rules, text);
    if (reading === undefined || reading.name === '') return -1;
    const start = node.startPosition.row;
    const parent = this.#definitions[frame.owner];
    const index = this.#definitions.length;
    let last = node.endPosition;
    const body = reading.body;
    if (body !== null && body.startIndex >= node.endIndex) {
      last = body.endPosition;
      frame.adopter = index;
    }
    const firstRow = pending !== -1 ? pending : frame.wrapperRow !== -1 ? frame.wrapperRow : start;
    frame.wrapperRow = -1;
    const headerRow = reading.nameNode.startPosition.row;
    const kind = reading.kind === 'function' && holdsMethods(parent?.kind) ? 'method' : reading.kind;
    const lineEnd = Math.max(lastRow(last, start), headerRow) + 1;
    this.#definitions.push({
      kind,
      name: reading.name,
      lineStart: Math.min(firstRow, headerRow) + 1,
      headerLine: headerRow + 1,
      // The parser may make up a body behind the last line.
      headerEnd: Math.min(Math.max(headerRow, headerEndRow(node, reading, rules)) + 1, lineEnd),
      lineEnd,
      depth: parent === undefined ? 0 : parent.depth + 1,
      parent: frame.owner,
      bases: isClassKind(kind)
        ? readBases(text.slice(node.startIndex, body?.startIndex ?? node.endIndex))
        : [],
      dynamic: reading.dynamic ?? false,
      closed: true,
    });
    return index;
  }

  #addStatement(type: string, frame: Frame): void {
    const start = this.#cursor.startPosition.row;
    const end = this.#cursor.endPosition;
    // A node that the parser made up has no width, and may stand behind the last line.
    if (this.#cursor.startIndex === this.#cursor.endIndex) return;
    this.#statements.push({
      kind: statementKind(type, this.#rules, this.#text, this.#cursor.startIndex),
      lineStart: start + 1,
      lineEnd: lastRow(end, start) + 1,
      parent: frame.owner,
    });
  }
}

/** A node that ends at the start of a row ends with the row before. Rows are 0-based. */
const lastRow = (end: Point, startRow: number): number =>
  end.column === 0 && end.row > startRow ? end.row - 1 : end.row;

const holdsMethods = (kind: string | undefined): boolean =>
  kind === 'impl' || kind === 'trait' || isClassKind(kind);

function isClassKind(kind: string | undefined): boolean {
  return kind === 'class' || kind === 'struct' || kind === 'interface';
}

function readDefinition(node: Node, rules: GrammarRules, text: string): NodeReading | undefined {
  const special = rules.special[node.type];
  if (special !== undefined) return special(node, text);
  const nameNode = node.childForFieldName('name');
  const kind = rules.plain[node.type];
  if (nameNode === null || kind === undefined) return undefined;
  return {
    kind,
    name: text.slice(nameNode.startIndex, Math.min(nameNode.endIndex, nameNode.startIndex + 300)),
    nameNode,
    body: node.childForFieldName('body'),
  };
}

function headerEndRow(node: Node, reading: NodeReading, rules: GrammarRules): number {
  if (rules.bodyBelowHeader === true && node.type !== 'call') {
    const last =
      node.childForFieldName('superclass') ?? node.childForFieldName('parameters') ?? reading.nameNode;
    return last.endPosition.row;
  }
  return reading.body?.startPosition.row ?? node.endPosition.row;
}

/** Last names of what a class header extends or implements, in the syntax of any of the languages. */
function readBases(header: string): string[] {
  const clause = /\b(?:extends|implements)\b|[:<]/.exec(header.slice(0, 2000));
  if (clause === null) return [];
  const skipped = new Set(['extends', 'implements', 'public', 'private', 'protected', 'virtual', 'with']);
  const bases: string[] = [];
  for (const part of header
    .slice(clause.index + clause[0].length, 2000)
    .split(/,|\bimplements\b|\bextends\b/)) {
    const plain = (part.split(/[<({]/, 1)[0] ?? '').trim();
    const name = plain.split(/[^\p{L}\p{N}_$]+/u).findLast((word) => word !== '' && !skipped.has(word));
    if (name !== undefined) bases.push(name);
  }
  return bases;
}
