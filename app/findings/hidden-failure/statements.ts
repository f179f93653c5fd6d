import { TextMemo } from '../../base/text-memo.ts';
import { anyOf, pattern } from './lexicon.ts';
import sentences from './sentences.json' with { type: 'json' };
import type { ToolCall } from './tool-call.ts';

/** `voice`: only a failed program says this; `machine`: it names a step; `plain`: it may mean other things. */
export type FailureSentence = { readonly strength: string; readonly why: string };

/** How an action or one of several things went, according to a clause, line or member. */
export type PhraseOutcome = 'good' | 'bad';

const ROWS = sentences.rows.map(({ strength, why, patterns, exact }) => ({
  strength,
  why,
  test: anyOf(patterns, exact === true ? '' : 'i'),
}));
const HARMLESS = anyOf(sentences.harmless);
const BEGINS_BADLY = anyOf(sentences.begins);
/** Commands print their name before an error. */
const COMMAND = anyOf(sentences.commands, '');
/** What follows one of these is assumed, requested or forbidden, and has not happened. */
const SUPPOSED = pattern('\\b{supposed}\\b');
/** Decoration before a sentence: signs, list marks, bold. */
const LEAD = /^(?:\uFE0F|\u200D|[\s\u2500-\u257f\p{Extended_Pictographic}✗✘×!*_#>"'`«“\-[\]])+/u;
const OOPS = /^(oops|uh-oh|whoops|oh no)[!,. ]+/i;
const CROSS = /^\s*(❌|✗|✘|⛔|🚫|🛑)/u;
/** Further on, the same words are part of a story. */
const FURTHER = 60;

const known = new TextMemo((text) => sentenceIn(text) ?? null);

/** How the start of a text states that this call failed; undefined if it does not. */
export function failureSentence(text: string): FailureSentence | undefined {
  // Servers repeat their errors, and most calls of a session end in the same few.
  return known.of(text) ?? undefined;
}

function sentenceIn(text: string): FailureSentence | undefined {
  const start = text.slice(0, 600).replace(LEAD, '').replace(OOPS, '');
  const sentence = (start.split('\n', 1)[0] ?? '').slice(0, 300).replace(COMMAND, '');
  if (sentence === '' || HARMLESS.test(sentence)) return undefined;
  for (const { strength, why, test } of ROWS) {
    const match = test.exec(sentence);
    if (match === null || SUPPOSED.test(sentence.slice(0, match.index))) continue;
    // A later sentence tells what else there is, unless only a program says it.
    if (strength !== 'voice' && /[\w)][.!] [A-Z]/.test(sentence.slice(0, match.index + 2))) continue;
    if (match.index <= FURTHER || BEGINS_BADLY.test(sentence)) return { strength, why };
  }
  return CROSS.test(text) ? { strength: 'plain', why: 'it begins with the sign for a failure' } : undefined;
}

const BAD = anyOf(['§?(?<!\\w)(?!{not_bad}){bad_word}(?![\\w-])', '{bad_sign}']);
const GOOD = anyOf([
  '(?<![\\w§])§?(?!{no_act}\\b){participle}\\b',
  '(?<![\\w§]){good_word}\\b',
  '{good_sign}',
]);
/** "No mail bounced": twice no is yes. */
const NONE_BAD = pattern('(?<!\\w){not_bad}', 'gi');
/** "failed=1" counts what happened, and "failed=0" what did not. */
const COUNTED_BAD = /\b(?:failed|errors?|unreachable) ?= ?[1-9]/;
const COUNTED_NONE = /\b\w+ ?= ?0\b/g;

/** The outcome that a phrase names first; undefined if it names none. */
export function outcomeIn(text: string, call: ToolCall): PhraseOutcome | undefined {
  if (COUNTED_BAD.test(text)) return 'bad';
  const phrase = call.marked(text.replace(COUNTED_NONE, '')).replace(NONE_BAD, ' ok ');
  const bad = BAD.exec(phrase);
  const good = phrase.search(GOOD);
  if (bad === null) return good < 0 ? undefined : 'good';
  // What the tool is there to do is no failure of it: "stopped", of a tool that stops.
  return bad[0].startsWith('§') || (good >= 0 && good < bad.index) ? 'good' : 'bad';
}

const BEFORE = pattern('{so_before}');
/** With one of these, it was no good that it was so. */
const REFUSES = pattern('{refuses}');
/** Of a tool that ends something: there was nothing of the kind. */
const WAS_NOT = pattern('{was_not_so}');
const TAKES_BACK = pattern('{takes_back}');

/** True if the text says that what was asked for was so before the call, and nothing against it. */
export function wasSoBefore(text: string, call: ToolCall): boolean {
  const said = text.replaceAll('_', ' ');
  const isSo = BEFORE.test(said) || (TAKES_BACK.test(call.name) && WAS_NOT.test(call.marked(said)));
  return isSo && !REFUSES.test(said);
}
