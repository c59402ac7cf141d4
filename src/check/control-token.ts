/** Owns which texts steer chat templates and trainers when they stand in a prompt as they are. */

/**
 * Markers of chat templates (`<|im_end|>`), of thinking, of tool calls and of media. Source: tokenizer_config.json of
 * Qwen3, Llama 3 and Gemma 3; `<image>` and its kin in the data loaders of OpenRLHF, verl and ms-swift (trainers.md §4).
 */
const CONTROL_TOKEN =
  /<\|[A-Za-z0-9_]{2,40}\|>|<\/?think>|<\/?tool_(?:call|response)>|<(?:start|end)_of_turn>|<(?:image|video|audio)>/g;

/** The control tokens of a text, each once, with how often it comes. */
export function findControlTokens(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [token] of text.matchAll(CONTROL_TOKEN)) found.set(token, (found.get(token) ?? 0) + 1);
  return found;
}
