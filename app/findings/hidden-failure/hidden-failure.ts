import { isJsonObject, type JsonObject, parseJson, stringAt } from '../../base/json-value.ts';
import { undoneIn } from './account.ts';
import { hadNothingToDo, isMembershipAnswer, wasMadeUpFor } from './answers.ts';
import { CallArguments, type FailureContext } from './call-arguments.ts';
import { failureOfOutput, failureOfRun, passesOutputOn } from './command-output.ts';
import { runsCode } from './deed-kind.ts';
import { errorPage } from './error-page.ts';
import { failed, type HiddenFailure, partlyFailed } from './evidence.ts';
import { failureSentence } from './failure-sentence.ts';
import { failureOfNamed } from './named-items.ts';
import { isTable, statesSuccess } from './object-shape.ts';
import { ownFailureIn, TRIES } from './own-failure.ts';
import { failureOfParts, failureOfRest, failureOfSections } from './partial-text.ts';
import type { SentenceStrength } from './sentence-row.ts';
import { statedFailure } from './stated-members.ts';
import { isSuspect, isSuspectValue, MAX_JSON } from './suspicion.ts';
import { isOwnDeed, targetSentence } from './target-sentence.ts';
import { mayBeNoun, type ToolPurpose, toolPurpose } from './tool-purpose.ts';
import { wasSoBefore } from './was-so-before.ts';

/** A text that states a failure is short; a longer one is a document, unless it is the trace of an exception. */
const MAX_SENTENCE_TEXT = 1500;
const MAX_BLOCKS = 50;
const SHORT = 160;
const SHORTER = 100;
/** Getters whose answer is one thing: "Subtitles are disabled for this video" is none. */
const SHORT_GETTER = /^(?:get|fetch|load|download|retrieve|read)(?![a-z])/i;
const IS_AWAY =
  /\b(?:is|are|was|were) (?:disabled|unavailable|not available|not supported|offline|unreachable)\b/i;

/**
 * Whether an `ok` result of a tool call likely reports that the call failed, wholly or in part; undefined if not.
 * Structure decides first: members such as `success: false`, and lists whose items failed. Then a short text in
 * the voice of a program that failed, weighed by what the tool is for and by what it was asked.
 * `params` are those of the call.
 */
export function hiddenFailureOf(
  result: JsonObject,
  params: unknown,
  suspicion = suspicionOf(result),
): HiddenFailure | undefined {
  if (suspicion === 'none') return undefined;
  const { structuredContent: structured, content } = result;
  const suspect = suspicion !== 'structure';
  const blocks = Array.isArray(content) ? content.slice(0, MAX_BLOCKS) : [];
  const texts = blocks.map((block) => stringAt(block, 'text'));
  const asked = new CallArguments(isJsonObject(params) ? params.arguments : undefined);
  const tool = stringAt(params, 'name') ?? '';
  const call = { tool, asked, purpose: purposeOf(tool, asked) };
  const isStated = suspicion !== 'text';
  const stated = isStated ? statedIn(structured, 'structuredContent', call) : undefined;
  if (stated !== undefined || statesSuccess(structured) || !suspect) return stated;
  const [text] = texts;
  if (texts.length === 1 && text !== undefined) return inText(text, 'content[0].text', call);
  return inBlocks(texts, call);
}

/** Which part of a result is worth a closer look. */
export type Suspicion = 'none' | 'text' | 'structure' | 'both';

/** What of an `ok` result may report a failure; a small part of the time of `hiddenFailureOf`. */
export function suspicionOf({ structuredContent: structured, content }: JsonObject): Suspicion {
  const suspect = Array.isArray(content) && hasSuspect(content);
  const isStated =
    isJsonObject(structured) &&
    !(isWrittenOut(content) && !suspect) &&
    !isTable(structured) &&
    isSuspectValue(structured);
  if (isStated) return suspect ? 'both' : 'structure';
  return suspect ? 'text' : 'none';
}

/** Structured content should stand in a text too, as JSON (server/tools.mdx, "Structured Content"). */
function isWrittenOut(content: unknown): boolean {
  const text = Array.isArray(content) && content.length === 1 ? stringAt(content[0], 'text') : undefined;
  return text?.startsWith('{') === true && text.endsWith('}');
}

function hasSuspect(content: readonly unknown[]): boolean {
  for (let index = 0; index < content.length && index < MAX_BLOCKS; index += 1) {
    const text = stringAt(content[index], 'text');
    if (text !== undefined && isSuspect(text)) return true;
  }
  return false;
}

/** Whoever reads a file passes on what others wrote; whoever reads a register or a sheet does not. */
function purposeOf(tool: string, asked: CallArguments): ToolPurpose {
  const purpose = toolPurpose(tool);
  if (asked.isTrial || TRIES.test(tool)) return 'check';
  // "pump" of one pump may ask how it is; "pump" of several, or with more to say, sets them going.
  if (purpose === 'action' && asked.isOneOrNone && mayBeNoun(tool)) return 'unknown';
  return purpose === 'unknown' && asked.nameAFile && /read|view|show|open|cat\b/i.test(tool)
    ? 'raw'
    : purpose;
}

