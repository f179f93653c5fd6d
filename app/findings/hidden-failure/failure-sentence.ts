import { OTHER_LANGUAGES, PLAIN } from './plain-sentences.ts';
import { MACHINE, VOICE } from './program-sentences.ts';
import type { SentenceStrength } from './sentence-row.ts';

/** How a text states a failure. */
type FailureSentence = { readonly strength: SentenceStrength; readonly why: string };

/** What sounds like a failure and is none. */
const HARMLESS =
  /^((there (are|is|were|was) )?no (errors?|failures?|problems?|issues?|warnings?|exceptions?|vulnerabilit|fixes?)\b|0 (errors?|failures?|failed)\b|errors?\s*[:=]\s*(0|none|null|no|\[\])\b|failed\s*[:=]\s*0\b|error-?free)/i;

const ROWS = [...VOICE, ...MACHINE, ...PLAIN, ...OTHER_LANGUAGES];

/** What stands before a sentence and is no part of it: signs, list marks, bold. */
const LEAD = /^(?:\uFE0F|\u200D|[\s\p{Extended_Pictographic}✗✘×!*_#>"'`«“\-[\]])+/u;

/** How the start of a text states that this call failed; undefined if it does not. */
export function failureSentence(text: string): FailureSentence | undefined {
  const start = text.slice(0, 600).replace(LEAD, '');
  const line = start.split('\n', 1)[0] ?? '';
  const sentence = line.slice(0, 300);
  if (sentence === '' || HARMLESS.test(sentence)) return undefined;
  const row = ROWS.find(([pattern]) => pattern.test(sentence));
  if (row !== undefined) return { strength: row[1], why: row[2] };
  const crossed = /^\s*(❌|✗|✘|⛔|🚫|🛑)/u.test(text);
  return crossed ? { strength: 'plain', why: 'it begins with the sign for a failure' } : undefined;
}
