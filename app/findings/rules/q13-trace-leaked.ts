import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { errorTextOf } from '../error-text.ts';
import { TEXT_LIMIT } from '../message.ts';
import { changed, withText } from '../repair.ts';
import { qualityRule, type Verdict } from '../rule.ts';
import { type Leak, leakIn, leakOf, withoutTrace } from '../stack-trace.ts';
import { TRAIT } from '../trait.ts';

/** Such a tool runs what the model wrote, and a trace may be its very answer. */
const RUNS_CODE = /^(code|script|source|command|cmd|expression|program|snippet|cell)$/i;

/** Looks at the first 20,000 characters. */
export const rule = qualityRule({
  title: 'A stack trace or a local path was leaked',
  source: 'MCP 2025-11-25, server/tools.mdx, "Security Considerations"; seen in the Java SDK 2.0 (data)',
  severity: 'violation',
  traits: TRAIT.leak | TRAIT.data,
  toolError(answer) {
    const found = verdictOn(leakOf(errorTextOf(answer)), answer.params);
    if (found === undefined) return undefined;
    const left = withoutTrace(answer.text);
    return { ...found, ...(left === '' ? {} : { after: withText(left) }) };
  },
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
});

function verdictOn(leak: Leak | null, params: unknown): Omit<Verdict, 'after'> | undefined {
  if (leak === null) return undefined;
  const given = isJsonObject(params) && isJsonObject(params.arguments) ? params.arguments : {};
  const path = leak.text.replace(/:\d+$/, '');
  const isAsked = Object.values(given).some((value) => typeof value === 'string' && value.includes(path));
  if (isAsked) return undefined;
  const shown = JSON.stringify(leak.text.slice(0, 120));
  if (leak.kind === 'place') {
    return {
      severity: 'advice',
      explanation: `The error names a file of the machine that the server runs on (${shown}).`,
      todo: 'The server should log such detail on stderr and answer with a short sentence.',
    };
  }
  const runsCode = Object.keys(given).some((name) => RUNS_CODE.test(name));
  if (runsCode) {
    return {
      severity: 'advice',
      certainty: 'likely',
      explanation: `The error shows a stack trace (${shown}), and this tool seems to run code, so the trace may be its answer.`,
      todo: "If the trace is the server's own, its author should log it on stderr instead.",
    };
  }
  return {
    explanation: `The error shows a stack trace of the server (${shown}) to whoever the host passes it on to.`,
    todo: 'The server must log such detail on stderr and answer with a short sentence.',
  };
}
