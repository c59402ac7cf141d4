/** Owns the conversation with the Rust tokenizers, reached through Python: Hugging Face `tokenizers` and `tiktoken`. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';

/**
 * A line in: a JSON list of texts; a line out: the milliseconds spent on encoding, and the ids of each text (or its
 * token count when asked for counts). Added tokens are taken out, so that they are plain text here too.
 */
const PROGRAM = `
import base64, json, sys, time
kind, source, pattern, output = sys.argv[1:5]
if kind == "tokenizers":
    import tokenizers
    with open(source, encoding="utf-8") as file:
        model = json.load(file)
    model["added_tokens"] = []
    tokenizer = tokenizers.Tokenizer.from_str(json.dumps(model))
    encode = lambda text: tokenizer.encode(text, add_special_tokens=False).ids
else:
    import tiktoken
    with open(source) as file:
        ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in file)}
    encode = tiktoken.Encoding(kind, pat_str=pattern, mergeable_ranks=ranks, special_tokens={}).encode_ordinary
print("ready", flush=True)
for line in sys.stdin:
    texts = json.loads(line)
    start = time.perf_counter()
    ids = [encode(text) for text in texts]
    spent = (time.perf_counter() - start) * 1000
    print(json.dumps([spent, [len(each) for each in ids] if output == "counts" else ids]), flush=True)
`;

export interface NativeRequest {
  readonly python: string;
  readonly kind: 'tokenizers' | 'tiktoken';
  /** tokenizer.json, or a file in the tiktoken format. */
  readonly source: string;
  /** For tiktoken. */
  readonly pattern?: string;
  readonly output: 'ids' | 'counts';
}

/** Whether this Python can import the package. */
export function hasPythonPackage(python: string, name: string): boolean {
  return spawnSync(python, ['-c', `import ${name}`]).status === 0;
}

export class NativeTokenizer {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: Interface;
  readonly #iterator: AsyncIterator<string>;

  constructor({ python, kind, source, pattern = '', output }: NativeRequest) {
    this.#child = spawn(python, ['-c', PROGRAM, kind, source, pattern, output]);
    this.#child.stderr.pipe(process.stderr);
    this.#lines = createInterface({ input: this.#child.stdout });
    this.#iterator = this.#lines[Symbol.asyncIterator]();
  }

  async start(): Promise<void> {
    if ((await this.#iterator.next()).value !== 'ready')
      throw new Error('the native tokenizer did not start');
  }

  /** Texts must be well-formed. */
  async encode<Output extends number | number[]>(
    texts: readonly string[],
  ): Promise<{ milliseconds: number; output: Output[] }> {
    this.#child.stdin.write(`${JSON.stringify(texts)}\n`);
    const line = await this.#iterator.next();
    if (line.done === true) throw new Error('the native tokenizer ended');
    const [milliseconds, output] = JSON.parse(line.value) as [number, Output[]];
    return { milliseconds, output };
  }

  async stop(): Promise<void> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }
}
