import { TextMemo } from '../../base/text-memo.ts';
import { OTHER_LANGUAGES, PLAIN } from './plain-sentences.ts';
import { MACHINE, VOICE } from './program-sentences.ts';
import type { SentenceStrength } from './sentence-row.ts';

/** How a text states a failure. */
export type FailureSentence = { readonly strength: SentenceStrength; readonly why: string };

/** What sounds like a failure and is none. */
const HARMLESS =
  /^((there (are|is|were|was) )?(no|none|0|zero|nobody|nothing)( of)?( [\w-]+){0,4} (is|are|was|were|has|have|had|been|today|now|currently) ?(been )?(missing|invalid|expired|failed|failing|rejected|denied|refused|lost|broken|locked|blocked|overdue|offline|corrupt|wrong|affected|damaged|unreachable|down)\b|(no|none|0) ([\w-]+ ){0,3}(failed|failing|missing|rejected)\b|(there (are|is|were|was) )?no (errors?|failures?|problems?|issues?|warnings?|exceptions?|vulnerabilit|fixes?)\b|[^.\n]{1,60}already exists?, (left|kept|using|reus)|0 (errors?|failures?|failed)\b|errors?\s*[:=]\s*(0|none|null|no(?! \w+ \w)|\[\])\b|failed\s*[:=]\s*0\b|error-?free)/i;

/** What a picture or a page shows. */
const SHOWN = /\b(?:that|which) (?:says|reads|shows)\b/i;

const ROWS = [...VOICE, ...MACHINE, ...PLAIN, ...OTHER_LANGUAGES];

/** What stands before a sentence and is no part of it: signs, list marks, bold. */
const LEAD = /^(?:\uFE0F|\u200D|[\s\u2500-\u257f\p{Extended_Pictographic}✗✘×!*_#>"'`«“\-[\]])+/u;

const OOPS = /^(oops|uh-oh|whoops|oh no)[!,. ]+/i;

/** What stands after one of these is supposed, asked or forbidden, and has not happened. */
const SUPPOSED =
  /\b(if|when|whenever|unless|whether|in case|do not|don't|must not|should|why|how|fix(ed|es)?|removed?|added|prevents?|avoids?|handles?|means|says)\b/i;
/** Commands print their name before what is wrong. */
const COMMAND =
  /^(adb|awk|bash|cat|cargo|clang|cmake|convert|cp|curl|docker|ffmpeg|gcc|git|go|gpg|java|kubectl|ln|ls|magick|make|mkdir|mv|mysql|node|npm|pandoc|perl|php|pip|psql|python3?|rm|rsync|ruby|scp|sed|sh|ssh|sudo|tar|unzip|wget|zsh): (?=\S)/;
/** Further on, the same words are part of a story. */
const FURTHER = 60;
const BEGINS_BADLY =
  /^(error|fail|exception|unable|could not|cannot|can't|sorry|warning|fatal|\w+error|request|http)/i;

const known = new TextMemo((text) => sentenceIn(text) ?? null);

/** How the start of a text states that this call failed; undefined if it does not. */
export function failureSentence(text: string): FailureSentence | undefined {
  // About a hundred patterns: servers repeat their errors, and most calls of a session end in the same few.
  return known.of(text) ?? undefined;
}

function sentenceIn(text: string): FailureSentence | undefined {
  const start = text.slice(0, 600).replace(LEAD, '').replace(OOPS, '');
  const line = start.split('\n', 1)[0] ?? '';
  const sentence = line.slice(0, 300).replace(COMMAND, '');
  if (
    sentence === '' ||
    HARMLESS.test(sentence) ||
    SHOWN.test(sentence.slice(0, 80)) ||
    QUESTION.test(sentence)
  )
    return undefined;
  for (const [pattern, strength, why] of ROWS) {
    const match = pattern.exec(sentence);
    if (match === null || SUPPOSED.test(sentence.slice(0, match.index))) continue;
    // A later sentence tells what else there is, unless only a program says it.
    if (strength !== 'voice' && /[\w)][.!] [A-Z]/.test(sentence.slice(0, wordAt(sentence, match.index))))
      continue;
    if (match.index <= FURTHER || BEGINS_BADLY.test(sentence)) return { strength, why };
  }
  const crossed = /^\s*(❌|✗|✘|⛔|🚫|🛑)/u.test(text);
  return crossed ? { strength: 'plain', why: 'it begins with the sign for a failure' } : undefined;
}

/** The place of the match, with a character of the first word. */
function wordAt(sentence: string, index: number): number {
  return sentence.startsWith(' ', index) ? index + 2 : index + 1;
}

/** The first sentence asks, and does not state. */
const QUESTION = /^[^.!?:;]{1,200}\?(\s|$)/;
