import type { CallArguments } from './call-arguments.ts';
import { failed, type HiddenFailure, partlyFailed } from './evidence.ts';
import { failureSentence } from './failure-sentence.ts';

const READ = 3000;
const COUNT_FAILED =
  /\b(?<![.\d])([1-9]\d*)( \w+)?( (?:have|has|had|were|was|could not be \w+))? ?(failed|errored|rejected|unsuccessful)\b(?=[.,:;)\n]|$| \()|\bfailed: ?([1-9]\d*)\b|\b(?<![.\d])[1-9]\d*( \w+)? (could not|cannot|couldn't) be \w+/i;
const NONE_DONE = /\b(0|none) of \d+\b|\ball (of them )?failed\b/i;
const PARTLY = /\bpartial(ly)? (completed|succeeded|successful|success|failed|failure|imported|updated)\b/i;
const TESTS = /\b(tests?|passed|assertions?|suites?|specs?|checks?|login attempts?)\b/i;
const SOME_OF = /\b(\d+)(?: out)? of (\d+)\b/;
const LEFT_OUT =
  /\b(failed|skipped|left out|could not|unable to|invalid|corrupt(ed)?|missing|errors?|unreadable|timed out)\b/i;
const CROSS = /❌|✗|✘/u;
const TICK = /✅|✔|✓/u;
/** How a server reports on one file or id of several, as the reference server for files does. */
const ITEM_ERROR = /^[^\n:]{1,200}: (error|failed)\b( -|:)/i;
const DONE_FIRST = /^\W{0,3}(?!failed|rejected|denied)(\w+ )?(\w+ed|sent|built|written|set|made|put)\b/i;

/** Whether a text reports that all or some of what was asked for failed. */
export function failureOfParts(text: string, where: string, asked: CallArguments): HiddenFailure | undefined {
  const start = text.slice(0, READ);
  return (
    ofLines(start, where, asked) ?? ofMarks(start, where) ?? ofCounts(start, where) ?? ofSecond(start, where)
  );
}

/** Parts between rules, of which all or some are errors of the thing that they begin with. */
export function failureOfSections(
  text: string,
  where: string,
  asked: CallArguments,
): HiddenFailure | undefined {
  const parts = text.split(/\n-{3,}\n/).map((part) => part.trim());
  if (parts.length < 2) return undefined;
  const bad = parts.filter((part) => ITEM_ERROR.test(part));
  const [first] = bad;
  if (first === undefined || !asked.hasListOf(parts.length)) return undefined;
  if (bad.length === parts.length) return failed(where, first, `all ${parts.length} parts are errors`);
  return partlyFailed(where, first, `${bad.length} of ${parts.length} parts are errors`);
}

/** A line for each thing that was asked for, "P-1: sent", of which some say that it failed. */
function ofLines(text: string, where: string, asked: CallArguments): HiddenFailure | undefined {
  const lines = text.trim().split('\n');
  if (lines.length < 2 || lines.length > 50 || !asked.hasListOf(lines.length)) return undefined;
  if (!lines.every((line) => /^[^\n]{1,80}?(:|→|->|=>| - ) ?\S/.test(line))) return undefined;
  const bad = lines.filter((line) => LINE_FAILED.test(line));
  const [first] = bad;
  if (first === undefined) return undefined;
  if (bad.length === lines.length) return failed(where, first, `all ${lines.length} lines state a failure`);
  return partlyFailed(where, first, `${bad.length} of ${lines.length} lines state a failure`);
}

const LINE_FAILED = /(:|→|->|=>| - ) ?\W{0,3}(failed|failure|error|not found|denied|rejected|invalid)\b/i;

function ofMarks(text: string, where: string): HiddenFailure | undefined {
  const lines = text.split('\n');
  const bad = lines.filter((line) => CROSS.test(line));
  const [first] = bad;
  if (first === undefined || !lines.some((line) => TICK.test(line))) return undefined;
  return partlyFailed(where, first, 'some lines have the sign for a failure, others that for success');
}

function ofCounts(text: string, where: string): HiddenFailure | undefined {
  const paragraph = text.slice(0, 400);
  if (TESTS.test(paragraph)) return undefined;
  if (NONE_DONE.test(paragraph) && /\bfail/i.test(paragraph))
    return failed(where, paragraph, 'it says that all failed');
  if (PARTLY.test(paragraph)) return partlyFailed(where, paragraph, 'it says that only a part succeeded');
  const some = SOME_OF.exec(paragraph);
  if (
    some !== null &&
    Number(some[1]) < Number(some[2]) &&
    DONE_FIRST.test(text) &&
    LEFT_OUT.test(paragraph)
  ) {
    return partlyFailed(where, paragraph, `it counts what was done: "${some[0]}"`);
  }
  const counted = COUNT_FAILED.exec(paragraph);
  if (counted === null) return undefined;
  return partlyFailed(where, paragraph, `it counts failures: "${counted[0].trim()}"`);
}

/** "Invited Ann. Could not invite Bob." */
function ofSecond(text: string, where: string): HiddenFailure | undefined {
  if (text.length > 600 || !DONE_FIRST.test(text)) return undefined;
  const later = text.split(/(?<=[.!])\s+|\n/).slice(1);
  const bad = later.find(
    (sentence) =>
      /^\W{0,3}(could not|failed to|unable to|cannot|couldn't)\b/i.test(sentence) &&
      failureSentence(sentence) !== undefined,
  );
  if (bad === undefined) return undefined;
  return partlyFailed(where, bad, 'what was done is followed by what could not be done');
}
