/** Owns how a value becomes one line of JSON Lines that every reader takes. Where it is written is not its business. */

/** Characters some readers take for the end of a line: NEL, LINE SEPARATOR, PARAGRAPH SEPARATOR. */
const LINE_BREAK_LIKE = /[\u0085\u2028\u2029]/g;

/**
 * Encodes one value as a line: compact JSON, keys in the order given, terminated by one LF.
 *
 * Lone surrogates become U+FFFD (in keys too), since most readers refuse them; U+0085, U+2028 and U+2029 are escaped.
 *
 * @throws RangeError for an integer beyond 2^53 (it would be read back as another one) and for NaN and infinities
 * @throws TypeError for what JSON cannot say: undefined, functions, symbols. Source: DESIGN §6.
 */
export function encodeJsonLine(value: unknown): string {
  const text = JSON.stringify(value, encodeMember);
  return `${text.replace(LINE_BREAK_LIKE, escapeCharacter)}\n`;
}

/** `JSON.stringify` calls this for every member, the value itself included (with the key ""). */
function encodeMember(key: string, member: unknown): unknown {
  switch (typeof member) {
    case 'string':
      return member.isWellFormed() ? member : member.toWellFormed();
    case 'number':
      return checkNumber(key, member);
    case 'bigint':
      return checkNumber(key, Number(member));
    case 'object':
      return member === null || Array.isArray(member) ? member : repairKeys(member);
    case 'boolean':
      return member;
    default:
      throw new TypeError(`JSON has no ${typeof member} (at key ${JSON.stringify(key)})`);
  }
}

function checkNumber(key: string, number: number): number {
  if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number))) {
    throw new RangeError(`${number} (at key ${JSON.stringify(key)}) is not a finite number within 2^53`);
  }
  return number;
}

function repairKeys(member: object): object {
  if (Object.keys(member).every((key) => key.isWellFormed())) return member;
  return Object.fromEntries(Object.entries(member).map(([key, child]) => [key.toWellFormed(), child]));
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
