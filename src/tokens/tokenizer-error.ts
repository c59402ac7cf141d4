/** Owns the one error of this room. */

/**
 * A vocabulary cannot be used: unknown name, unreadable file, or a tokenizer that this counter would miscount.
 * The message says what was found and what is accepted; `cause` holds the underlying error, when there is one.
 */
export class TokenizerError extends Error {
  override readonly name = 'TokenizerError';
}
