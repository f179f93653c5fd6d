import { isJsonObject, type JsonObject, jsonText } from '../../base/json-value.ts';
import type { FailureContext } from './call-arguments.ts';
import { failed, type HiddenFailure, partlyFailed } from './evidence.ts';
import { saysWhy } from './object-shape.ts';
import { isOnTheWay, isParticiple, isReason, namesDeed, wordedOutcome, wordsOf } from './outcome-words.ts';

/** Counts of what went well and of what did not, as servers name them. */
export const GOOD_COUNTS =
  /^(succeeded|success(es|ful|_?count)?|sent|updated|created|deleted|imported|processed|inserted|completed|ok|added|indexed|uploaded|closed|done|migrated|moved|copied|synced|written|delivered|accepted|lent|paid|sold|bought|built|kept|made|found|left|read|put|set|\w{3,}(?<!fail|reject|skipp|error)ed)(_?count)?$/i;
const BAD_COUNTS =
  /^(failed|failures?|errored|error_?count|failed_?count|failure_?count|num_?failed|rejected)$/i;
/** An object that counts what was done has few members; each of them is compared with each other one. */
const MAX_MEMBERS = 200;

/** `{sent: 2, failed: 1}`, `{created: […], failed: […]}`, `{status: "partial"}`. */
export function byCounts(value: JsonObject, where: string, call: FailureContext): HiddenFailure | undefined {
  const { purpose, tool, asked } = call;
  if (purpose === 'lookup' || 'passed' in value) return undefined;
  if (typeof value.status === 'string' && /^partial(ly)?([_ -]?\w+)?$/i.test(value.status)) {
    return partlyFailed(`${where}.status`, jsonText(value), `status is ${jsonText(value.status)}`);
  }
  const names = Object.keys(value);
  if (names.length > MAX_MEMBERS) return undefined;
  const bad = names.find(
    (name) =>
      !isOnTheWay(name) &&
      (countsBad(name, tool) ||
        names.some((other) => isOpposite(name, other)) ||
        (hasReasons(value[name]) && wordedOutcome(wordsOf(name)) !== 'good') ||
        (name === 'missing' && Array.isArray(value[name]))) &&
      countOf(value[name]) > 0,
  );
  if (bad === undefined || NEEDLESS.test(jsonText(value[bad]))) return undefined;
  if (!tellsOfWork(bad, value, call)) return undefined;
  const good = names.filter(
    (name) => !countsBad(name, tool) && GOOD_COUNTS.test(name) && countOf(value[name]) > -1,
  );
  // A tally counts what others did; its own work a tool counts by the word for it, or with the reasons.
  const own =
    purpose === 'action' ||
    good.some((name) => namesDeed(name, tool)) ||
    hasReasons(value[bad]) ||
    asked.lists.length > 0;
  if (!own || (purpose !== 'action' && !OWN_WORD.test(bad) && asked.lists.length === 0)) return undefined;
  if (good.length === 0) {
    const others = names.some(
      (name) => name !== bad && typeof value[name] === 'number' && countOf(value[name]) > 0,
    );
    return others && purpose === 'action' && names.length < 5 && !BAD_COUNTS.test(bad)
      ? partlyFailed(`${where}.${bad}`, jsonText(value), `${bad} counts what was left out`)
      : undefined;
  }
  const done = good.reduce((sum, key) => sum + countOf(value[key]), 0);
  const shown = jsonText(value);
  const path = `${where}.${bad}`;
  const count = countOf(value[bad]);
  if (done <= 0) return failed(path, shown, `${bad} counts ${count} and nothing succeeded`);
  return partlyFailed(path, shown, `${bad} counts ${count} beside what succeeded`);
}

/**
 * Eggs are rejected and letters are refused without any failure of the tool that sorts them: only beside the count of
 * its own deed, or of one that was asked for by name, does such a count tell of the tool's work.
 */
