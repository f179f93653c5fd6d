import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { frameLine } from '../../frame/trace-frame.ts';
import { traceLines } from '../../frame/trace-lines.ts';
import { aboutText, errorTextOf, TRAIT } from '../error-text.ts';
import { TEXT_LIMIT, type ToolAnswer } from '../message.ts';
import { changed, withText } from '../repair.ts';
import type { RuleCheck, Verdict } from '../rule.ts';

const RUNS_CODE = /^(code|script|source|command|cmd|expression|program|snippet|cell)$/i;

/** True for a call of a tool that runs the model's code: a trace may be its proper answer. */
export function runsCode(params: unknown): boolean {
  const given = isJsonObject(params) && isJsonObject(params.arguments) ? params.arguments : {};
  return Object.keys(given).some((name) => RUNS_CODE.test(name));
}

/** Reads the first 20,000 characters. */
export const rule: RuleCheck = {
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
