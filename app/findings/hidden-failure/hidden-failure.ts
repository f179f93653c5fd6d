import { isJsonObject, type JsonObject, jsonText, parseJson, stringAt } from '../../base/json-value.ts';
import { WordScan } from '../../base/word-scan.ts';
import { listOf, pattern } from './lexicon.ts';
import { signalsOfObject, signalsOfPage, signalsOfText } from './lines.ts';
import { failure, failureOfSome, found, type HiddenFailure, scored } from './scorer.ts';
import { failureSentence } from './statements.ts';
import { failureOfItems, failureOfLines, failureOfNamed } from './things.ts';
import { ToolCall } from './tool-call.ts';

/** A text that states a failure is short; a longer one is a document, unless it is an exception's trace. */
const MAX_SENTENCE_TEXT = 1500;
const MAX_BLOCKS = 50;
/** In larger objects, members are data, and none says how a call went. */
const MAX_MEMBERS = 1000;
const CUT_JSON = /^\{\s*"(error|success|ok)"\s*:\s*("[^"]|false\b)/;

/** The part of a result that needs a closer look. */
export type Suspicion = 'none' | 'text' | 'structure' | 'both';

/** Whether an `ok` result probably reports a failed call, by signals.json and rules.json; undefined if not. */
export function hiddenFailureOf(
  result: JsonObject,
  params: unknown,
  suspicion = suspicionOf(result),
): HiddenFailure | undefined {
  if (suspicion === 'none') return undefined;
  const { structuredContent: structured, content } = result;
  const call = new ToolCall(params);
  const stated = suspicion === 'text' ? undefined : inJson(structured, 'structuredContent', call);
  const saysOk = isJsonObject(structured) && (structured.success === true || structured.ok === true);
  if (stated !== undefined || saysOk || suspicion === 'structure') return stated;
  const blocks = Array.isArray(content) ? content.slice(0, MAX_BLOCKS) : [];
  const texts = blocks.map((block) => stringAt(block, 'text'));
  const [text] = texts;
  if (texts.length === 1 && text !== undefined) return inText(text, 'content[0].text', call);
  return inBlocks(texts, call);
}

/** The part of an `ok` result that may report a failure; costs a fraction of `hiddenFailureOf`. */
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

/** Structured content should also be given as JSON text (server/tools.mdx, "Structured Content"). */
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

function isTable(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length > MAX_MEMBERS;
}

/** True if a standalone text, such as a prompt's, states a failure of its own and not one from its input. */
export function statesFailure(text: string, params: unknown): boolean {
  if (!isSuspect(text) || failureSentence(text) === undefined) return false;
  const call = new ToolCall(params);
  return !call.speaksOfErrors && !call.isRepeatedBy(text);
}

