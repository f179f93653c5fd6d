import type { FailureContext } from './call-arguments.ts';
import { failed, type HiddenFailure, partlyFailed } from './evidence.ts';
import { type ItemOutcome, wordedOutcome } from './outcome-words.ts';
import { wasSoBefore } from './was-so-before.ts';

/** Where one statement ends and the next begins. */
const CLAUSES = /\n|(?<!\.)[.;!](?=\s|$)|[；。]| \/ |,? (?:but|while|whereas|although) /u;
const ASIDE = / ?\([^)]*\)/g;
/** "failed=0" counts what did not happen. */
const COUNTED_BAD = /\b(?:failed|errors?|unreachable) ?= ?[1-9]/;
const NONE = /\b\w+ ?= ?0\b/g;

/** What is found may be anything; that it could not be looked at is about the call. */
export const NOT_READ =
  /\b(?:could ?n[o'’]t|cannot|can['’]t|error|failed|timed out|time-?out|http|not found|enoent|unreachable|refused|denied|invalid|blocked by|unavailable|no (?:answer|reply|response)|unable|skipped|left out|no such|no (?:data|value|record|entry|quote|price|result|signal|reading)|not available|unknown|not (?:known|listed|recogni[sz]ed))\b/i;

/** It was so before the call. */
const NEEDLESS = /\bnothing to (?:do|change|remove|add)\b/i;

/** A quality of the thing, or what it got. */
const OF_THING =
  /^\W*(?:none|nothing)\b, (?:it|they)\b|\b(?:short|full) [a-z]+\b|\bno (?:opponent|partner)\b/i;

type Things = readonly (readonly string[])[];

/** What a text says of each thing that a list among the arguments named: all failed, some did, or none. */
export function failureOfNamed(
  text: string,
  where: string,
  { asked, tool, purpose }: FailureContext,
): HiddenFailure | undefined {
  for (const list of asked.lists) {
    const outcomes = new Map<number, ItemOutcome>();
    let shown = '';
    for (const clause of text.split(CLAUSES)) {
      const parts = partsOf(clause, list);
      const whole =
        parts.length > 0
          ? outcomeIn(parts.map(([, part, before]) => `${before} ${part}`).join(' '), tool)
          : undefined;
      for (const [thing, part, before] of parts) {
        const outcome = outcomeIn(part, tool) ?? outcomeIn(before, tool) ?? whole ?? 'good';
        const harmless =
          NEEDLESS.test(part) ||
          OF_THING.test(part) ||
          wasSoBefore(part.replace(/^\W+/, ''), tool) ||
          (purpose !== 'action' && !NOT_READ.test(part));
        const counted = outcome === 'bad' && harmless ? 'good' : outcome;
        if (outcomes.get(thing) !== 'bad') outcomes.set(thing, counted);
        if (counted === 'bad' && shown === '') shown = clause.trim();
      }
    }
    const found = judged([...outcomes.values()], list.length, where, shown);
    if (found !== undefined) return found;
  }
  return undefined;
}

function outcomeIn(phrase: string, tool: string): ItemOutcome | undefined {
  const counted = phrase.replace(NONE, '');
  if (COUNTED_BAD.test(counted)) return 'bad';
  return wordedOutcome(counted.replace(ASIDE, ''), tool) ?? wordedOutcome(counted, tool);
}

/** What the outcomes of `count` things say of the call. */
export function judged(
  outcomes: readonly ItemOutcome[],
  count: number,
  where: string,
  shown: string,
): HiddenFailure | undefined {
  const bad = outcomes.filter((outcome) => outcome === 'bad').length;
  if (bad === 0) return undefined;
  if (bad === count) return failed(where, shown, `all ${count} of what was asked for failed`);
  return partlyFailed(where, shown, `${bad} of ${count} of what was asked for failed`);
}

/** The things that a clause names, each with the part from its name to the next one; the first has what stands before. */
function partsOf(clause: string, list: Things): [thing: number, part: string, before: string][] {
  const found = list
    .flatMap((names, thing) => {
      const name = names.find((one) => placeOf(one, clause) >= 0);
      return name === undefined ? [] : [{ thing, name, at: placeOf(name, clause) }];
    })
    .sort((one, other) => one.at - other.at);
  return found.map(({ thing, at, name }, index) => {
    const before = index === 0 ? clause.slice(0, at) : '';
    // The name itself may be a word for a failure.
    return [thing, clause.slice(at + name.length, found[index + 1]?.at), before];
  });
}

/** Where the name stands in the clause as a word of its own; -1 if it does not. */
export function placeOf(name: string, clause: string): number {
  // A small number is an id if it stands like one, and may count anything else.
  if (/^\d{1,2}$/.test(name)) {
    const id = new RegExp(
      `(?:#|\\b(?:id|no\\.?|number|row|item|line) )${name}\\b|(?:^|[^\\w.,-])${name}(?=[:,)=]|$)|\\b[a-z]{3,} ${name}(?= (?:and|was|were|is|has|did|could|won|failed|had|can)\\b)`,
      'i',
    );
    const found = id.exec(clause);
    return found === null ? -1 : found.index + found[0].length - name.length;
  }
  const lower = clause.toLowerCase();
  const wanted = name.toLowerCase();
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
    if (!IN_WORD.test(clause.charAt(at - 1)) && !IN_WORD.test(clause.charAt(at + name.length))) return at;
  }
  return -1;
}

const IN_WORD = /[\p{L}\p{N}_-]/u;
