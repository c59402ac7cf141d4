/**
 * Owns the text of one count as well-formed, normalised UTF-16 in a typed array that is used again and again:
 * reading it there is several times faster than `charCodeAt`. Also writes stretches of it as UTF-8.
 */
import { classAt, MARK } from './character-class.js';
import { LONG_RUN, sortLongMarkRuns } from './canonical-order.js';

const LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
/** Units kept between two counts; what a longer text needed is given back. */
const KEPT = 1 << 20;

export class UnitBuffer {
  units = new Uint16Array(1 << 12);
  length = 0;
  #text = '';

  /** Takes over `text`: lone surrogates become U+FFFD (as TextEncoder does), then NFC if `nfc`. */
  load(text: string, nfc: boolean): void {
    this.#write(text);
    let seen = 0;
    for (let at = 0; at < this.length; at++) seen |= this.units[at] ?? 0;
    // Below U+0300 nothing composes, and nothing is a surrogate.
    if (seen < 0x300) return;
    let clean = seen < 0xd800 ? text : text.toWellFormed();
    if (clean !== text) this.#write(clean);
    if (nfc) {
      if (this.#hasLongMarkRun()) clean = sortLongMarkRuns(clean);
      clean = clean.normalize('NFC');
    }
    if (clean !== text) this.#write(clean);
  }

  /** The text as it stands here: well-formed and normalised. */
  toString(): string {
    return this.#text;
  }

  #write(text: string): void {
    this.#text = text;
    const length = text.length;
    if (this.units.length < length || (this.units.length > KEPT && length <= KEPT)) {
      this.units = new Uint16Array(Math.max(1 << 12, length + (length >> 1)));
    }
    const { units } = this;
    if (LITTLE_ENDIAN) Buffer.from(units.buffer).write(text, 0, 'utf16le');
    else for (let at = 0; at < length; at++) units[at] = text.charCodeAt(at);
    this.length = length;
  }

  #hasLongMarkRun(): boolean {
    let run = 0;
    for (let at = 0; at < this.length; at++) {
      const unit = this.units[at] ?? 0;
      // The trail unit of a mark beyond the BMP was judged with its lead.
      if ((unit & 0xfc00) === 0xdc00) continue;
      run = unit >= 0x300 && (classAt(this.units, at) & MARK) !== 0 ? run + 1 : 0;
      if (run === LONG_RUN) return true;
    }
    return false;
  }
}

/** Writes `units[start, end)` (well-formed) as UTF-8 into `into`, which has room for 3 bytes a unit; returns the length. */
export function writeUtf8(units: Uint16Array, start: number, end: number, into: Uint8Array): number {
  let length = 0;
  for (let at = start; at < end; at++) {
    const unit = units[at] ?? 0;
    if (unit < 0x80) {
      into[length++] = unit;
    } else if (unit < 0x800) {
      into[length++] = 0xc0 | (unit >> 6);
      into[length++] = 0x80 | (unit & 0x3f);
    } else if ((unit & 0xfc00) === 0xd800) {
      at++;
      const codePoint = ((unit - 0xd800) << 10) + ((units[at] ?? 0xdc00) - 0xdc00) + 0x10000;
      into[length++] = 0xf0 | (codePoint >> 18);
      into[length++] = 0x80 | ((codePoint >> 12) & 0x3f);
      into[length++] = 0x80 | ((codePoint >> 6) & 0x3f);
      into[length++] = 0x80 | (codePoint & 0x3f);
    } else {
      into[length++] = 0xe0 | (unit >> 12);
      into[length++] = 0x80 | ((unit >> 6) & 0x3f);
      into[length++] = 0x80 | (unit & 0x3f);
    }
  }
  return length;
}
