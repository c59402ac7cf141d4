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
}

export function viewRow(reader: RowReader, format: Extract<CheckFormat, { kind: 'export' }>): RowView {
  const places = placesOf(format.exporter.name);
  const messages = listMessages(reader, places.student);
  const metadata = readMetadata(reader, places.metadata);
  const stage = format.layout === 'wide' ? 'wide' : reader.text(places.stage);
  return {
    instanceId: reader.text(places.instanceId),
    stage,
    messages: messages?.list ?? null,
    isChat: messages?.isChat ?? true,
    blocks: listBlocks(reader, format, stage, metadata, lastUserText(messages?.list ?? [])),
    metadata,
    statement: reader.text(places.statement),
    goldPatch: reader.text(places.goldPatch),
    testPatch: reader.text(places.testPatch),
  };
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
