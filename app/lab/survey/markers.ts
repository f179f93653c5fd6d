import { hashOf } from '../../base/short-id.ts';
import type { BLOCK_KINDS } from '../../hosts/lens/host-table.ts';

export type BlockKind = (typeof BLOCK_KINDS)[number];

/** The position of a marker in a survey tool's answer. */
export type MarkerPlace =
  | { readonly part: 'message' | 'code' | 'data' | 'structuredContent' | '_meta' }
  | {
      readonly part: 'content';
      readonly block: number;
      readonly kind: BlockKind;
      /** `pixels` is a word drawn in an image. */
      readonly field: 'text' | 'pixels' | 'uri' | 'name' | 'title' | 'description' | 'annotations' | '_meta';
    }
  /** In a tool of a list: in what any host keeps, or in the shape itself; `at` counts them. */
  | { readonly part: 'tool' | 'shape'; readonly at: number }
  /** In a long text; `end` is the number of characters up to the marker's end. */
  | { readonly part: 'long-text'; readonly end: number };

/** A word or six-digit number that occurs in one place of one answer and nowhere else. */
export type Marker = { readonly word: string; readonly tool: string; readonly place: MarkerPlace };

/** Without easily confused letters. */
const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';
const SYLLABLES = 4;
const WORD_CHARS = SYLLABLES * 2 + 1;
const NUMBER_DIGITS = 6;

/** Creates the markers of one survey: deterministic for a seed, and all distinct. */
export class MarkerSource {
  readonly markers: Marker[] = [];
  readonly #seed: string;
  readonly #used = new Set<string>();

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** A word of nine letters. */
  word(tool: string, place: MarkerPlace): string {
    return this.#next(tool, place, wordOf);
  }

  /** Six digits; neither the first nor the last is 0. */
  digits(tool: string, place: MarkerPlace): string {
    return this.#next(tool, place, digitsOf);
  }

  #next(tool: string, place: MarkerPlace, make: (text: string) => string): string {
    for (let turn = 0; ; turn += 1) {
      const word = make(`${this.#seed}/${tool}/${JSON.stringify(place)}/${turn}`);
      if (this.#used.has(word)) continue;
      this.#used.add(word);
      this.markers.push({ word, tool, place });
      return word;
    }
  }
}

function wordOf(text: string): string {
  let word = '';
  for (let index = 0; index < SYLLABLES; index += 1) {
    const hash = hashOf(`${text}#${index}`);
    word += letter(CONSONANTS, hash) + letter(VOWELS, Math.floor(hash / CONSONANTS.length));
  }
  return word + letter(CONSONANTS, hashOf(`${text}#end`));
}

function letter(letters: string, number: number): string {
  return letters[number % letters.length] ?? '';
}

function digitsOf(text: string): string {
  const middle = String(hashOf(text) % 10 ** (NUMBER_DIGITS - 2)).padStart(NUMBER_DIGITS - 2, '0');
  return `${1 + (hashOf(`${text}#first`) % 9)}${middle}${1 + (hashOf(`${text}#last`) % 9)}`;
}

/** The markers in a text, whatever surrounds them; a text may quote or escape its words. */
export function markersIn(text: string, known: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const small = text.toLowerCase();
  for (let at = 0; at + WORD_CHARS <= small.length; at += 1) {
    const word = small.slice(at, at + WORD_CHARS);
    if (known.has(word)) found.add(word);
  }
  for (const [digits] of small.matchAll(/\d+/g)) if (known.has(digits)) found.add(digits);
  return found;
}
