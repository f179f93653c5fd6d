import { partitionPoint } from '../partition-point.ts';

/** One instruction of a pattern program; numbers are indexes into the program. */
export type Instruction =
  | { readonly kind: 'character'; readonly fits: CharacterTest; readonly next: number }
  | { readonly kind: 'split'; next: number; other: number }
  | { readonly kind: 'edge'; readonly edge: Edge; readonly next: number }
  | { readonly kind: 'look'; readonly body: number; readonly negative: boolean; readonly next: number }
  | { readonly kind: 'found' };

export type Edge = 'start' | 'end' | 'word' | 'no word';
export type CharacterTest = (code: number) => boolean;

export type Program = {
  readonly instructions: readonly Instruction[];
  readonly start: number;
  /** True if it matches code points, false for UTF-16 units. */
  readonly unicode: boolean;
};

export type PatternVerdict = 'matches' | 'differs' | 'unchecked';

/**
 * Searches a text for a program. It follows all paths through the program at once, character by character (Thompson's
 * simulation), so matching takes at most pattern length × text length; only a lookahead starts a run of its own. `left`
 * is counted down by the steps taken; below zero the result is unknown.
 */
export function runProgram(program: Program, text: string, left: { steps: number }): PatternVerdict {
  const first = program.instructions[program.start];
  const anchored = first?.kind === 'edge' && first.edge === 'start';
  const found = new Run(program, text, left).finds(program.start, 0, !anchored);
  if (left.steps < 0) return 'unchecked';
  return found ? 'matches' : 'differs';
}

/** The state allocated for each lookahead counts as steps too. */
const FILLED_PER_STEP = 64;

class Run {
  readonly #program: Program;
  readonly #text: string;
  readonly #left: { steps: number };

  constructor(program: Program, text: string, left: { steps: number }) {
    this.#program = program;
    this.#text = text;
    this.#left = left;
  }

