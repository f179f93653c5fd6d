/** A JSON string's text, and where each of its characters begins in the literal between the quotes. */
export type DecodedString = {
  readonly text: string;
  /** The place of the character at `index`; for the length of the text, the end. */
  readonly placeOf: (index: number) => number;
};

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Decodes what stands between a JSON string's quotes; unknown escapes stand for themselves. */
export function decodeString(literal: string): DecodedString {
  if (!literal.includes('\\')) return { text: literal, placeOf: (index) => index };
  const places: number[] = [];
  const parts: string[] = [];
  for (let at = 0; at < literal.length; ) {
    places.push(at);
    const char = literal[at] ?? '';
    if (char !== '\\') {
      parts.push(char);
      at += 1;
      continue;
    }
    const kind = literal[at + 1] ?? '';
    const hex = literal.slice(at + 2, at + 6);
    if (kind === 'u' && /^[0-9a-fA-F]{4}$/.test(hex)) {
      parts.push(String.fromCharCode(Number.parseInt(hex, 16)));
      at += 6;
    } else {
      parts.push(ESCAPES[kind] ?? kind);
      at += 2;
    }
  }
  places.push(literal.length);
  return { text: parts.join(''), placeOf: (index) => places[index] ?? literal.length };
}