/** Whether a text that stands for itself, such as that of a prompt, states a failure, and not one that it was given. */
export function statesFailure(text: string, params: unknown): boolean {
  if (!isSuspect(text) || failureSentence(text) === undefined) return false;
  const asked = new CallArguments(isJsonObject(params) ? params.arguments : undefined);
  return !asked.speakOfErrors && !asked.repeatedBy(text);
}

/** Several texts are one answer each, to as many questions, or one answer in parts, of which all must say it. */
function inBlocks(texts: readonly (string | undefined)[], call: FailureContext): HiddenFailure | undefined {
  if (texts.length === 0 || texts.includes(undefined)) return undefined;
  const isEach = call.asked.hasListOf(texts.length);
  const found = texts.map((text = '', at) => {
    const where = `content[${at}].text`;
    return inText(text, where, call) ?? (isEach ? underHeading(text, where) : undefined);
  });
  const bad = found.filter((one) => one !== undefined);
  const [first] = bad;
  if (first === undefined) return undefined;
  const { where, excerpt } = first.evidence;
  if (bad.length === texts.length) return failed(where, excerpt, `all ${texts.length} texts state a failure`);
  // What a command printed, and what it complains of, are two texts.
  if (runsCode(call.tool)) return first;
  // Beside a heading, one object says how the whole act went.
  if (call.purpose === 'action' && /^\s*\{/.test(texts[found.indexOf(first)] ?? '')) return first;
  if (!isEach) return undefined;
  return partlyFailed(where, excerpt, `${bad.length} of ${texts.length} texts state a failure`);
}

/** One of several answers, which says under its heading that there is none. */
function underHeading(text: string, where: string): HiddenFailure | undefined {
  const lines = text.trim().split('\n');
  const rest = lines.slice(1).join(' ').trim();
  const isShort = lines.length > 1 && rest.length < 160;
  if (
    lines.length === 1 &&
    /(?: [-–—]|:) (?:gave up|failed|error|could not|not found|timed out|unavailable)\b/i.test(text)
  )
    return failed(where, text, 'it states a failure of what it names');
  if (!isShort || (failureSentence(rest) === undefined && !NOT_THERE.test(rest))) return undefined;
  return failed(where, rest, 'under its heading it states a failure');
}

const NOT_THERE = /^\W*(?:not |could not|E[A-Z]{4,}\b|error\b|failed\b|no |unavailable|timed out|nicht )/i;

function inText(text: string, where: string, call: FailureContext): HiddenFailure | undefined {
  const start = text.trimStart();
  if (/^[{["]/.test(start) && start.length <= MAX_JSON) {
    const value = parseJson(start);
    if (typeof value === 'string') return inSentence(value, where, call);
    if (value !== undefined) return inJson(value, where, call);
    if (CUT_JSON.test(start) && call.purpose !== 'raw')
      return failed(where, text, 'it begins as JSON of an error');
  }
  return errorPage(text, where, call.purpose) ?? inSentence(text, where, call);
}

const CUT_JSON = /^\{\s*"(error|success|ok)"\s*:\s*("[^"]|false\b)/;

/** A file or a message may hold any JSON: what it states is not about the call. */
function inJson(value: unknown, where: string, call: FailureContext): HiddenFailure | undefined {
  if (call.purpose === 'raw' && call.asked.nameADocument) return undefined;
  return statedIn(value, where, call);
}

function statedIn(value: unknown, where: string, call: FailureContext): HiddenFailure | undefined {
  return runsCode(call.tool) ? failureOfRun(value, where, call) : statedFailure(value, where, call);
}

/** Tools that are given a state or a text to set down. */
const NAMES_STATES = /^(?:set|update|mark|change|move|create|add|rename|tag|log|record|label|edit)(?![a-z])/i;

function inSentence(text: string, where: string, call: FailureContext): HiddenFailure | undefined {
  const { asked } = call;
  if (text.length > MAX_JSON || isRepeated(text, asked) || /^(?:notice|note|info|hint):/i.test(text))
    return undefined;
  if (isDocument(text)) return undefined;
  if (passesOutputOn(call)) return failureOfOutput(text, where, call);
  if (isMembershipAnswer(text, call) || wasMadeUpFor(text, call) || hadNothingToDo(text, call))
    return undefined;
  const ownDeed = isOwnDeed(text, call.tool);
  const parts = inParts(text, where, call, ownDeed);
  if (parts !== undefined) return parts;
  const acts = call.purpose === 'action' || call.purpose === 'unknown';
  if (acts && wasSoBefore(text, call.tool)) return undefined;
  const sentence =
    ownFailureIn(text, call) ??
    failureSentence(NAMES_STATES.test(call.tool) ? asked.withoutBad(text) : text) ??
    targetSentence(text, call) ??
    undoneIn(text, call);
  if (sentence === undefined || ownDeed) return undefined;
  if (!counts(sentence.strength, text, call)) return undefined;
  return failed(where, text, sentence.why);
}

function inParts(
  text: string,
  where: string,
  call: FailureContext,
  ownDeed: boolean,
): HiddenFailure | undefined {
  const { purpose, asked } = call;
  if (purpose === 'check' || purpose === 'rewrite') return undefined;
  if (ownDeed) return failureOfNamed(text, where, call) ?? failureOfRest(text, where, call);
  return (
    failureOfSections(text, where, asked) ??
    (purpose === 'raw' ? undefined : failureOfParts(text, where, call))
  );
}

function isDocument(text: string): boolean {
  return text.length > MAX_SENTENCE_TEXT && !text.startsWith('Traceback (most recent call last)');
}

function isRepeated(text: string, asked: CallArguments): boolean {
  if (asked.repeatedBy(text)) return true;
  const number = /^\W{0,3}(?:error )?((?:ORA|PLS|TNS|SQL)-\d{4,5}|-?\d{3,5})\b/i.exec(text)?.[1];
  return number !== undefined && asked.includes(number);
}

const LINES: { readonly [Purpose in ToolPurpose]: number } = {
  action: 30,
  unknown: 30,
  lookup: 6,
  raw: 3,
  check: 2,
  rewrite: 4,
};

/** Whether so strong a sentence is about the call, for a tool of this purpose. */
function counts(strength: SentenceStrength, text: string, { purpose, asked, tool }: FailureContext): boolean {
  const lines = text.trim().split('\n').length;
  if (lines > LINES[purpose]) return false;
  if (strength === 'own') return true;
  const voice = strength === 'voice';
  switch (purpose) {
    case 'action':
      return true;
    case 'unknown':
      if (strength === 'plain' && (lines > 4 || text.length > 400)) return false;
      // The bare word may be the value that was asked for.
      return !/^\W*(error|failed|failure)\W*$/i.test(text) || /^\W*Error\W*$/.test(text);
    case 'lookup':
      // The heading of what was found.
      if (lines > 1 && /:\s*\n/.test(text)) return false;
      if (SHORT_GETTER.test(tool) && lines === 1 && text.length < SHORTER && IS_AWAY.test(text)) return true;
      if (lines === 1 && text.length < 200 && /^\W*error: /i.test(text) && !asked.speakOfErrors) return true;
      return voice || strength === 'machine' || asked.namedIn(text);
    case 'raw':
      return asked.namedIn(text) || SETS_UP.test(text) || (lines === 1 && HTTP_STATUS.test(text));
    case 'check':
      if (voice) return true;
      if (lines > 1) return false;
      return (asked.namedIn(text) && ON_IT.test(text)) || (TRIES.test(tool) && ERROR.test(text));
    case 'rewrite':
      if (SHORT_GETTER.test(tool) && lines === 1 && text.length < SHORTER && IS_AWAY.test(text)) return true;
      // What is made of a file, such as a transcript, is hardly a short sentence of this kind.
      if (asked.nameAFile && lines === 1 && text.length < SHORT && !asked.speakOfErrors && !SPOKEN.test(text))
        return strength !== 'plain' || BEGINS_BADLY.test(text) || asked.namedIn(text);
      return (voice || (strength === 'machine' && STEP.test(text))) && !asked.speakOfErrors;
  }
}

/** A tool that makes texts of all kinds speaks of itself if it names what it was doing. */
const STEP =
  /^\W*((error|exception|failure) (while |when |during |in )?\w+ing\b|(an? )?(\w+ )?(error|exception)( has)? occurred|(\S+ ){0,3}(failed to|unable to|could not|cannot)\b|[\w.]+(Error|Exception)\b)/i;

/** "Error processing scan-7: …", "Error: claim 7 not found", of the very thing that was asked about. */
const ON_IT =
  /^\W*(?:error|failure|exception)(?: (?:while |when )?\w+ing \S|: .*\b(?:not found|does not exist|no such|unknown)\b)/i;
const ERROR = /^\W*(?:error: |internal (?:server )?error\b)/i;

const BEGINS_BADLY =
  /^\W*(?:error|failed|could not|couldn['’]t|cannot|can['’]t|unable|no |not |invalid|unsupported)/i;

const SPOKEN = /\b(?:I|you|we|my|your)\b/;

const HTTP_STATUS = /^HTTP( error)? [45]\d\d\b/;

/** Tells the caller what to do before the tool can work: nobody else's text does. */
const SETS_UP =
  /\b(please )?(run|call|use|set|configure|provide|start) (the |your |a )?[`'"]?[\w-]+[`'"]?( (tool|command|environment variable|api key|token|flow))? ?(first|to (log ?in|sign in|authenticate|start))|environment variable|^not authenticated\b|^authentication required\b/i;
