import {
  type CharacterTest,
  type Edge,
  type Instruction,
  type PatternVerdict,
  type Program,
  runProgram,
} from './pattern-run.ts';

/**
 * A `pattern` as a server wrote it: one that runs, one that JavaScript takes and that cannot be run within a bound,
 * or no regular expression. `older` is true if it is one only in the grammar without the flag `u`.
 */
export type Pattern =
  | { readonly kind: 'runs'; readonly older: boolean; readonly program: Program }
  | { readonly kind: 'unchecked'; readonly older: boolean; readonly reason: string }
  | { readonly kind: 'invalid'; readonly reason: string };

/** A few milliseconds. */
const STEPS = 50_000;
const LONGEST_SOURCE = 10_000;
const MOST_KEPT = 500;

const kept = new Map<string, Pattern>();

/**
 * Reads a `pattern` of JSON Schema. JavaScript's own engine backtracks and cannot be interrupted: `^(a+)+$` and
 * 40 characters stop the process. Here it says only whether the text is a regular expression, and checks single
 * characters; the rest runs in time linear in text and pattern.
 */
export function readPattern(source: string): Pattern {
  const known = kept.get(source);
  if (known !== undefined) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const pattern = read(source);
  kept.set(source, pattern);
  return pattern;
}

/** Whether a pattern is found in a text. `left` is counted down by the steps that this takes. */
export function testPattern(
  pattern: Pattern,
  text: string,
  left: { steps: number } = { steps: STEPS },
): PatternVerdict {
  return pattern.kind === 'runs' ? runProgram(pattern.program, text, left) : 'unchecked';
}

function read(source: string): Pattern {
  if (source.length > LONGEST_SOURCE) return { kind: 'unchecked', older: false, reason: 'it is too long' };
  const fault = faultOf(source, 'u');
  // Many servers write escapes that only the older grammar takes: it is tried next.
  const older = fault !== '';
  if (older && faultOf(source, '') !== '') return { kind: 'invalid', reason: fault };
  const program = patternProgram(source, !older);
  return typeof program === 'string'
    ? { kind: 'unchecked', older, reason: program }
    : { kind: 'runs', older, program };
}

function faultOf(source: string, flags: string): string {
  try {
    new RegExp(source, flags);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read';
  }
}

/** More instructions would make each character of a text cost too much. */
const MOST_INSTRUCTIONS = 5000;
const MAX_DEPTH = 60;

const QUANTIFIER = /(?:([*+?])|\{(\d+)(,(\d*))?\})\??/y;
const GROUP = /\((?:\?(?::|<(?![=!])[^>]*>))?/y;
const CLASS = /\[(?:\\[\s\S]|[^\]\\])*\]/y;
const UNICODE_ESCAPE =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u\{[\da-fA-F]+\}|[pP]\{[^}]*\})/y;
const ESCAPE = /\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|0(?!\d)|[^\dckK])/uy;

type Node =
  | { readonly kind: 'character'; readonly fits: CharacterTest }
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'look'; readonly body: Node; readonly negative: boolean }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'alternatives'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly body: Node; readonly least: number; readonly most: number };

/**
 * The program of a regular expression that JavaScript accepts, or in a few words why there is none:
 * what a simulation cannot follow (references back, looks behind), or what is too large.
 */
function patternProgram(source: string, unicode: boolean): Program | string {
  const parser = new Parser(source, unicode);
  const node = parser.alternatives(0);
  if (parser.problem !== '') return parser.problem;
  const instructions: Instruction[] = [{ kind: 'found' }];
  const start = emit(instructions, node, 0);
  return instructions.length > MOST_INSTRUCTIONS ? 'it is too large' : { instructions, start, unicode };
}

/** Takes a pattern apart. It relies on its being valid: JavaScript checks single characters and classes. */
class Parser {
  problem = '';
  readonly #source: string;
  readonly #unicode: boolean;
  #at = 0;

  constructor(source: string, unicode: boolean) {
    this.#source = source;
    this.#unicode = unicode;
  }

