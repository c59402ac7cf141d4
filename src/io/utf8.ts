/** Owns strict UTF-8: finding the first byte that is not well-formed. Decoding itself is Node's. */
import { isUtf8 } from 'node:buffer';

/** A well-formed prefix ends at `offset`; `cutOff` tells that only the rest of a sequence is missing at the end. */
export interface Utf8Fault {
  /** 0-based offset of the first byte of the first ill-formed sequence. */
  readonly offset: number;
  readonly cutOff: boolean;
}

/** Returns the first fault, or undefined when all bytes are well-formed UTF-8. Source: Unicode 16, table 3-7. */
export function findUtf8Fault(bytes: Uint8Array): Utf8Fault | undefined {
  if (isUtf8(bytes)) return undefined;
  let index = 0;
  while (index < bytes.length) {
    const lead = bytes[index] ?? 0;
    if (lead < 0x80) {
      index += 1;
      continue;
    }
    const tailCount = countTailBytes(lead);
    if (tailCount === 0) return { offset: index, cutOff: false };
    for (let tail = 1; tail <= tailCount; tail++) {
      if (index + tail >= bytes.length) return { offset: index, cutOff: true };
      if (!isTailByte(lead, tail, bytes[index + tail] ?? 0)) return { offset: index, cutOff: false };
    }
    index += tailCount + 1;
  }
  return undefined;
}

function countTailBytes(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 1;
  if (lead >= 0xe0 && lead <= 0xef) return 2;
  if (lead >= 0xf0 && lead <= 0xf4) return 3;
  return 0;
}

/** Only the first tail byte has narrower bounds: they exclude overlong forms, surrogates and values past U+10FFFF. */
function isTailByte(lead: number, tail: number, byte: number): boolean {
  let low = 0x80;
  let high = 0xbf;
  if (tail === 1) {
    if (lead === 0xe0) low = 0xa0;
    else if (lead === 0xed) high = 0x9f;
    else if (lead === 0xf0) low = 0x90;
    else if (lead === 0xf4) high = 0x8f;
  }
  return byte >= low && byte <= high;
}
