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

/**
 * The test for one character: `.`, an escape, or a class such as `[a-z\d]`, from a pattern that JavaScript accepts. Its
 * own engine runs it, which is safe for a single character: there is nothing to backtrack to.
 */
export function characterTest(atom: string, unicode: boolean): CharacterTest {
  const engine = new RegExp(`^${atom}$`, unicode ? 'u' : '');
  return (code) => engine.test(String.fromCodePoint(code));
}
