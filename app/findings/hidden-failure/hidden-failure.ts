import { isJsonObject, type JsonObject, parseJson, stringAt } from '../../base/json-value.ts';
import { CallArguments, type FailureContext } from './call-arguments.ts';
import { errorPage } from './error-page.ts';
import { failed, type HiddenFailure, partlyFailed } from './evidence.ts';
import { failureSentence } from './failure-sentence.ts';
import { failureOfParts, failureOfSections } from './partial-text.ts';
import type { SentenceStrength } from './sentence-row.ts';
import { statedFailure, statesSuccess } from './stated-members.ts';
import { isSuspect, MAX_JSON } from './suspicion.ts';
import { isOwnDeed, targetSentence } from './target-sentence.ts';
import { type ToolPurpose, toolPurpose } from './tool-purpose.ts';

/** A text that states a failure is short; a longer one is a document, unless it is the trace of an exception. */
const MAX_SENTENCE_TEXT = 1500;
const MAX_BLOCKS = 50;
const READ = 3000;
const PARTS =
  /fail|error|reject|could ?n|cannot|partial|skip|unable|missing|invalid|corrupt|[\u0080-\uffff]/i;

/**
 * Whether an `ok` result of a tool call likely reports that the call failed, wholly or in part; undefined if not.
 * Structure decides first: members such as `success: false`, and lists whose items failed. Then a short text in
 * the voice of a program that failed, weighed by what the tool is for and by what it was asked.
 * `params` are those of the call.
 */
export function hiddenFailureOf(result: JsonObject, params: unknown): HiddenFailure | undefined {
  const { structuredContent: structured, content } = result;
  const suspect = Array.isArray(content) && hasSuspect(content);
  if (!suspect && !isJsonObject(structured)) return undefined;
  const blocks = Array.isArray(content) ? content.slice(0, MAX_BLOCKS) : [];
  const texts = blocks.map((block) => stringAt(block, 'text'));
  const asked = new CallArguments(isJsonObject(params) ? params.arguments : undefined);
  const tool = stringAt(params, 'name') ?? '';
  const call = { tool, asked, purpose: purposeOf(tool, asked) };
  const stated = isJsonObject(structured) ? statedFailure(structured, 'structuredContent', call) : undefined;
  if (stated !== undefined || statesSuccess(structured) || !suspect) return stated;
  const [text] = texts;
  if (texts.length === 1 && text !== undefined) return inText(text, 'content[0].text', call);
  return inBlocks(texts, call);
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
  const found = texts.map((text, at) => inText(text ?? '', `content[${at}].text`, call));
  const bad = found.filter((one) => one !== undefined);
  const [first] = bad;
  if (first === undefined) return undefined;
  const { where, excerpt } = first.evidence;
  if (bad.length === texts.length) return failed(where, excerpt, `all ${texts.length} texts state a failure`);
  if (!call.asked.hasListOf(texts.length)) return undefined;
  return partlyFailed(where, excerpt, `${bad.length} of ${texts.length} texts state a failure`);
}

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
  return call.purpose === 'raw' && call.asked.nameADocument ? undefined : statedFailure(value, where, call);
}

function inSentence(text: string, where: string, call: FailureContext): HiddenFailure | undefined {
  const { asked } = call;
  const ownDeed = isOwnDeed(text, call.tool);
  const parts = isDocument(text) || ownDeed ? undefined : inParts(text, where, call);
  if (parts !== undefined) return parts;
  if (isDocument(text)) return undefined;
  const sentence = failureSentence(text) ?? targetSentence(text, call);
  if (sentence === undefined || isRepeated(text, asked) || (sentence.strength === 'plain' && ownDeed))
    return undefined;
  if (!counts(sentence.strength, text, call)) return undefined;
  return failed(where, text, sentence.why);
}

function inParts(text: string, where: string, { purpose, asked }: FailureContext): HiddenFailure | undefined {
  if (purpose === 'check' || purpose === 'rewrite' || !PARTS.test(text.slice(0, READ))) return undefined;
  return (
    failureOfSections(text, where, asked) ??
    (purpose === 'raw' ? undefined : failureOfParts(text, where, asked))
  );
}

function isDocument(text: string): boolean {
  return text.length > MAX_SENTENCE_TEXT && !text.startsWith('Traceback (most recent call last)');
}

function isRepeated(text: string, asked: CallArguments): boolean {
  if (asked.repeatedBy(text)) return true;
  const number = /^\W{0,3}(?:error )?(-?\d{3,5})\b/i.exec(text)?.[1];
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
function counts(strength: SentenceStrength, text: string, { purpose, asked }: FailureContext): boolean {
  const lines = text.trim().split('\n').length;
  if (lines > LINES[purpose]) return false;
  const voice = strength === 'voice';
  switch (purpose) {
    case 'action':
      return true;
    case 'unknown':
      if (strength === 'plain' && (lines > 4 || text.length > 400)) return false;
      // The bare word may be the value that was asked for.
      return !/^\W*(error|failed|failure)\W*$/i.test(text) || /^\W*Error\W*$/.test(text);
    case 'lookup':
      if (lines === 1 && text.length < 200 && /^\W*error: /i.test(text) && !asked.speakOfErrors) return true;
      return voice || strength === 'machine' || asked.namedIn(text);
    case 'raw':
      return asked.namedIn(text) || SETS_UP.test(text) || (lines === 1 && HTTP_STATUS.test(text));
    case 'check':
      return voice;
    case 'rewrite':
      return (voice || (strength === 'machine' && STEP.test(text))) && !asked.speakOfErrors;
  }
}

/** A tool that makes texts of all kinds speaks of itself if it names what it was doing. */
const STEP =
  /^\W*((error|exception|failure) (while |when |during |in )?\w+ing\b|(an? )?(\w+ )?(error|exception)( has)? occurred|(\S+ ){0,3}(failed to|unable to|could not|cannot)\b|[\w.]+(Error|Exception)\b)/i;

const HTTP_STATUS = /^HTTP( error)? [45]\d\d\b/;

/** Tells the caller what to do before the tool can work: nobody else's text does. */
const SETS_UP =
  /\b(please )?(run|call|use|set|configure|provide|start) (the |your |a )?[`'"]?[\w-]+[`'"]?( (tool|command|environment variable|api key|token|flow))? ?(first|to (log ?in|sign in|authenticate|start))|environment variable|^not authenticated\b|^authentication required\b/i;