  /** True if the program matches from `entry` at `from`, or at any later place if `anywhere` is set. */
  finds(entry: number, from: number, anywhere: boolean): boolean {
    const seen = new Int32Array(this.#program.instructions.length).fill(-1);
    this.#left.steps -= seen.length / FILLED_PER_STEP;
    let open = [entry];
    for (let at = from; this.#left.steps >= 0; ) {
      const waiting = this.#reached(open, at, seen);
      if (waiting === 'found') return true;
      if (at >= this.#text.length) return false;
      const code = this.#program.unicode ? (this.#text.codePointAt(at) ?? 0) : this.#text.charCodeAt(at);
      open = this.#after(waiting, code);
      if (anywhere) open.push(entry);
      else if (open.length === 0) return false;
      at += code > 0xffff ? 2 : 1;
    }
    return false;
  }

  /** The instructions that consume a character and are reachable from `open` without consuming one. */
  #reached(open: number[], at: number, seen: Int32Array): readonly number[] | 'found' {
    const waiting: number[] = [];
    for (let place = open.pop(); place !== undefined && this.#left.steps >= 0; place = open.pop()) {
      if (seen[place] === at) continue;
      seen[place] = at;
      this.#left.steps -= 1;
      const instruction = this.#program.instructions[place];
      switch (instruction?.kind) {
        case 'found':
          return 'found';
        case 'character':
          waiting.push(place);
          break;
        case 'split':
          open.push(instruction.next, instruction.other);
          break;
        case 'edge':
          if (isEdge(instruction.edge, this.#text, at)) open.push(instruction.next);
          break;
        case 'look':
          if (this.finds(instruction.body, at, false) !== instruction.negative) open.push(instruction.next);
      }
    }
    return waiting;
  }

  #after(waiting: readonly number[], code: number): number[] {
    const open: number[] = [];
    for (const place of waiting) {
      const instruction = this.#program.instructions[place];
      if (instruction?.kind === 'character' && instruction.fits(code)) open.push(instruction.next);
    }
    return open;
  }
}

function isEdge(edge: Edge, text: string, at: number): boolean {
  switch (edge) {
    case 'start':
      return at === 0;
    case 'end':
      return at === text.length;
    case 'word':
      return isWordAt(text, at - 1) !== isWordAt(text, at);
    case 'no word':
      return isWordAt(text, at - 1) === isWordAt(text, at);
  }
}

function isWordAt(text: string, at: number): boolean {
  return at >= 0 && at < text.length && /\w/.test(text.charAt(at));
}

/** A range of character codes, both ends included. */
type Range = readonly [first: number, last: number];

/** One escape or plain character of a character class, and the index after it. */
type Atom = { readonly after: number } & ({ readonly code: number } | { readonly fits: CharacterTest });

/** Each property needs its own table, which takes part of a millisecond to build. */
const MAX_PROPERTIES = 8;

const CONTROLS: { readonly [letter: string]: number } = { n: 10, t: 9, r: 13, v: 11, f: 12, b: 8 };
const WORD: readonly Range[] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const isDigit = inRanges([[48, 57]]);
const isWord = inRanges(WORD);
const isSpace: CharacterTest = (code) => /\s/.test(String.fromCodePoint(code));
const isLineEnd: CharacterTest = (code) => code === 10 || code === 13 || code === 0x2028 || code === 0x2029;
const SETS: { readonly [letter: string]: CharacterTest } = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isSpace,
  S: not(isSpace),
};

/**
 * The test for one character: `.`, an escape, or a class such as `[a-z\d]`, from a pattern that JavaScript accepts. It
 * compiles no server-provided text: the engine takes milliseconds for a pattern of many classes. Undefined for octal
 * escapes, which only the legacy grammar has, and for classes with very many properties.
 */
export function characterTest(atom: string, unicode: boolean): CharacterTest | undefined {
  if (atom === '.') return not(isLineEnd);
  if (atom.startsWith('[')) return classTest(atom, unicode);
  const read = readAtom(atom, 0, unicode);
  if (read === undefined || read.after !== atom.length) return undefined;
  return 'fits' in read ? read.fits : (code) => code === read.code;
}

function classTest(text: string, unicode: boolean): CharacterTest | undefined {
  const negated = text[1] === '^';
  const end = text.length - 1;
  const ranges: Range[] = [];
  const sets = new Set<CharacterTest>();
  const add = (atom: Atom): void => {
    if ('fits' in atom) sets.add(atom.fits);
    else ranges.push([atom.code, atom.code]);
  };
  for (let at = negated ? 2 : 1; at < end; ) {
    const first = readAtom(text, at, unicode);
    if (first === undefined) return undefined;
    at = first.after;
    const last = text[at] === '-' && at + 1 < end ? readAtom(text, at + 1, unicode) : first;
    if (last === undefined) return undefined;
    if (last === first) add(first);
    else {
      at = last.after;
      if ('code' in first && 'code' in last) ranges.push([first.code, last.code]);
      // `[\d-x]` is not a range: the legacy grammar reads its hyphen as a character.
      else for (const one of [first, { code: 45, after: at }, last]) add(one);
    }
  }
  const fits = eitherOf(inRanges(ranges), [...sets]);
  return fits === undefined ? undefined : negated ? not(fits) : fits;
}

function eitherOf(inside: CharacterTest, sets: readonly CharacterTest[]): CharacterTest | undefined {
  if (sets.length === 0) return inside;
  return sets.length > MAX_PROPERTIES ? undefined : (code) => inside(code) || sets.some((fits) => fits(code));
}

function readAtom(text: string, at: number, unicode: boolean): Atom | undefined {
  if (text[at] !== '\\') return plain(text, at, unicode);
  const letter = text[at + 1] ?? '';
  const set = Object.hasOwn(SETS, letter) ? SETS[letter] : undefined;
  if (set !== undefined) return { fits: set, after: at + 2 };
  const control = Object.hasOwn(CONTROLS, letter) ? CONTROLS[letter] : undefined;
  if (control !== undefined) return { code: control, after: at + 2 };
  if (unicode && /^[pP]$/.test(letter)) return property(text, at);
  if (letter === 'c') return coded(text, at, /\\c([A-Za-z])/y, (found) => found.charCodeAt(0) % 32);
  if (/^\d$/.test(letter)) return coded(text, at, /\\(0)(?!\d)/y, () => 0);
  const hex = (found: string) => Number.parseInt(found, 16);
  return (
    coded(text, at, /\\x([\da-fA-F]{2})/y, hex) ??
    (unicode ? coded(text, at, /\\u\{([\da-fA-F]+)\}/y, hex) : undefined) ??
    (unicode
      ? coded(text, at, /((?:\\u[dD][89abAB][\da-fA-F]{2})(?:\\u[dD][c-fC-F][\da-fA-F]{2}))/y, pair)
      : undefined) ??
    coded(text, at, /\\u([\da-fA-F]{4})/y, hex) ??
    plain(text, at + 1, unicode)
  );
}

function plain(text: string, at: number, unicode: boolean): Atom | undefined {
  const code = unicode ? text.codePointAt(at) : text.charCodeAt(at);
  return code === undefined || Number.isNaN(code) ? undefined : { code, after: at + (code > 0xffff ? 2 : 1) };
}

function coded(text: string, at: number, form: RegExp, codeOf: (found: string) => number): Atom | undefined {
  form.lastIndex = at;
  const found = form.exec(text)?.[1];
  return found === undefined ? undefined : { code: codeOf(found), after: form.lastIndex };
}

/** Decodes an escaped surrogate pair such as `\ud83d\ude00`. */
function pair(escapes: string): number {
  const [high = 0, low = 0] = [escapes.slice(2, 6), escapes.slice(8)].map((hex) => Number.parseInt(hex, 16));
  return (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000;
}

function property(text: string, at: number): Atom | undefined {
  const end = text.indexOf('}', at);
  const found = end < 0 ? undefined : propertyTests(text.slice(at + 3, end));
  if (found === undefined) return undefined;
  return { fits: text[at + 1] === 'P' ? found.outside : found.inside, after: end + 1 };
}

type PropertyTests = { readonly inside: CharacterTest; readonly outside: CharacterTest };

/** Bounded, since only names of real Unicode properties are stored. */
const properties = new Map<string, PropertyTests>();

/** The tests for `\p{name}` and `\P{name}`, cached by name; undefined if Unicode has no such property. */
export function propertyTests(name: string): PropertyTests | undefined {
  const known = properties.get(name);
  // This grammar lets a name inject nothing else into the pattern.
  if (known !== undefined || !/^[A-Za-z_]{1,40}(?:=\w{1,40})?$/.test(name)) return known;
  try {
    const pattern = new RegExp(`^\\p{${name}}$`, 'u');
    const inside: CharacterTest = (code) => pattern.test(String.fromCodePoint(code));
    const tests = { inside, outside: not(inside) };
    properties.set(name, tests);
    return tests;
  } catch {
    return undefined;
  }
}

function inRanges(unsorted: readonly Range[]): CharacterTest {
  const ranges = unsorted.toSorted(([one], [other]) => one - other);
  const starts: number[] = [];
  const ends: number[] = [];
  for (const [first, last] of ranges) {
    const before = ends.length - 1;
    if (first <= (ends[before] ?? -1)) ends[before] = Math.max(ends[before] ?? -1, last);
    else {
      starts.push(first);
      ends.push(last);
    }
  }
  return (code) => {
    const next = partitionPoint(starts.length, (index) => (starts[index] ?? 0) <= code);
    return code <= (ends[next - 1] ?? -1);
  };
}

function not(fits: CharacterTest): CharacterTest {
  return (code) => !fits(code);
}