  alternatives(depth: number): Node {
    const options = [this.#sequence(depth)];
    while (this.#takes('|')) options.push(this.#sequence(depth));
    const [only] = options;
    return only !== undefined && options.length === 1 ? only : { kind: 'alternatives', options };
  }

  #sequence(depth: number): Node {
    const parts: Node[] = [];
    for (;;) {
      const char = this.#source[this.#at];
      if (char === undefined || char === '|' || char === ')' || this.problem !== '') break;
      parts.push(this.#quantified(this.#atom(depth)));
    }
    return { kind: 'sequence', parts };
  }

  #quantified(body: Node): Node {
    const found = this.#match(QUANTIFIER);
    if (found === undefined) return body;
    const [, sign, low, upTo, high] = found;
    const unlimited = Number.POSITIVE_INFINITY;
    if (sign === '*') return { kind: 'repeat', body, least: 0, most: unlimited };
    if (sign === '+') return { kind: 'repeat', body, least: 1, most: unlimited };
    if (sign === '?') return { kind: 'repeat', body, least: 0, most: 1 };
    const least = Number(low);
    const most = upTo === undefined ? least : high === '' ? unlimited : Number(high);
    return { kind: 'repeat', body, least, most };
  }

  #atom(depth: number): Node {
    if (this.#takes('^')) return { kind: 'edge', edge: 'start' };
    if (this.#takes('$')) return { kind: 'edge', edge: 'end' };
    if (this.#takes('\\b')) return { kind: 'edge', edge: 'word' };
    if (this.#takes('\\B')) return { kind: 'edge', edge: 'no word' };
    if (this.#takes('(?=')) return { kind: 'look', body: this.#group(depth), negative: false };
    if (this.#takes('(?!')) return { kind: 'look', body: this.#group(depth), negative: true };
    if (/^\(\?(?!:|<[^=!])/.test(this.#source.slice(this.#at, this.#at + 4))) return this.#refuse('(?');
    if (this.#match(GROUP) !== undefined) return this.#group(depth);
    return { kind: 'character', fits: this.#character() };
  }

  #group(depth: number): Node {
    if (depth >= MAX_DEPTH) return this.#refuse('so many groups');
    const body = this.alternatives(depth + 1);
    this.#takes(')');
    return body;
  }

  #character(): CharacterTest {
    const set = this.#match(CLASS) ?? (this.#unicode ? this.#match(UNICODE_ESCAPE) : undefined);
    const escaped = set ?? this.#match(ESCAPE);
    if (escaped !== undefined) return testByEngine(escaped[0], this.#unicode);
    const char = this.#source[this.#at] ?? '';
    if (char === '\\') this.#refuse(this.#source.slice(this.#at, this.#at + 2));
    if (this.#takes('.')) return testByEngine('.', this.#unicode);
    const code =
      (this.#unicode ? this.#source.codePointAt(this.#at) : this.#source.charCodeAt(this.#at)) ?? 0;
    this.#at += code > 0xffff ? 2 : 1;
    return (other) => other === code;
  }

  #refuse(what: string): Node {
    this.problem = `${what} cannot be followed within a bound`;
    return { kind: 'sequence', parts: [] };
  }

  #takes(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source) ?? undefined;
    if (found !== undefined) this.#at = pattern.lastIndex;
    return found;
  }
}

/** One character against a class or an escape: no repetition is in it, so that the engine cannot stall. */
function testByEngine(atom: string, unicode: boolean): CharacterTest {
  const pattern = new RegExp(`^${atom}$`, unicode ? 'u' : '');
  const ascii = Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)));
  return (code) => ascii[code] ?? pattern.test(String.fromCodePoint(code));
}

/** Adds the instructions of a node that goes on to `next`, and gives the place where it starts. */
function emit(into: Instruction[], node: Node, next: number): number {
  if (into.length > MOST_INSTRUCTIONS) return next;
  switch (node.kind) {
    case 'character':
      return add(into, { kind: 'character', fits: node.fits, next });
    case 'edge':
      return add(into, { kind: 'edge', edge: node.edge, next });
    case 'look':
      return add(into, { kind: 'look', body: emit(into, node.body, 0), negative: node.negative, next });
    case 'sequence':
      return node.parts.reduceRight((after, part) => emit(into, part, after), next);
    case 'alternatives':
      return node.options
        .map((option) => emit(into, option, next))
        .reduceRight((other, option) => add(into, { kind: 'split', next: option, other }));
    case 'repeat':
      return emitRepeat(into, node, next);
  }
}

function emitRepeat(
  into: Instruction[],
  { body, least, most }: Extract<Node, { kind: 'repeat' }>,
  next: number,
): number {
  let after = next;
  if (most === Number.POSITIVE_INFINITY) {
    const again: Instruction = { kind: 'split', next, other: next };
    after = add(into, again);
    again.next = emit(into, body, after);
  } else {
    for (let copy = least; copy < most && into.length <= MOST_INSTRUCTIONS; copy += 1) {
      after = add(into, { kind: 'split', next: emit(into, body, after), other: next });
    }
  }
  for (let copy = 0; copy < least && into.length <= MOST_INSTRUCTIONS; copy += 1) {
    const entry = emit(into, body, after);
    // An empty body adds nothing, however often it is repeated.
    if (entry === after) break;
    after = entry;
  }
  return after;
}

function add(into: Instruction[], instruction: Instruction): number {
  into.push(instruction);
  return into.length - 1;
}
