import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { aboutText, errorTextOf } from '../error-text.ts';
import { TEXT_LIMIT } from '../message.ts';
import type { Rule, Verdict } from '../rule.ts';
import { errorWith, toolErrorText } from '../wire-excerpt.ts';

const TRACE =
  /\n[ \t]+at [^\n]{1,300}:\d+:\d+|Traceback \(most recent call last\)|Caused by: |(?:\/home\/|\/Users\/|\b[A-Z]:\\)[^\s:]{1,300}:\d+/;
/** Such a tool runs what the model wrote, and a trace may be its very answer. */
const RUNS_CODE = /^(code|script|source|command|cmd|expression|program|snippet|cell)$/i;

/** Looks at the first 20,000 characters. */
export const traceLeaked: Rule = {
  id: 'Q13',
  name: 'trace-leaked',
  title: 'A stack trace or a local path was leaked',
  source: 'MCP 2025-11-25, server/tools.mdx, "Security Considerations"; seen in the Java SDK 2.0 (data)',
  severity: 'violation',
  checks: {
    toolError(answer) {
      const found = leakOf(traceShown(errorTextOf(answer)), answer.params);
      if (found === undefined) return undefined;
      return {
        ...found,
        after: toolErrorText(withoutTrace(answer.text)),
      };
    },
    error(answer) {
      const { data, message } = answer.error;
      const detail =
        typeof data === 'string' ? data : (stringAt(data, 'message') ?? stringAt(data, 'stack') ?? '');
      const trace =
        detail === ''
          ? traceShown(errorTextOf(answer))
          : traceIn(`${answer.text}\n${detail}`.slice(0, TEXT_LIMIT));
      const found = leakOf(trace, answer.params);
      if (found === undefined) return undefined;
      return {
        ...found,
        after: errorWith(answer, { message: withoutTrace(message), data: undefined }),
      };
    },
  },
};

const traceShown = aboutText(traceIn);

/** The first trace or place in a file; null for none. */
function traceIn(text: string): string | null {
  // None comes without one of these, and most texts have neither.
  if (!text.includes(':') && !text.includes('Traceback')) return null;
  return TRACE.exec(text)?.[0] ?? null;
}

function leakOf(
  match: string | null,
  params: unknown,
): Pick<Verdict, 'explanation' | 'todo' | 'severity'> | undefined {
  if (match === null) return undefined;
  const given = isJsonObject(params) && isJsonObject(params.arguments) ? params.arguments : {};
  const path = match.replace(/:\d+$/, '');
  const asked = Object.values(given).some((value) => typeof value === 'string' && value.includes(path));
  if (asked) return undefined;
  if (Object.keys(given).some((name) => RUNS_CODE.test(name))) {
    return {
      severity: 'advice',
      explanation: 'The error shows a stack trace, or a path of the machine that the server runs on.',
      todo: "This tool seems to run code, so the trace may be its answer; if it is the server's own, its author should log it on stderr instead.",
    };
  }
  return {
    explanation:
      'The error shows a stack trace, or a path of the machine that the server runs on, to the model or to whoever reads the host.',
    todo: 'The server must log such detail on stderr and answer with a short sentence.',
  };
}

function withoutTrace(text: string): string {
  const line = text.slice(0, 300).split('\n', 1)[0] ?? '';
  return TRACE.test(line) || line.startsWith('Traceback') ? 'What failed, and what to change' : line;
}
