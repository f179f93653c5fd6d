import type { CallArguments, FailureContext } from './call-arguments.ts';
import { failed, type HiddenFailure, partlyFailed } from './evidence.ts';
import { failureSentence } from './failure-sentence.ts';
import { failureOfNamed, NOT_READ } from './named-items.ts';
import { namesDeed, PARTICIPLE, plainOf, statesDeed, statesOwnDeed, wordedOutcome } from './outcome-words.ts';
import { wasSoBefore } from './was-so-before.ts';

const READ = 3000;
const COUNT_FAILED =
  /\b(?<![.\d]|\b(?!and |but )[A-Za-z]+ )([1-9]\d*)( \w+)?( (?:have|has|had|were|was|could not be \w+))? ?(failed|errored|rejected|unsuccessful)\b(?=[.,:;)\n]|$| \()|\bfailed: ?([1-9]\d*)\b|\b(?<![.\d]|\b(?!and |but )[A-Za-z]+ )[1-9]\d*( \w+)? (could not|cannot|couldn't) be \w+/i;
/** The same of a tool that acts, in whose report hardly anything else is counted so. */
const COUNT_LEFT =
  /\b(?<![.\d]|\b(?!and |but )[A-Za-z]+ )[1-9]\d*(?: [\w-]+){0,2} (?:failed|errored|rejected|refused|declined|bounced|skipped|unsuccessful|left out|denied|not \w+ed|timed out|left (?:at|out|behind)|were too|was too|too \w+|refusées?|abgelehnt)\b(?!=| (?:attempts?|tries|logins?|payments?|jobs?|messages?|tests?)\b)/i;
const NONE_DONE = /\b(0|none) of (?:the )?\d+\b|\ball (of them )?failed\b/i;
const PARTLY = /\bpartial(ly)? (completed|succeeded|successful|success|failed|failure|imported|updated)\b/i;
const TESTS = /\b(tests?|passed|assertions?|suites?|specs?|checks?|login attempts?)\b/i;
const SOME_OF = /\b(\d+)(?: out of(?: the)? | of(?: the)? |\/)(\d+)\b/;
const LEFT_OUT =
  /\b(failed|skipped|left out|could not|unable to|invalid|corrupt(ed)?|missing|errors?|unreadable|timed out)\b/i;
const CROSS = /❌|✗|✘|\[x\]/i;
const TICK = /✅|✔|✓|\[[v✓]\]/i;
/** How a server reports on one file or id of several, as the reference server for files does. */
const ITEM_ERROR = /^[^\n:]{1,200}: (error|failed)\b( -|:)/i;
const DONE_FIRST = new RegExp(`^\\W{0,3}(?!failed|rejected|denied)(?:[\\w.]+ )?${PARTICIPLE}\\b`, 'i');
/** What one step of several says of its end. */
const BROKE_OFF = /\bcould not (?:be )?[a-z]+(?:ed|n|t)\b|^\W*[\w ]{2,30} (?:stopped|failed|aborted): /i;
/** A line of an error after lines that say what was done. */
const ERROR_LINE =
  /\b\w*(?:Error|Exception)\b(?: from \w+|:| \()|^error\b|\b[45]\d\d (?:forbidden|unauthori[sz]ed|not found|bad)|\bfailed: /i;
const MARK = /^\s*(?:[-*•]|\d+[.)]|\[.\])\s+/;

/** Whether a text reports that all or some of what was asked for failed. */
export function failureOfParts(text: string, where: string, call: FailureContext): HiddenFailure | undefined {
  const start = call.asked.without(plainOf(text.slice(0, READ)));
  return (
    failureOfNamed(text.slice(0, READ), where, call) ??
    ofMarks(start, where) ??
    ofLines(start, where, call) ??
    ofSteps(start, where, call) ??
    ofCounts(start, where, call) ??
    ofSecond(start, where, call) ??
    ofExcept(start, where, call)
  );
}

/** The same of a tool that is there to reject or to stop: what it counts it did. */
export function failureOfRest(text: string, where: string, call: FailureContext): HiddenFailure | undefined {
  const start = call.asked.without(plainOf(text.slice(0, READ)));
  return ofLines(start, where, call) ?? ofSecond(start, where, call);
}

/** Parts between rules, of which all or some are errors of the thing that they begin with. */
export function failureOfSections(
  text: string,
  where: string,
  asked: CallArguments,
): HiddenFailure | undefined {
  if (!text.includes('\n---')) return undefined;
  const parts = text.split(/\n-{3,}\n/).map((part) => part.trim());
  if (parts.length < 2) return undefined;
  const bad = parts.filter((part) => ITEM_ERROR.test(part));
  const [first] = bad;
  if (first === undefined || !asked.hasListOf(parts.length)) return undefined;
  if (bad.length === parts.length) return failed(where, first, `all ${parts.length} parts are errors`);
  return partlyFailed(where, first, `${bad.length} of ${parts.length} parts are errors`);
}

/** A line, or an entry between commas, for each thing: "P-1: sent", of which some say that it failed. */
function ofLines(
  text: string,
  where: string,
  { asked, purpose, tool }: FailureContext,
): HiddenFailure | undefined {
  const lines = entriesOf(text.trim());
  if (lines.length < 2 || lines.length > 50) return undefined;
  const asksForEach = asked.hasListOf(lines.length);
  if (!asksForEach && purpose !== 'action') return undefined;
  if (!asksForEach && (/\bnothing (?:was|has been)\b/i.test(text) || failureSentence(text) !== undefined))
    return undefined;
  const outcomes = lines.map((line) =>
    wordedOutcome(line.replace(LABEL, '').replace(/\b\w+ ?= ?0\b/g, ''), tool),
  );
  const bad = lines.filter(
    (line, at) =>
      outcomes[at] === 'bad' &&
      !wasSoBefore(line.replace(LABEL, ''), tool) &&
      (purpose === 'action' || NOT_READ.test(line)),
  );
  const [first] = bad;
  if (first === undefined) return undefined;
  if (bad.length === lines.length && asksForEach)
    return failed(where, first, `all ${lines.length} lines state a failure`);
  // Lines without an outcome describe one thing.
  if (!asksForEach && (!outcomes.includes('good') || outcomes.includes(undefined))) return undefined;
  // What is counted in lines is what the tool did if one of them says that it did it.
  if (
    !asksForEach &&
    !lines.some((line) => tellsOfDeed(line, tool)) &&
    (VERDICT.test(first) || !lines.some((line) => GOOD_LINE.test(line)))
  )
    return undefined;
  return partlyFailed(where, first, `${bad.length} of ${lines.length} lines state a failure`);
}

const LABEL = /^[^\n]{1,80}?(?::|\s{2,}|→|->|=>| [-–] ) ?(?=\S)/;

/** Lines of the same form, or entries that begin with the same word; headings are none. */
function entriesOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) {
    const entries = only.split(/[,;] /);
    const word = /^\W*(\w+)/.exec(only)?.[1] ?? '';
    return entries.length > 2 &&
      entries.every((entry) => entry.startsWith(word) || entry.startsWith(word.toLowerCase()))
      ? entries
      : [];
  }
  const marked = lines.filter((line) => MARK.test(line));
  if (marked.length > 1) return marked;
  const first = lines[0]?.split(' ', 1)[0] ?? '';
  return lines.every((line) => LABEL.test(line) || GOOD_LINE.test(line) || line.startsWith(`${first} `))
    ? lines
    : [];
}

