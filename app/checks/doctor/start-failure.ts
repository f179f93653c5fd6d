import { missingVariable, setVariable } from '../../codes/process-entry.ts';
import { stepOf } from '../../explain/explanation.ts';
import type { ProcessEnd } from '../../explain/failure.ts';
import { quoteOf, readFinalStderr, stderrText, withStderr } from '../../explain/final-stderr.ts';
import { outOfMemory } from '../../explain/phrases.ts';
import { explainEnd } from '../../explain/process-causes.ts';
import { servesHttp } from '../../explain/start-cause.ts';
import { stepText } from '../../protocol/actor.ts';
import { refusesModes } from '../../protocol/negotiation.ts';
import { endedBy } from '../../session/process-event.ts';
import { hasLspHeader } from '../../wire/envelope.ts';

/** Why a session failed and what the user can do, shown next to the sentence on how it ended. */
export type SessionFailure = {
  readonly wasReady: boolean;
  /** The one line that says why, as the server wrote it; empty for none. */
  readonly cause: string;
  /** What to do, in whole sentences. Empty if `ending` already says it. */
  readonly todo: string;
  /** The missing environment variable that the cause names; empty if it names none. */
  readonly variable: string;
  /** The events before it, in whole sentences; empty for none. */
  readonly detail: string;
  /** The record that shows it; without it, the last one of a failed tier. */
  readonly seq?: number;
};

export type StrayLines = { readonly count: number; readonly first: string };

/** How a process ended by itself. `code` and `signal` as reported by Node. */
type EndOfProcess = {
  readonly code: number | null;
  readonly signal: string | null;
  /** Its stderr lines after its last answer, without colors, oldest first. */
  readonly stderr: readonly string[];
  /** A fault in the command itself, if it ended before the handshake was complete. */
  readonly commandFault?: ProcessEnd['commandFault'];
};

type Reason = Pick<SessionFailure, 'cause' | 'todo' | 'variable'>;

export const UNEXPLAINED: Omit<SessionFailure, 'wasReady'> = {
  cause: '',
  todo: '',
  variable: '',
  detail: '',
};

/** The tab's text for an end that this app caused: the later exit of the process adds nothing. */
export const ENDED_HERE = {
  defect: 'defect of Tierscope',
  refused: 'refused',
  silent: 'no answer',
} as const;

/** What to do about a server that prints to stdout. */
export const PRINTS_TO_STDOUT =
  'stdout belongs to the protocol. Log to stderr: console.error instead of console.log, file=sys.stderr for print. If it prints by design, it may need an argument such as "stdio", or may not be an MCP server.';

/** How a process ended before its stdin was closed, and why: the same as in Explain, in parts. */
export function reasonOfExit({ code, signal, stderr, commandFault }: EndOfProcess): Reason & {
  /** Further text for the sentence about the end, with a leading space; empty for none. */
  readonly more: string;
  readonly end: ProcessEnd;
} {
  const by = endedBy({ exitCode: code, signal }, false);
  const end = { event: 'exited', exitCode: code, signal, by, commandFault } as const;
  if (by === 'outside') {
    const hint = outOfMemory(end);
    return { cause: '', todo: '', variable: '', more: hint === undefined ? '' : ` ${hint}`, end };
  }
  const words = readFinalStderr(stderr);
  const { isReason } = quoteOf(words);
  return {
    cause: isReason ? (words.line ?? '') : '',
    todo: stepText(withStderr(explainEnd(end), words, '')),
    variable: words.cause?.variable ?? '',
    more: isReason ? '' : stderrText({ line: words.line, isReason }),
    end,
  };
}

/** Why a server rejected the handshake, by its error. */
export function reasonOfRefusal(codeText: string, message: string): Reason {
  const variable = missingVariable(message) ?? '';
  const todo = refusesModes(message)
    ? stepText(stepOf('elicitation-modes-refused'))
    : codeText === '-32022'
      ? stepOf('revision-not-served').action
      : variable === ''
        ? 'Fix what the message names. If it names nothing, its author must fix the server: a handshake needs no setup.'
        : setVariable(variable);
  return { cause: `${codeText} ${message}`.trim(), todo, variable };
}

/** How far a server got that gave no answer. */
type Silence = {
  readonly stray: StrayLines | null;
  readonly stderr: readonly string[];
  readonly hasAnswered: boolean;
};

/** Why no answer came: stray lines on stdout, or the last lines on stderr. */
export function reasonOfSilence({ stray, stderr, hasAnswered }: Silence): Reason {
  if (stray !== null) {
    const isFramed = hasLspHeader(stray.first);
    const { action } = stepOf('stdout-line-no-message.framed');
    return { cause: stray.first, todo: isFramed ? action : PRINTS_TO_STDOUT, variable: '' };
  }
  const http = servesHttp(stderr);
  if (http !== undefined) return { cause: http.line, todo: stepText(http.step), variable: '' };
  const { cause, line } = readFinalStderr(stderr);
  const { action } = stepOf(hasAnswered ? 'initialize-timed-out.again' : 'initialize-timed-out');
  return {
    cause: line ?? '',
    todo: `${action} If it only is slow, raise the time-out under Limits.`,
    variable: cause?.variable ?? '',
  };
}

/** `46 lines on stdout, none of them JSON-RPC.` */
export function strayText({ count }: StrayLines): string {
  return count === 1
    ? 'One line on stdout, and it is not JSON-RPC.'
    : `${count.toLocaleString('en')} lines on stdout, none of them JSON-RPC.`;
}
