import type { ComparedClass } from '../../../app/compare/compared-rows.ts';

/** A class of rows in a word or two, after its count. */
export function classWord(one: ComparedClass): string {
  switch (one) {
    case 'worse':
      return 'worse';
    case 'better':
      return 'better';
    case 'changed':
      return 'changed';
    case 'left':
      return 'only before';
    case 'right':
      return 'only after';
    case 'outside':
      return 'outside of calls';
    case 'same':
      return 'the same';
  }
}

/** What rows of a class are, in a sentence. */
export function classSentence(one: ComparedClass): string {
  switch (one) {
    case 'worse':
      return 'Exchanges whose tier got worse.';
    case 'better':
      return 'Exchanges whose tier got better.';
    case 'changed':
      return 'Exchanges of the same tier with another outcome, code, message, result, latency or findings.';
    case 'left':
      return 'Exchanges that only the run before has.';
    case 'right':
      return 'Exchanges that only the run after has.';
    case 'outside':
      return 'Errors and findings that belong to no exchange, and that one run has only.';
    case 'same':
      return 'Exchanges that are the same, noise aside.';
  }
}