function ofMarks(text: string, where: string): HiddenFailure | undefined {
  const lines = text.split('\n');
  const bad = lines.filter((line) => CROSS.test(line));
  const [first] = bad;
  if (first === undefined || !lines.some((line) => TICK.test(line))) return undefined;
  return partlyFailed(where, first, 'some lines have the sign for a failure, others that for success');
}

function ofCounts(text: string, where: string, { purpose, tool }: FailureContext): HiddenFailure | undefined {
  const paragraph = text.slice(0, 400);
  if (TESTS.test(paragraph)) return undefined;
  if (NONE_DONE.test(paragraph) && /\bfail/i.test(paragraph))
    return failed(where, paragraph, 'it says that all failed');
  if (PARTLY.test(paragraph)) return partlyFailed(where, paragraph, 'it says that only a part succeeded');
  const acts = purpose === 'action';
  const some = SOME_OF.exec(paragraph);
  if (some !== null && Number(some[1]) < Number(some[2])) {
    const rest = text.replace(some[0], '');
    if (
      (DONE_FIRST.test(text) && LEFT_OUT.test(paragraph)) ||
      (acts && Number(some[1]) > 0 && saysBad(rest, tool))
    )
      return partlyFailed(where, paragraph, `it counts what was done: "${some[0]}"`);
  }
  // Tests, ballots and samples fail without any failure of the tool that counts them.
  if (!acts || !tellsOfDeed(paragraph, tool)) return undefined;
  const counted =
    COUNT_FAILED.exec(paragraph) ?? (acts && statesDeed(paragraph, tool) ? COUNT_LEFT.exec(paragraph) : null);
  if (
    counted === null ||
    isOfThing(counted[0], tool) ||
    /\b(?:would|may|might|already|duplicates?|unchanged|not change|up to date)\b/i.test(paragraph)
  )
    return undefined;
  return partlyFailed(where, paragraph, `it counts failures: "${counted[0].trim()}"`);
}

