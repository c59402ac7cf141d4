/** Owns an export row as `check` sees it, whatever the trainer: what the student reads, what the teacher reads, which row it is. */
import { rowMetadataSchema, type RowMetadata } from '../export/row-fields.js';
import { type BlockStage, BLOCK_STAGES, STAGES } from '../model/stage.js';
import type { CheckFormat } from './format.js';
import { placesOf } from './row-places.js';
import { parseJson, RowReader } from './row-reader.js';

export interface ViewedMessage {
  /** "" for a text that is no message. */
  readonly role: string;
  readonly content: string;
  readonly path: string;
}

/** One text for the teacher. */
export interface ViewedBlock {
  readonly stage: BlockStage;
  readonly path: string;
  /** The field as it stands. */
  readonly field: string;
  /** The block alone: for ms-swift without the text of the user in front. */
  readonly text: string;
  /** The stage whose rules the text is judged by, "" when it is nobody's. */
  readonly shownStage: BlockStage | '';
  readonly shownInstance: string;
  readonly control: string;
  /** -1 when the row does not say. */
  readonly tokenCount: number;
}

export interface RowView {
  readonly instanceId: string;
  /** "wide" in that layout. */
  readonly stage: string;
  /** Null when there is no list of messages where one should be. */
  readonly messages: readonly ViewedMessage[] | null;
  readonly isChat: boolean;
  readonly blocks: readonly ViewedBlock[];
  readonly metadata: RowMetadata | null;
  /** The statement as a field of its own, "" when the trainer has none. */
  readonly statement: string;
  readonly goldPatch: string;
  readonly testPatch: string;
  /** Every other text of the row but its metadata and test ids: what a rollout or a model server may be given. */
  readonly listBesides: () => readonly { readonly path: string; readonly text: string }[];
}

/** What a row of an export says, from wherever its trainer has it; a field that is missing or of another type is empty. */
export function viewRow(reader: RowReader, format: Extract<CheckFormat, { kind: 'export' }>): RowView {
  const places = placesOf(format.exporter.name);
  const messages = listMessages(reader, places.student);
  const metadata = readMetadata(reader, places.metadata);
  const stage = format.layout === 'wide' ? 'wide' : reader.text(places.stage);
  const blocks = listBlocks(reader, format, stage, metadata, lastUserText(messages?.list ?? []));
  const judged = [...places.student, ...blocks.map(({ path }) => path), places.metadata];
  return {
    instanceId: reader.text(places.instanceId),
    stage,
    messages: messages?.list ?? null,
    isChat: messages?.isChat ?? true,
    blocks,
    metadata,
    statement: reader.text(places.statement),
    goldPatch: reader.text(places.goldPatch),
    testPatch: reader.text(places.testPatch),
    listBesides: () => listTexts(reader.row, new Set([...judged, places.goldPatch, places.testPatch])),
  };
}

/** Test ids are what a rollout has to know. */
const TEST_ID_FIELD = /^(?:FAIL_TO_PASS|PASS_TO_PASS)$/i;

/** Texts at any depth, in JSON texts too, but for the fields that are judged elsewhere. */
function listTexts(row: unknown, judged: ReadonlySet<string>): { path: string; text: string }[] {
  const found: { path: string; text: string }[] = [];
  const waiting: { path: string; value: unknown }[] = [{ path: '', value: row }];
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    const { path, value } = entry;
    if (judged.has(path) || TEST_ID_FIELD.test(path.slice(path.lastIndexOf('.') + 1))) continue;
    const inner = typeof value === 'string' && /^\s*[[{]/.test(value) ? parseJson(value) : value;
    if (typeof inner === 'string') found.push({ path, text: inner });
    else if (typeof inner === 'object' && inner !== null)
      for (const [key, member] of Object.entries(inner))
        waiting.push({ path: path === '' ? key : `${path}.${key}`, value: member });
    else if (typeof value === 'string') found.push({ path, text: value });
  }
  return found;
}

function listMessages(
  reader: RowReader,
  paths: readonly string[],
): { readonly list: ViewedMessage[]; readonly isChat: boolean } | null {
  const list: ViewedMessage[] = [];
  let isChat = false;
  for (const path of paths) {
    const value = reader.read(path);
    if (typeof value === 'string') list.push({ role: '', content: value, path });
    else if (Array.isArray(value)) {
      isChat = true;
      value.forEach((message: unknown, index) => list.push(viewMessage(message, `${path}[${index}]`)));
    } else return null;
  }
  return { list, isChat };
}

function viewMessage(message: unknown, path: string): ViewedMessage {
  const reader = new RowReader(typeof message === 'object' && message !== null ? { ...message } : {});
  return { role: reader.text('role'), content: reader.text('content'), path };
}

const lastUserText = (messages: readonly ViewedMessage[]): string =>
  messages.findLast(({ role }) => role === 'user')?.content ?? '';

function readMetadata(reader: RowReader, path: string): RowMetadata | null {
  const value = reader.read(path);
  const parsed = rowMetadataSchema.safeParse(typeof value === 'string' ? parseJson(value) : value);
  return parsed.success ? parsed.data : null;
}

function listBlocks(
  reader: RowReader,
  { exporter, layout }: Extract<CheckFormat, { kind: 'export' }>,
  rowStage: string,
  metadata: RowMetadata | null,
  userText: string,
): ViewedBlock[] {
  const shape = layout === 'wide' ? exporter.wide : exporter.long;
  const ownStage = BLOCK_STAGES.find((stage) => stage === rowStage);
  const stages: readonly BlockStage[] = layout === 'wide' ? STAGES : ownStage ? [ownStage] : [];
  return stages.flatMap((stage) => {
    const path = shape?.evidenceField(stage) ?? '';
    const field = reader.read(path);
    if (typeof field !== 'string') return [];
    const shown = metadata?.shown[stage];
    const countPath = path.includes('.') ? path.slice(0, path.lastIndexOf('.') + 1) : '';
    const count = reader.read(`${countPath}${layout === 'wide' ? `${stage}_tokens` : 'token_count'}`);
    return [
      {
        stage,
        path,
        field,
        text: path === 'teacher_prompt' ? takePrompt(field, userText) : field,
        shownStage: shown ? (BLOCK_STAGES.find((name) => name === shown.stage) ?? '') : stage,
        shownInstance: shown?.instance_id ?? reader.text(placesOf(exporter.name).instanceId),
        control: shown?.control ?? 'matched',
        tokenCount: typeof count === 'number' ? count : -1,
      },
    ];
  });
}

/** ms-swift's text for the teacher holds the user's text first; the block follows after an empty line. */
function takePrompt(field: string, userText: string): string {
  if (!field.startsWith(userText)) return field;
  const rest = field.slice(userText.length);
  return rest.startsWith('\n\n') ? rest.slice(2) : rest;
}
