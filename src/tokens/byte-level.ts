/** Owns GPT-2's alphabet: how `tokenizer.json` writes each of the 256 bytes as one printable character. */

/** Byte per UTF-16 unit, -1 for units outside the alphabet, all of which lies below U+0144. */
export const BYTES_OF_UNITS = makeAlphabet();

/**
 * Writes the bytes that `text` stands for into `into` from `at` on and returns the end, or -1 when a character is
 * outside the alphabet. Source: GPT-2 encoder.py, bytes_to_unicode.
 */
export function readByteLevel(text: string, into: Uint8Array, at: number): number {
  let end = at;
  for (let index = 0; index < text.length; index++) {
    const byte = BYTES_OF_UNITS[text.charCodeAt(index)] ?? -1;
    if (byte < 0) return -1;
    into[end++] = byte;
  }
  return end;
}

function makeAlphabet(): Int16Array {
  const bytes = new Int16Array(0x144).fill(-1);
  let next = 0x100;
  for (let byte = 0; byte < 256; byte++) {
    const printable = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
    bytes[printable ? byte : next++] = byte;
  }
  return bytes;
}