/** True if the text says what programs do, or that the tool did its own deed. */
function tellsOfDeed(text: string, tool: string): boolean {
  return PROGRAM_DEED.test(text) || statesOwnDeed(text, tool);
}

/** What somebody decides about a thing. */
const VERDICT = /\b(?:rejected|refused|denied|declined)\b/i;

/** "2 could not be dated", of a tool that imports. */
function isOfThing(counted: string, tool: string): boolean {
  const verb = /\b(?:could not|cannot|couldn't) be (\w+)/i.exec(counted)?.[1];
  return verb !== undefined && !namesDeed(verb, tool) && !PROGRAM_DEED.test(verb);
}

const PROGRAM_DEED =
  /\b(?:sent|imported|exported|uploaded|downloaded|processed|indexed|synced|migrated|created|updated|deleted|inserted|converted|succeeded|completed|saved|fetched)\b/i;

function saysBad(text: string, tool: string): boolean {
  return text.split(/[.;\n]/).some((clause) => wordedOutcome(clause, tool) === 'bad');
}

/** Lines of which the first say what was done, and a later one is an error. */
function ofSteps(text: string, where: string, { purpose }: FailureContext): HiddenFailure | undefined {
  if (purpose !== 'action') return undefined;
  const lines = text.trim().split('\n');
  const at = lines.findIndex((line) => ERROR_LINE.test(line));
  const line = lines[at];
  if (line === undefined || at < 1 || !lines.slice(0, at).some((one) => GOOD_LINE.test(one)))
    return undefined;
  return partlyFailed(where, line, 'what was done is followed by an error');
}

const GOOD_LINE = /\b(?:ok|done|created|pushed|configured|applied|uploaded|sent|saved)\W*$/i;

/** A sentence about what may happen: "If the deposit is not paid, …". */
const SUPPOSES = /^\W*(?:if|unless|when|whenever|should|in case|until)\b/i;

/** "Invited Ann. Could not invite Bob.", "Closed 7 blinds. The kitchen blind did not respond." */
function ofSecond(text: string, where: string, { purpose, tool }: FailureContext): HiddenFailure | undefined {
  if (text.length > 600) return undefined;
  const [first = '', ...later] = text.split(/(?<=[.!])\s+|\n/);
  if (!DONE_FIRST.test(first) && !(purpose === 'action' && statesDeed(first, tool))) return undefined;
  const bad = later.find(
    (sentence) =>
      !SUPPOSES.test(sentence) &&
      ((/^\W{0,3}(could not|failed to|unable to|couldn't)\b/i.test(sentence) &&
        failureSentence(sentence) !== undefined) ||
        (purpose === 'action' && BROKE_OFF.test(sentence) && !isOfThing(sentence, tool)) ||
        (purpose === 'action' && wordedOutcome(sentence, tool) === 'bad' && sharesNoun(first, sentence))),
  );
  if (bad === undefined) return undefined;
  return partlyFailed(where, bad, 'what was done is followed by what could not be done');
}

/** "Packed except for the oil, which ran out." */
function ofExcept(text: string, where: string, { purpose, tool }: FailureContext): HiddenFailure | undefined {
  if (purpose !== 'action' || text.length > 400) return undefined;
  const found = EXCEPT.exec(text);
  if (found === null) return undefined;
  const before = text.slice(0, found.index);
  if (!statesDeed(before, tool) || !saysBad(text.slice(found.index).replace(EXCEPT, ' '), tool))
    return undefined;
  return partlyFailed(where, text, 'what was done has an exception that went wrong');
}

const EXCEPT = /\b(?:except(?: for)?|apart from|all but|with the exception of)\b/i;

/** True if both speak of the same kind of thing, of which the first names several: "7 blinds", "the kitchen blind". */
function sharesNoun(first: string, second: string): boolean {
  const several = first.replace(/\([^)]*\)/g, '').match(/\b[a-z]{3,}(?=s\b)/gi) ?? [];
  return several.some((noun) => new RegExp(`\\b${noun}s?\\b`, 'i').test(second));
}
