import { patternProgram } from './pattern-program.ts';
import { type PatternVerdict, type Program, runProgram } from './pattern-run.ts';

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
 * 40 characters stop the process. Here it says only whether the text is a regular expression, and judges single
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
