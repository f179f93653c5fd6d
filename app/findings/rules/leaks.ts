import { isJsonObject, parseJson, stringAt, writtenOut } from '../../base/json-value.ts';
import { frameLine } from '../../frame/trace-frame.ts';
import { traceLines } from '../../frame/trace-lines.ts';
import { aboutText, errorTextOf, TRAIT } from '../error-text.ts';
import { type ErrorAnswer, TEXT_LIMIT, type ToolAnswer } from '../message.ts';
import { changed, withText } from '../repair.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import { rejectedArguments, wellFormedCall } from '../tool-call.ts';

/** SDKs that pass on pydantic's output. */
const PYDANTIC_SDKS = ['python-sdk-v1', 'python-sdk-v2', 'fastmcp-python'];

export const Q12: RuleCheck = {
  traits: TRAIT.dump,
  toolError(answer) {
    const dump = validatorDump(errorTextOf(answer));
    if (dump === null) return undefined;
    return verdict('model', dump, sdksOf(answer, dump));
  },
  error(answer, view) {
    const dump = validatorDump(errorTextOf(answer));
    if (dump === null) return undefined;
    const call = wellFormedCall(answer);
    // Something other than the call was rejected: a reworded text would blame the call.
    const isOther = call !== undefined && rejectedArguments(answer, call, view) === undefined;
    const found = verdict('users', dump, sdksOf(answer, dump));
    return isOther ? { ...found, after: '' } : found;
  },
};

type Author = Pick<Verdict, 'sdks' | 'side'>;

function verdict(reader: 'model' | 'users', dump: ValidatorDump, author: Author): Verdict {
  const { validator, issues } = dump;
  const [first] = issues;
  if (first === undefined) return { case: reader, values: { validator }, after: '', ...author };
  return {
    case: issues.length === 1 ? `${reader}.one` : `${reader}.several`,
    values: () => ({ validator, count: issues.length, first: JSON.stringify(issueLines([first])) }),
    after: () =>
      reader === 'model' ? withText(issueLines(issues)) : changed({ message: issueLines(issues) }),
    ...author,
  };
}

/** A tool's author may have written the argument check; only an SDK validates the request itself. */
function sdksOf(answer: ErrorAnswer | ToolAnswer, { validator }: ValidatorDump): Author {
  if (validator === 'pydantic') return { sdks: PYDANTIC_SDKS };
  const isOfAuthor = answer.method === 'tools/call' && wellFormedCall(answer) !== undefined;
  return isOfAuthor ? {} : { side: 'sdk' };
}

/** One fault that a validator found: its place and message. */
type Issue = { readonly place: string; readonly message: string };

/** A validator's raw output, and which validator wrote it. */
type ValidatorDump = { readonly validator: 'zod' | 'pydantic'; readonly issues: readonly Issue[] };

const MAX_ISSUES = 20;
const LONGEST = 200;

/** A validator's raw output within a text; null for none. */
export const validatorDump = aboutText((text): ValidatorDump | null => {
  if (text.includes('pydantic.dev')) return { validator: 'pydantic', issues: pydanticIssues(text) };
  const issues = zodIssues(text);
  return issues.length === 0 ? null : { validator: 'zod', issues };
});

function issueLines(issues: readonly Issue[]): string {
  return issues.map(({ place, message }) => (place === '' ? message : `${place}: ${message}`)).join('\n');
}

