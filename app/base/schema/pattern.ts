import {
  type CharacterTest,
  characterTest,
  type Edge,
  type Instruction,
  type PatternVerdict,
  type Program,
  runProgram,
} from './pattern-run.ts';

/** A `pattern` from a server. `older` is true if it is valid only without the `u` flag. */
export type Pattern =
  | { readonly kind: 'runs'; readonly older: boolean; readonly program: Program }
  | { readonly kind: 'unchecked'; readonly older: boolean; readonly reason: string }
  | { readonly kind: 'invalid'; readonly reason: string };

/** A few milliseconds. */
const STEPS = 50_000;
const LONGEST_SOURCE = 10_000;
/** The engine builds a table for each property of Unicode, which takes part of a millisecond. */
const MAX_PROPERTIES = 16;
const STEPS_PER_PROPERTY = 2000;
/** Maximum total of cached source characters and instructions: some tens of megabytes. */
const MAX_KEPT = 300_000;

const kept = new Map<string, Pattern>();
let keptSize = 0;

/**
 * Reads a JSON Schema `pattern`. JavaScript's own engine backtracks and cannot be interrupted: `^(a+)+$` and 40
 * characters hang the process. Here it validates the syntax and tests single characters; matching takes time linear in
 * text and pattern. (`re2js` 2.10 is linear too, but its grammar is RE2's: no lookahead, which zod's pattern for an
 * email has, no repeat above 1,000, another `\s` and `.`; and it adds 263 kB to the page. A worker with a time limit
 * keeps its caller waiting and cannot serve synchronous derivations such as findings.)
 */
export function readPattern(source: string): Pattern {
  const known = kept.get(source);
  if (known !== undefined) return known;
  const pattern = read(source);
  keptSize += source.length + (pattern.kind === 'runs' ? pattern.program.instructions.length : 0);
  if (keptSize > MAX_KEPT) {
    kept.clear();
    keptSize = 0;
  }
  kept.set(source, pattern);
  return pattern;
}

export function readingSteps(source: string): number {
  return 10 * source.length + STEPS_PER_PROPERTY * propertyCount(source);
}

function propertyCount(source: string): number {
  return source.split(/\\[pP]\{/).length - 1;
}

/** Searches a text for a pattern. `left` is counted down by the steps taken. */
export function testPattern(
  pattern: Pattern,
  text: string,
  left: { steps: number } = { steps: STEPS },
): PatternVerdict {
  return pattern.kind === 'runs' ? runProgram(pattern.program, text, left) : 'unchecked';
}

function read(source: string): Pattern {
  const syntax = patternSyntax(source);
  if (syntax.kind !== 'valid') return syntax;
  const program = patternProgram(source, !syntax.older);
  return typeof program === 'string'
    ? { kind: 'unchecked', older: syntax.older, reason: program }
    : { kind: 'runs', older: syntax.older, program };
}

type PatternSyntax = Exclude<Pattern, { kind: 'runs' }> | { readonly kind: 'valid'; readonly older: boolean };

/** Checks whether a text is a valid regular expression, without running it. */
export function patternSyntax(source: string): PatternSyntax {
  if (source.length > LONGEST_SOURCE) return { kind: 'unchecked', older: false, reason: 'it is too long' };
  // The engine parses groups recursively.
  if (groupDepth(source) > MAX_DEPTH)
    return { kind: 'unchecked', older: false, reason: `${MANY_GROUPS} ${NO_BOUND}` };
  if (propertyCount(source) > MAX_PROPERTIES)
    return { kind: 'unchecked', older: false, reason: `too many properties ${NO_BOUND}` };
  const fault = faultOf(source, 'u');
  // Many servers write escapes that only the legacy grammar accepts, so try that next.
  const older = fault !== '';
  return older && faultOf(source, '') !== '' ? { kind: 'invalid', reason: fault } : { kind: 'valid', older };
}

function faultOf(source: string, flags: string): string {
  try {
    new RegExp(source, flags);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read';
  }
}

/** The nesting depth of groups, estimated for a source that may be invalid. */
function groupDepth(source: string): number {
  let depth = 0;
  let deepest = 0;
  if (source.split('(').length <= MAX_DEPTH) return 0;
  for (const [part] of source.matchAll(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[()]/g)) {
    if (part === '(') depth += 1;
    if (part === ')') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

const MANY_GROUPS = 'too many groups';
const NO_BOUND = 'cannot be followed within a bound';

/** More instructions would make each character too expensive to match. */
const MAX_INSTRUCTIONS = 5000;
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

/** Compiles a regular expression; on failure returns, in a few words, what is unsupported or too large. */
function patternProgram(source: string, unicode: boolean): Program | string {
  const parser = new Parser(source, unicode);
  const node = parser.alternatives(0);
  if (parser.problem !== '') return parser.problem;
  const instructions: Instruction[] = [{ kind: 'found' }];
  const start = emit(instructions, node, 0);
  return instructions.length > MAX_INSTRUCTIONS ? 'it is too large' : { instructions, start, unicode };
}

/** Parses a valid pattern; JavaScript has already checked its characters and classes. */
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
    if (depth >= MAX_DEPTH) return this.#refuse(MANY_GROUPS);
    const body = this.alternatives(depth + 1);
    this.#takes(')');
    return body;
  }

  #character(): CharacterTest {
    const set = this.#match(CLASS) ?? (this.#unicode ? this.#match(UNICODE_ESCAPE) : undefined);
    const escaped = set ?? this.#match(ESCAPE);
    if (escaped !== undefined) return characterTest(escaped[0], this.#unicode);
    const char = this.#source[this.#at] ?? '';
    if (char === '\\') this.#refuse(this.#source.slice(this.#at, this.#at + 2));
    if (this.#takes('.')) return characterTest('.', this.#unicode);
    const code =
      (this.#unicode ? this.#source.codePointAt(this.#at) : this.#source.charCodeAt(this.#at)) ?? 0;
    this.#at += code > 0xffff ? 2 : 1;
    return (other) => other === code;
  }

  #refuse(what: string): Node {
    this.problem = `${what} ${NO_BOUND}`;
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

/** Appends the instructions of a node that continues at `next`, and returns its entry index. */
function emit(into: Instruction[], node: Node, next: number): number {
  if (into.length > MAX_INSTRUCTIONS) return next;
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
    for (let copy = least; copy < most && into.length <= MAX_INSTRUCTIONS; copy += 1) {
      after = add(into, { kind: 'split', next: emit(into, body, after), other: next });
    }
  }
  for (let copy = 0; copy < least && into.length <= MAX_INSTRUCTIONS; copy += 1) {
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
