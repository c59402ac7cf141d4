/**
 * Owns the token places of a rendered conversation: which tokens are a step's response and which its observation. Rendering is done in
 * qwen-template.ts.
 *
 * The template's special tokens, and the same texts inside a message, count as ONE token each, as Hugging Face's tokenizers read them; the
 * text between them is counted by the token counter, which knows no special tokens.
 */
import type { TokenCounter } from '../tokens/counter.js';
import type { Conversation } from './conversation.js';
import { renderQwen } from './qwen-template.js';
import type { ChatTemplate, RenderedConversation } from './qwen-template.js';

/** Tokens, 0-based, end exclusive. */
export interface TokenSpan {
  readonly start: number;
  readonly end: number;
}

export interface StepTokens {
  /** What the model wrote, the end-of-turn token included. */
  readonly response: TokenSpan;
  /** What came back; the empty span after the response when nothing did. */
  readonly observation: TokenSpan;
}

export interface ConversationTokens {
  readonly total: number;
  /** One per step. */
  readonly steps: readonly StepTokens[];
}

/** Added tokens 151643 to 151668 of Qwen3's tokenizer. */
const SPECIAL =
  /<\|(?:endoftext|im_start|im_end|object_ref_start|object_ref_end|box_start|box_end|quad_start|quad_end|vision_start|vision_end|vision_pad|image_pad|video_pad|fim_prefix|fim_middle|fim_suffix|fim_pad|repo_name|file_sep)\|>|<\/?(?:tool_call|tool_response|think)>/g;

type Counter = Pick<TokenCounter, 'count' | 'encode'>;

/**
 * Token spans of every step of a conversation. Spans are disjoint and in order; the tokens outside them are the template's own and the
 * messages of no step. A line feed that opens a message may melt with the one before it into one token: that token belongs to the message.
 */
export function measureConversation(
  conversation: Conversation,
  template: ChatTemplate,
  counter: Counter,
): ConversationTokens {
  const rendered = renderQwen(conversation, template);
  const { spans, total } = measurePlaces(rendered, counter);
  const steps = conversation.steps.map(({ response, observations }): StepTokens => {
    const said = spans[response] ?? { start: 0, end: 0 };
    const back = observations.map((index) => spans[index]).filter((span) => span !== undefined);
    const first = back[0];
    return {
      response: said,
      observation: first
        ? { start: first.start, end: back.at(-1)?.end ?? first.end }
        : { start: said.end, end: said.end },
    };
  });
  return { total, steps };
}

/** Token spans of every message of a rendered conversation, and the number of all tokens. */
export function measurePlaces(
  { text, places }: RenderedConversation,
  counter: Counter,
): { readonly spans: readonly TokenSpan[]; readonly total: number } {
  const ruler = new TokenRuler(text, counter);
  // Places are in order and do not overlap, but for a system message that is no message of a step.
  const spans = places.map(({ start, end }) => ({
    start: ruler.tokensBefore(start),
    end: ruler.tokensBefore(end),
  }));
  return { spans, total: ruler.tokensBefore(text.length) };
}

/** Counts tokens up to places in a text that are asked for in rising order. */
class TokenRuler {
  readonly #specials: Iterator<RegExpExecArray>;
  #chunkStart = 0;
  #chunkEnd = 0;
  #nextSpecial: RegExpExecArray | undefined;
  /** Tokens before the chunk. */
  #tokens = 0;

  constructor(
    private readonly text: string,
    private readonly counter: Counter,
  ) {
    this.#specials = text.matchAll(SPECIAL);
    this.#readSpecial();
  }

  /** Number of tokens that end at or before a place. */
  tokensBefore(place: number): number {
    while (place > this.#chunkEnd && this.#nextSpecial !== undefined) {
      const special = this.#nextSpecial;
      this.#tokens += this.counter.count(this.text.slice(this.#chunkStart, this.#chunkEnd)) + 1;
      this.#chunkStart = special.index + special[0].length;
      this.#readSpecial();
    }
    if (place <= this.#chunkStart) return this.#tokens;
    if (place >= this.#chunkEnd)
      return this.#tokens + this.counter.count(this.text.slice(this.#chunkStart, this.#chunkEnd));
    return this.#tokens + this.#countHead(place);
  }

  #readSpecial(): void {
    const next = this.#specials.next();
    this.#nextSpecial = next.done === true ? undefined : next.value;
    this.#chunkEnd = this.#nextSpecial?.index ?? this.text.length;
  }

  /**
   * A place inside a chunk of plain text stands after `role\n`. White space behind it may melt with the line feed into one token, which
   * then belongs to the message.
   */
  #countHead(place: number): number {
    const role = this.text.slice(this.#chunkStart, place - 1);
    const roleTokens = this.counter.count(role);
    if (!/\s/.test(this.text[place] ?? '')) return roleTokens + this.counter.count('\n');
    const [feed] = this.counter.encode('\n');
    const ids = this.counter.encode(this.text.slice(this.#chunkStart, this.#chunkEnd));
    return roleTokens + (ids[roleTokens] === feed ? 1 : 0);
  }
}