/** `1 validation error for …`, then pairs of lines: a place, and what is wrong with it. */
function pydanticIssues(text: string): Issue[] {
  const lines = text.slice(0, 20_000).split('\n');
  return lines.slice(0, 200).flatMap((line, index) => {
    const place = lines[index - 1] ?? '';
    const match = /^ {2}(\S.*?) \[type=/.exec(line);
    if (match?.[1] === undefined || !/^\S/.test(place)) return [];
    return [{ place: place.trim().slice(0, LONGEST), message: match[1].slice(0, LONGEST) }];
  });
}

/** A JSON list of issues, within the first 200 characters of the text. */
function zodIssues(text: string): Issue[] {
  if (!text.includes('[')) return [];
  const start = text.slice(0, 300).search(/\[\s*\{\s*"/);
  const end = text.lastIndexOf(']');
  if (start < 0 || start > 200 || end <= start) return [];
  const found = parseJson(text.slice(start, end + 1));
  if (!Array.isArray(found) || !found.every(isIssue)) return [];
  return found.slice(0, MAX_ISSUES).map(({ path, message }) => ({
    place: path.map(writtenOut).join('.').slice(0, LONGEST),
    message: message.slice(0, LONGEST),
  }));
}

function isIssue(issue: unknown): issue is { readonly path: readonly unknown[]; readonly message: string } {
  return (
    isJsonObject(issue) && 'code' in issue && Array.isArray(issue.path) && typeof issue.message === 'string'
  );
}

const RUNS_CODE = /^(code|script|source|command|cmd|expression|program|snippet|cell)$/i;

/** True for a call of a tool that runs the model's code: a trace may be its proper answer. */
export function runsCode(params: unknown): boolean {
  const given = isJsonObject(params) && isJsonObject(params.arguments) ? params.arguments : {};
  return Object.keys(given).some((name) => RUNS_CODE.test(name));
}

/** Reads the first 20,000 characters. */
export const Q13: RuleCheck = {
  traits: TRAIT.leak | TRAIT.data | TRAIT.suspect,
  toolError: ofTool,
  toolOk: (answer) => (IS_TRACE.test(answer.text) ? ofTool(answer) : undefined),
  error(answer) {
    const { data, message } = answer.error;
    const detail =
      typeof data === 'string' ? data : (stringAt(data, 'message') ?? stringAt(data, 'stack') ?? '');
    const inMessage = leakOf(errorTextOf(answer));
    const leak = inMessage ?? (detail === '' ? null : leakIn(`\n${detail}`.slice(0, TEXT_LIMIT)));
    const found = verdictOn(leak, answer.params);
    if (found === undefined) return undefined;
    const left = inMessage === null ? message : withoutTrace(message);
    const change = { message: left, ...(leak === inMessage ? {} : { data: undefined }) };
    return { ...found, ...(left === '' ? {} : { after: changed(change) }) };
  },
};

/** A text that is an exception from its first word; a log or report that a tool reads has more before it. */
const IS_TRACE = /^(?:[\w$]+\.)*[\w$]*(?:Exception|Error)\b[^\n]{0,500}\n\s+at [\w$.]+\(/;

function ofTool(answer: ToolAnswer): Verdict | undefined {
  const found = verdictOn(leakOf(errorTextOf(answer)), answer.params);
  if (found === undefined) return undefined;
  const left = withoutTrace(answer.text);
  return { ...found, ...(left === '' ? {} : { after: withText(left) }) };
}

function verdictOn(leak: Leak | null, params: unknown): Omit<Verdict, 'after'> | undefined {
  if (leak === null) return undefined;
  const given = isJsonObject(params) && isJsonObject(params.arguments) ? params.arguments : {};
  const path = leak.text.replace(/:\d+$/, '');
  const isAsked = Object.values(given).some((value) => typeof value === 'string' && value.includes(path));
  if (isAsked) return undefined;
  const shown = JSON.stringify(leak.text.slice(0, 120));
  if (leak.kind === 'place') return { case: 'place', values: { shown } };
  if (runsCode(params)) return { case: 'runs-code', values: { shown } };
  return { case: 'trace', values: { shown } };
}

/** Internals that a text reveals: stack frames, or a place in a local file. */
type Leak = { readonly kind: 'trace' | 'place'; readonly text: string };

/** What surrounds frames, for a text without a complete one. */
const AROUND_FRAMES =
  /Traceback \(most recent call last\):[ \t]*\n|\nCaused by: [\w.$]{1,200}(?:Exception|Error)\b|\ngoroutine \d+ \[|\n[ \t]+\d+: 0x[0-9a-f]+ - /;
const PLACE = /(?:\/home\/|\/Users\/|\b[A-Z]:\\)[^\s:"']{1,300}:\d+/;

/** The first frame or place in a text; null for none. */
export function leakIn(text: string): Leak | null {
  // Both contain a colon, and most texts do not.
  if (!text.includes(':')) return null;
  const frame = frameIn(text) ?? AROUND_FRAMES.exec(text)?.[0];
  if (frame !== undefined) return { kind: 'trace', text: frame.trim() };
  const place = PLACE.exec(text)?.[0];
  return place === undefined ? null : { kind: 'place', text: place };
}

function frameIn(text: string): string | undefined {
  const lines = traceLines(text.split('\n'));
  const isFrame = ({ text: line }: { readonly text: string }, at: number) => {
    const found = frameLine(line, '');
    // A single line may be a sentence.
    return found !== undefined && found.frame.file !== '' && (at > 0 || found.innermostLast);
  };
  return lines.find(isFrame)?.text;
}

/** {@link leakIn} for a text that servers repeat. */
export const leakOf = aboutText(leakIn);

/** The text before its first frame; empty if it starts with one. */
export function withoutTrace(text: string): string {
  const lines = text.slice(0, 2000).split('\n');
  const isSentence = (line: string) =>
    line.trim() !== '' && !/^\s*(at |File "|Traceback|goroutine )/.test(line) && leakIn(line) === null;
  return lines.find(isSentence)?.trim() ?? '';
}
