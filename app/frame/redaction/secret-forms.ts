import { getOrCreate } from '../../base/grouped-by.ts';
import table from './secret-forms.json' with { type: 'json' };

/** The members used of a text; a test counts the reads. */
type Characters = Pick<string, 'length' | 'charCodeAt'>;

/** At least `min` and at most `max` characters from a set; all non-ASCII characters share one slot. */
type Piece = { readonly has: Uint8Array; readonly min: number; readonly max: number };

/** A secret's form as in the table: characters, sets with counts, and optional `( )` around the secret. */
export type SecretForm = {
  readonly pieces: readonly Piece[];
  /** The first piece of the secret, and the first piece after it. */
  readonly from: number;
  readonly to: number;
  /** The offset of three rare characters by which the form is found. */
  readonly anchor: number;
  /** True if its prefix is long enough to be recognized within a word. */
  readonly isLong: boolean;
};

const BEYOND_ASCII = 128;
const ANCHOR = 3;
const LONG = 6;
const PIECE = /(\[[^\]]+\]|.)(?:\{(\d+)(,?)(\d*)\})?/gs;

export function readForm(text: string): SecretForm {
  const pieces: Piece[] = [];
  const marks: number[] = [];
  for (const [, set = '', count = '1', comma, most] of text.matchAll(PIECE)) {
    const min = Number(count);
    if (set === '(' || set === ')') marks.push(pieces.length);
    else
      pieces.push({
        has: members(set),
        min,
        max: most ? Number(most) : comma ? Number.POSITIVE_INFINITY : min,
      });
  }
  const [from = 0, to = pieces.length] = marks;
  const sets = fixedSets(pieces);
  const letters = sets.findIndex((has) => sizeOf(has) > 1);
  return { pieces, from, to, anchor: rarest(sets), isLong: (letters < 0 ? sets.length : letters) >= LONG };
}

/** Forms share most of their sets. */
const SETS = new Map<string, Uint8Array>();

function members(set: string): Uint8Array {
  const before = SETS.get(set);
  if (before !== undefined) return before;
  const pattern = set.length > 1 ? new RegExp(`^${set}$`) : undefined;
  const has = Uint8Array.from({ length: BEYOND_ASCII + 1 }, (_, unit) => {
    const char = String.fromCharCode(unit);
    return (pattern?.test(char) ?? char === set) ? 1 : 0;
  });
  SETS.set(set, has);
  return has;
}

/** The character sets at fixed positions. */
function fixedSets(pieces: readonly Piece[]): readonly Uint8Array[] {
  const sets: Uint8Array[] = [];
  for (const { has, min, max } of pieces) {
    for (let at = 0; at < min; at += 1) sets.push(has);
    if (max > min) break;
  }
  return sets;
}

function rarest(sets: readonly Uint8Array[]): number {
  const counts = sets.slice(ANCHOR - 1).map((_, at) => combinations(sets, at));
  return counts.indexOf(Math.min(...counts));
}

function combinations(sets: readonly Uint8Array[], at: number): number {
  return sets.slice(at, at + ANCHOR).reduce((all, has) => all * sizeOf(has), 1);
}

const SIZES = new Map<Uint8Array, number>();

function sizeOf(has: Uint8Array): number {
  return getOrCreate(SIZES, has, () => has.reduce((sum, one) => sum + one, 0));
}

/** Five bits for each of the last three characters. */
function nextSlot(slot: number, unit: number): number {
  return ((slot << 5) | (unit & 31)) & 0x7fff;
}

type Slots = readonly (readonly SecretForm[] | undefined)[];

/** The forms by their anchor's slot, read on the first search: most programs never search. */
let known: Slots | undefined;

function readSlots(): Slots {
  const forms = table.shapes.flatMap((one) => one.forms.flatMap(([, ...texts]) => texts.map(readForm)));
  const slots = new Array<SecretForm[] | undefined>(0x8000).fill(undefined);
  for (const form of forms) {
    let found = new Set([0]);
    for (const has of fixedSets(form.pieces).slice(form.anchor, form.anchor + ANCHOR)) {
      const units = [...has.keys()].filter((unit) => has[unit] === 1);
      found = new Set([...found].flatMap((slot) => units.map((unit) => nextSlot(slot, unit))));
    }
    for (const slot of found) slots[slot] = [...(slots[slot] ?? []), form];
  }
  return slots;
}

/** Where a secret is; a form may continue after it. */
type SecretPlace = { readonly start: number; readonly end: number; readonly behind: number };

/** The first secret that starts between two positions; each position costs a constant number of steps. */
export function nextSecret(text: Characters, from: number, until = text.length): SecretPlace | undefined {
  known ??= readSlots();
  let slot = 0;
  for (let at = from; at < until; at += 1) {
    slot = nextSlot(slot, text.charCodeAt(at));
    const forms = known[slot];
    if (forms === undefined) continue;
    for (const form of forms) {
      const start = at - ANCHOR + 1 - form.anchor;
      if (start < from || !(form.isLong || isEdge(text, start))) continue;
      const place = placeOf(form, text, start);
      if (place !== undefined) return place;
    }
  }
  return undefined;
}

/** Matches a form from its start without backtracking: each character belongs to one piece. */
function placeOf({ pieces, from, to }: SecretForm, text: Characters, begin: number): SecretPlace | undefined {
  let at = begin;
  let start = begin;
  let end: number | undefined;
  for (const [index, { has, min, max }] of pieces.entries()) {
    if (index === from) start = at;
    if (index === to) end = at;
    const first = at;
    while (at - first < max && has[Math.min(text.charCodeAt(at), BEYOND_ASCII)] === 1) at += 1;
    if (at - first < min) return undefined;
  }
  // A longer word is something else.
  return isAlphanumeric(text.charCodeAt(at)) ? undefined : { start, end: end ?? at, behind: at };
}

/** True between words, after an option's dashes, and after the escapes of JSON and URLs: `\n`, `%3D`. */
function isEdge(text: Characters, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (!isAlphanumeric(before) && before !== DASH && before !== 0x5f) return true;
  const second = text.charCodeAt(at - 2);
  return second === 0x5c || (before === DASH && second === DASH) || text.charCodeAt(at - 3) === 0x25;
}

const DASH = 0x2d;

/** True for the code unit of an ASCII letter or digit. */
export function isAlphanumeric(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}