/** Several texts answer as many questions, or form one answer whose parts must all state the failure. */
function inBlocks(texts: readonly (string | undefined)[], call: ToolCall): HiddenFailure | undefined {
  if (texts.length === 0 || texts.includes(undefined)) return undefined;
  const isEach = call.hasListOf(texts.length);
  const all = texts.map((text = '', at) => {
    const where = `content[${at}].text`;
    return inText(text, where, call) ?? (isEach ? underHeading(text, where) : undefined);
  });
  const bad = all.filter((one) => one !== undefined);
  const [first] = bad;
  if (first === undefined) return undefined;
  // A command's output and its complaints are two texts; next to a heading, one object sums up all.
  const isObject = /^\s*\{/.test(texts[all.indexOf(first)] ?? '');
  const isSome = bad.length < texts.length;
  if (isSome && (runsCode(call) || (call.purpose === 'action' && isObject))) return first;
  const { where, excerpt } = first.evidence;
  if (isSome && !isEach) return undefined;
  return failureOfSome(bad.length, texts.length, 'texts state a failure', where, excerpt);
}

const OUTCOME_BEHIND = /(?: [-–—]|:) (?:gave up|failed|error|could not|not found|timed out|unavailable)\b/i;
const NOT_THERE = /^\W*(?:not |could not|E[A-Z]{4,}\b|error\b|failed\b|no |unavailable|timed out|nicht )/i;
const MAX_ANSWER = 160;

/** One of several answers, with a heading followed by a statement that there is none. */
function underHeading(text: string, where: string): HiddenFailure | undefined {
  const [heading = '', ...lines] = text.trim().split('\n');
  const rest = lines.join(' ').trim();
  const isBad =
    rest === '' ? OUTCOME_BEHIND.test(heading) : failureSentence(rest) !== undefined || NOT_THERE.test(rest);
  if (!isBad || rest.length > MAX_ANSWER) return undefined;
  return failure('failure', where, rest === '' ? heading : rest, 'under its heading it states a failure');
}

/** Answers separated by rules, one per requested thing, all or some of which are errors. */
function inSections(text: string, where: string, call: ToolCall): HiddenFailure | undefined {
  const parts = text.split(/\n-{3,}\n/).map((part) => part.trim());
  const bad = parts.filter((part) => !part.includes('\n') && OUTCOME_BEHIND.test(part));
  if (parts.length < 2 || !call.hasListOf(parts.length)) return undefined;
  return failureOfSome(bad.length, parts.length, 'parts are errors', where, bad[0] ?? '');
}

function inText(text: string, where: string, call: ToolCall): HiddenFailure | undefined {
  if (text.length > MAX_JSON) return undefined;
  const start = text.trimStart();
  if (/^[{["]/.test(start)) {
    const value = parseJson(start);
    if (typeof value === 'string') return inSentence(value, where, call);
    // A file or message may contain any JSON, so its statements do not concern the call.
    const isOthers = call.purpose === 'raw' && call.namesDocument;
    if (value !== undefined) return isOthers ? undefined : inJson(value, where, call);
    if (CUT_JSON.test(start) && call.purpose !== 'raw')
      return failure('failure', where, text, 'it begins as JSON of an error');
  }
  const page = scored('page', signalsOfPage(text, call));
  return page === undefined ? inSentence(text, where, call) : found(page, where, start);
}

function inJson(value: unknown, where: string, call: ToolCall): HiddenFailure | undefined {
  if (isTable(value) || typeof value !== 'object' || value === null) return undefined;
  if (runsCode(call)) return isJsonObject(value) ? failureOfRun(value, where, call) : undefined;
  const named = call.purpose === 'check' ? undefined : failureOfNamed(value, where, call);
  if (named !== undefined) return named;
  if (!isJsonObject(value)) return failureOfItems(value, where, call);
  const signals = signalsOfObject(value, call);
  const act = scored('flags', signals) ?? scored('act', signals);
  const items = act === undefined ? failureOfItems(value, where, call) : undefined;
  if (items !== undefined) return items;
  const best = act ?? scored('counts', signals) ?? scored('object', signals) ?? scored('run', signals);
  return best === undefined ? undefined : found(best, where, jsonText(value));
}

function inSentence(text: string, where: string, call: ToolCall): HiddenFailure | undefined {
  if (text.length > MAX_SENTENCE_TEXT && !text.startsWith('Traceback (most recent call last)'))
    return undefined;
  if (passesOutputOn(call)) return failureOfOutput(text, where, call);
  const signals = signalsOfText(text, call);
  if (scored('vetoes', signals) !== undefined) return undefined;
  const parts = inSections(text, where, call) ?? inThings(text, where, call);
  if (parts !== undefined) return parts;
  const best = scored('parts', signals) ?? scored('text', signals);
  return best === undefined ? undefined : found(best, where, text);
}

function inThings(text: string, where: string, call: ToolCall): HiddenFailure | undefined {
  if (/^(?:check|rewrite|raw)$/.test(call.purpose)) return undefined;
  return failureOfNamed(text, where, call) ?? failureOfLines(text, where, call);
}

/** JSON texts up to this many characters are parsed. */
const MAX_JSON = 20_000;
/** Statements about a call are at the start of a text. */
const SMALL = 600;
/** Sections and signs may be further down. */
const MORE = 3000;
const MAX_VALUES = 60;
const DEEPEST = 4;

const SUSPECT = 1;
const DIGITS = 2;
/** Nearly all texts contain none of these words; non-ASCII characters may be a sign or another language. */
const words = new WordScan(
  [
    { bits: SUSPECT, at: 'start', words: listOf('suspect_stems').map((stem) => stem.replaceAll('_', ' ')) },
    // Also within words, and the signs around or above failures.
    { bits: SUSPECT, at: 'anywhere', words: ['rror', 'xcept', 'fail', '***', '\n---', '[x]'] },
    { bits: DIGITS, at: 'start', words: ['4', '5'] },
  ],
  SUSPECT,
);
/** Names of members that describe a failure, or how something went. */
const NAME = pattern('{suspect_name}');
/** HTTP error numbers, and the places where they mean a status. */
const NUMBER = /\b[45]\d\d\b/;
const STATUS = pattern('{suspect_status}');
/** Signs of failure in JSON; members that deny a failure do not count. */
const JSON_SAYS = pattern('{suspect_json}');
const SHORT_JSON_SAYS = pattern('{suspect_short_json}');
const JSON_START = /^\s*[{["]/;
const JSON_WORDS = ['rror', 'ail', 'false', 'xcept', 'FAIL', 'ERR', 'artial', 'eject'];

/** False for nearly all texts without a failure, at a fraction of the cost of reading them. */
function isSuspect(text: string): boolean {
  const isJson = JSON_START.test(text);
  if (isJson && text.length > SMALL && text.length <= MAX_JSON) {
    // A long list is the requested data unless it contains one of these: cheaper than the pattern.
    return JSON_WORDS.some((word) => text.includes(word)) && JSON_SAYS.test(text);
  }
  const found = words.find(text, SMALL, SUSPECT);
  if ((found & SUSPECT) !== 0) return true;
  if (isJson && SHORT_JSON_SAYS.test(text.slice(0, SMALL))) return true;
  if ((found & DIGITS) !== 0 && NUMBER.test(text) && STATUS.test(text.slice(0, SMALL))) return true;
  if (text.length <= SMALL) return false;
  const more = text.slice(0, MORE);
  return more.includes('\n---') || /[❌✗✘]/u.test(more);
}

/** {@link isSuspect} for a JSON value: false and empty values may mean a failure; large or deep ones are suspect. */
function isSuspectValue(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value === '' || isSuspect(value);
  if (typeof value === 'number') return value === 0;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value) && depth < DEEPEST)
    return (
      value.length === 0 || value.length > MAX_VALUES || value.some((item) => isSuspectValue(item, depth + 1))
    );
  if (!isJsonObject(value) || depth === DEEPEST) return true;
  let count = 0;
  for (const name in value) {
    count += 1;
    if (count > MAX_VALUES || NAME.test(name) || isSuspectValue(value[name], depth + 1)) return true;
  }
  return count === 0;
}

/** Tools that run a program of the caller's, which may print anything. */
const RUNS_CODE = pattern('^{code_alone}$|\\b(?:exec|eval)$|^(?=.*\\b{code}\\b).*\\b{runs}\\b');
const RUNS_QUERY = pattern('^(?=.*\\b(?:sql|query|cypher)\\b).*\\b{runs}\\b');
const STATEMENT = pattern('{statement}');
/** Programs that pass on other people's text, including any mention of failures. */
const PASSES_ON = pattern('{passes_on}');
const GOES_ON = pattern('{goes_on}');
/** What the shell, or the tool around it, reports about the command itself. */
const OF_COMMAND = pattern('{of_command}');
const OF_SHELL = pattern('{of_shell}');
/** A complaint from a program that the command names: "cp: cannot stat …". */
const COMPLAINS = pattern('^([\\w.+-]+): (?:(?:line )?\\d+: )?(?:.*: )?{complaint}');
const FAILED_STEP = /^([\w.-]+) failed(?:[:.]|$)/i;
const OF_GIT = /^(?:fatal|error): \S|^CONFLICT \(|^Automatic merge failed/;
/** Log lines and search hits. */
const LOGGED = /^\W*\d|^[^\s:]+:\d+:|^\S+\[\d+\]|^\[/;
const OF_QUERY = pattern('\\b{of_query}\\b|^(?:\\w+ )?(?:error|fatal)\\b');
const CONTINUES = /^\s|^(?:LINE|HINT|DETAIL|POSITION|CONTEXT|SQLSTATE)\b/;
const WHY = 'the command says that it failed';

/** True if the tool runs a program of the caller's, whose output may state any failure. */
function runsCode(call: ToolCall): boolean {
  return RUNS_CODE.test(call.name);
}

/** True if the tool's answer is the output of a command, code or query of the caller's. */
function passesOutputOn(call: ToolCall): boolean {
  return runsCode(call) || (RUNS_QUERY.test(call.name) && call.texts.some((text) => STATEMENT.test(text)));
}

/** A command's or query's own failure; the output around it may be anyone's document. */
function failureOfOutput(text: string, where: string, call: ToolCall): HiddenFailure | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || call.isRepeatedBy(trimmed)) return undefined;
  const said = runsCode(call) ? ofCommand(trimmed, call) : ofQuery(trimmed);
  return said === undefined ? undefined : failure('failure', where, said, WHY);
}

/** A failed run that a tool reports as JSON: by exit code, or because it did not start. */
function failureOfRun(value: JsonObject, where: string, call: ToolCall): HiddenFailure | undefined {
  const byCode = scored('run', signalsOfObject(value, call));
  if (byCode !== undefined) return found(byCode, where, jsonText(value));
  const { error, message, stderr } = value;
  const said = [error, message, stderr].find((one) => typeof one === 'string' && one !== '');
  if (typeof said !== 'string' || call.texts.some((text) => PASSES_ON.test(text))) return undefined;
  return ofCommand(said.trim(), call) === undefined ? undefined : failure('failure', where, said, WHY);
}

function ofCommand(text: string, { texts }: ToolCall): string | undefined {
  if (texts.some((given) => GOES_ON.test(given))) return undefined;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const ends = [first, lines.at(-1) ?? ''];
  const named = ends.find((line) => {
    const program = (COMPLAINS.exec(line) ?? FAILED_STEP.exec(line))?.[1];
    return program !== undefined && texts.some((given) => given.split(/[^\w.+-]+/).includes(program));
  });
  if (named !== undefined) return named;
  if (texts.some((given) => PASSES_ON.test(given)))
    return lines.length === 1 && OF_SHELL.test(first) ? first : undefined;
  if (texts.some((given) => /^\s*git /.test(given)))
    return lines.slice(0, 3).find((line) => OF_GIT.test(line));
  return ends.find((line) => !LOGGED.test(line) && OF_COMMAND.test(line)) ?? thrownIn(lines);
}

/** An uncaught exception is the last thing that a program prints. */
function thrownIn(lines: readonly string[]): string | undefined {
  const [first = ''] = lines;
  const last = lines.at(-1) ?? '';
  if (lines.some((line) => line.startsWith('Traceback (most recent call last)')))
    return /^[\w.]*(?:Error|Exception|Interrupt|Exit)\b/.test(last) ? last : undefined;
  if (/^Node\.js v\d/.test(last)) return lines.find((line) => /^\w*Error\b/.test(line));
  if (lines.length > 3 || LOGGED.test(first)) return undefined;
  return isOfProgram(first) ? first : undefined;
}

/** A query's rows may say anything; its error is one sentence, with at most a place or a hint. */
function ofQuery(text: string): string | undefined {
  const [first = '', ...more] = text.split('\n');
  if (!more.every((line) => CONTINUES.test(line)) || failureSentence(first) === undefined) return undefined;
  return isOfProgram(first) || OF_QUERY.test(first) ? first : undefined;
}

function isOfProgram(line: string): boolean {
  const strength = failureSentence(line)?.strength;
  return strength !== undefined && strength !== 'plain';
}
