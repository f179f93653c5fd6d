import names from './hidden-characters.json' with { type: 'json' };

export type TextPart =
  | { readonly kind: 'seen'; readonly text: string }
  | { readonly kind: 'hidden'; readonly char: string; readonly code: string; readonly name: string };

/** Characters that are invisible or reorder others (Unicode 16, `Cc`, `Cf`, `Default_Ignorable_Code_Point`). */
const RANGES = [
  // Control characters.
  String.raw`\0-\x08\v\f\x0e-\x1f\x7f-\x9f`,
  // Hyphens, joiners and fillers of single scripts.
  String.raw`\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0`,
  // Zero-width spaces, joiners, direction marks and overrides, and line ends that no editor types.
  String.raw`\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb`,
  // Variation selectors and tags; format controls for hieroglyphs, shorthand and music.
  String.raw`\ufe00-\ufe0f\u{e0000}-\u{e0fff}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}`,
].join('');
const HIDDEN = new RegExp(`[${RANGES}]`, 'u');
const EACH = new RegExp(HIDDEN.source, 'gu');

/** The names of the best known ones, by their codes. */
const NAMES: Readonly<Record<string, string>> = names;

/** Scripts in which a joiner shapes the letters around it. */
const JOINED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Khmer}\p{M}]/u;
const PICTURE = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;
const BLACK_FLAG = '\u{1f3f4}';

/** True if a text may contain hidden characters: a single scan, for places that draw thousands of texts. */
export function mayHideCharacters(text: string): boolean {
  return HIDDEN.test(text);
}

/** Splits a text into plain and hidden parts, up to `most` hidden characters; the rest stays plain. */
export function textParts(text: string, most = 500): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  let found = 0;
  for (const { 0: char, index } of text.matchAll(EACH)) {
    if (found === most) break;
    if (isPartOfSign(text, index, char)) continue;
    if (index > from) parts.push({ kind: 'seen', text: text.slice(from, index) });
    parts.push(hiddenPart(char));
    from = index + char.length;
    found += 1;
  }
  if (from < text.length) parts.push({ kind: 'seen', text: text.slice(from) });
  return parts;
}

/** Writes each hidden character as `⟨U+202E⟩`, for places that cannot hold markup, such as a tooltip. */
export function visibleText(text: string, most?: number): string {
  if (!mayHideCharacters(text)) return text;
  return textParts(text, most)
    .map((part) => (part.kind === 'seen' ? part.text : `⟨${part.code}⟩`))
    .join('');
}

/** Makes a text safe for a terminal, which control characters would steer; line feeds and tabs stay. */
export function terminalSafe(text: string): string {
  return visibleText(text, Number.POSITIVE_INFINITY).replace(/\r(?!\n)/g, `⟨${codeOf('\r')}⟩`);
}

/** Like {@link visibleText}, but on one line: tabs and line ends are marked too. */
export function visibleLine(text: string): string {
  return visibleText(text, Number.POSITIVE_INFINITY).replace(/[\t\n\r]/g, (char) => `⟨${codeOf(char)}⟩`);
}

function codeOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function hiddenPart(char: string): TextPart {
  const point = char.codePointAt(0) ?? 0;
  const code = codeOf(char);
  const kind = point < 0xa0 ? 'control character' : 'character that is not drawn';
  return { kind: 'hidden', char, code, name: NAMES[code] ?? kind };
}

/** True for a character that is part of an emoji or shapes a letter: it is visible and hides nothing. */
function isPartOfSign(text: string, at: number, char: string): boolean {
  const before = charBefore(text, at);
  const after = text.codePointAt(at + char.length);
  const next = after === undefined ? '' : String.fromCodePoint(after);
  if (char === '\u200c') return JOINED.test(before) && JOINED.test(next);
  if (char === '\u200d') {
    return (PICTURE.test(before) && PICTURE.test(next)) || (JOINED.test(before) && JOINED.test(next));
  }
  if (char === '\ufe0e' || char === '\ufe0f') {
    return /\p{Extended_Pictographic}/u.test(before) || next === '\u20e3';
  }
  return isTag(char) && followsFlag(text, at);
}

function charBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return text.slice(low >= 0xdc00 && low <= 0xdfff ? at - 2 : at - 1, at);
}

function isTag(char: string): boolean {
  return /[\u{e0020}-\u{e007f}]/u.test(char);
}

/** The flags of England, Scotland and Wales are a black flag followed by tags. */
const MAX_TAGS = 8;

function followsFlag(text: string, at: number): boolean {
  let place = at;
  for (let seen = 0; seen < MAX_TAGS; seen += 1) {
    const before = charBefore(text, place);
    if (before === BLACK_FLAG) return true;
    if (!isTag(before)) return false;
    place -= before.length;
  }
  return false;
}
