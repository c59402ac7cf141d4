/** Owns how a file's bytes become text. Bytes stay bytes until something is rendered; then this says what they were. */

export interface DecodedText {
  /** Nothing is dropped: a byte order mark stays as U+FEFF, line ends stay as they are. */
  readonly text: string;
  /** `latin1` = the bytes are not valid UTF-8, each became the character of the same number (so it can be undone). */
  readonly encoding: 'utf-8' | 'latin1';
  /** git's own test: a NUL among the first 8,000 bytes. */
  readonly binary: boolean;
}

/** Source: git's `buffer_is_binary`, FIRST_FEW_BYTES. */
const BINARY_PROBE_BYTES = 8000;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes a blob; never throws. UTF-16 files hold NULs and are binary to git, and so they are here. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const binary = bytes.subarray(0, BINARY_PROBE_BYTES).includes(0);
  try {
    return { text: utf8.decode(bytes), encoding: 'utf-8', binary };
  } catch {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    return { text, encoding: 'latin1', binary };
  }
}