function tellsOfWork(bad: string, value: JsonObject, { tool, asked }: FailureContext): boolean {
  const others = Object.keys(value).filter((name) => name !== bad);
  // Nothing went well, and a sentence says why.
  if (saysWhy(value) && others.some((name) => GOOD_COUNTS.test(name) && value[name] === 0)) return true;
  if (OWN_WORD.test(bad))
    return (
      hasReasons(value[bad]) ||
      others.every((name) => !GOOD_COUNTS.test(name) || ofProgram(name, tool)) ||
      asked.lists.length > 0
    );
  // "emails_failed" beside "emails_sent".
  const [thing = '', ...rest] = wordsOf(bad).split(' ');
  if (
    rest.includes('failed') &&
    others.some((name) => GOOD_ENDS.test(name) && wordsOf(name).startsWith(thing))
  )
    return true;
  if (
    /^(?:bounced|undelivered|unsent)$/i.test(bad) &&
    others.some((name) => /^(?:sent|delivered)$/i.test(name))
  )
    return true;
  if (SORTS.test(tool)) return false;
  const positive = wordsOf(bad).replace(/^(?:not |non |un)/, '');
  const names = Object.keys(value).filter((name) => name !== bad);
  if (positive !== wordsOf(bad))
    return (
      namesDeed(positive.split(' ')[0] ?? '', tool) || names.some((name) => wordsOf(name).includes(positive))
    );
  return (
    asked.lists.length > 0 ||
    names.some((name) => SET_OUT.test(name)) ||
    hasReasons(value[bad]) ||
    names.some((name) =>
      wordsOf(name)
        .split(' ')
        .some((word) => namesDeed(word, tool)),
    )
  );
}

const OWN_WORD =
  /^(?:num_?)?(?:failed|failures?|errored|errors?)(?:_?(?:count|items|ids|rows|records|files|messages))?$|unprocessed|odrzucon|rechazad/i;
const GOOD_ENDS =
  /_(?:sent|delivered|created|updated|written|saved|uploaded|imported|processed|ok|succeeded|completed|done)$|(?:Sent|Ok|Succeeded|Done)$/;

/** A count of what programs do, or of the tool's own deed, and not of what became of things. */
function ofProgram(name: string, tool: string): boolean {
  return (
    /^(?:succe\w+|sent|updated|created|deleted|imported|exported|processed|inserted|completed|ok|added|indexed|uploaded|downloaded|closed|done|migrated|moved|copied|synced|written|delivered|stored|saved|published|converted|registered|resized|renamed|notified|reached)(?:_?count)?$/i.test(
      name,
    ) ||
    wordsOf(name)
      .split(' ')
      .some((word) => namesDeed(word, tool))
  );
}

/** What the call set out to do. */
const SET_OUT = /^(?:requested|attempted|submitted|asked|wanted)$/i;
/** Tools that put things in order, by what they are or whether they are good. */
const SORTS =
  /^(?:sort|sift|screen|select|filter|count|tally|reconcile|compare|scan|dedupe|deduplicate|stocktake|pick_over)(?![a-z])/i;

/** "unbound" beside "bound", "notSent" beside "sent". */
function isOpposite(name: string, positive: string): boolean {
  return (
    isParticiple(positive) &&
    new RegExp(`^(?:un|non|not)_?${positive}$`, 'i').test(name) &&
    !NEUTRAL.test(name)
  );
}

/** Names of counts of what was not done; a unit behind them measures something else. */
const COUNTS_BAD =
  /\b(?:failed|failures?|errored|rejected|refused|declined|denied|bounced|dropped|undelivered|missing|invalid|left out|not \w+|un\w+ed|unprocessed\w*|odrzucono|rechazad[oa]s)\b(?! (?:kg|g|m|s|ms|l|pct|percent|rate|ratio|samples|address|at)\b)/i;

function countsBad(name: string, tool: string): boolean {
  return (
    BAD_COUNTS.test(name) || (!NEUTRAL.test(name) && !namesDeed(name, tool) && COUNTS_BAD.test(wordsOf(name)))
  );
}

/** Words that some tools use for what went well, or for a state. */
const NEUTRAL =
  /^(?:stopped|halted|blocked|locked|revoked|suspended|dropped|withdrawn|lost|kept|down|full|short|expired|removed|errors?|warnings?|skipped|unknown|un(?:read|locked|used|changed|seen|done)|missing|busy|offline|no\w*|\w*_?limit\w*)$/i;

/** Left out, because it was there. */
const NEEDLESS = /already|unchanged|identical|up[- ]to[- ]date/i;

function hasReasons(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (item) =>
        isJsonObject(item) &&
        Object.keys(item).some((name) => isReason(name) && typeof item[name] === 'string'),
    )
  );
}

/** The number, or the length of the list; -1 for anything else. */
export function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (isJsonObject(value))
    return (
      Object.values(value).reduce<number>((sum, one) => sum + (Array.isArray(one) ? one.length : 0), 0) || -1
    );
  return typeof value === 'number' && Number.isInteger(value) ? value : -1;
}
