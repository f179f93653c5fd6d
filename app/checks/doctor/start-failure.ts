import { missingVariable, setVariable } from '../../codes/process-entry.ts';
import { endWords, quoteOf, stderrText, withStderr } from '../../explain/end-words.ts';
import { stepOf } from '../../explain/explanation.ts';
import type { ProcessEnd } from '../../explain/failure.ts';
import { outOfMemory } from '../../explain/phrases.ts';
import { explainEnd } from '../../explain/process-causes.ts';
import { servesHttp } from '../../explain/start-cause.ts';
import { stepText } from '../../protocol/actor.ts';
import { refusesModes } from '../../protocol/negotiation.ts';
import { endedBy } from '../../session/process-event.ts';
import { hasLspHeader } from '../../wire/envelope.ts';

/** Why a session failed, and what its user can do: what a screen shows beside the sentence that says how it ended. */
export type SessionFailure = {
  readonly wasReady: boolean;
  /** The one line that says why, as the server wrote it; empty if it wrote none. */
  readonly cause: string;
  /** Whole sentences: what to do. Empty if `ending` says it already. */
  readonly todo: string;
  /** The environment variable that the cause names as missing; empty if it names none. */
  readonly variable: string;
  /** Whole sentences of what led to it; empty for none. */
  readonly detail: string;
};

export type StrayLines = { readonly count: number; readonly first: string };

/** How a process ended by itself. `code` and `signal` as Node reports them. */
type EndOfProcess = {
  readonly code: number | null;
  readonly signal: string | null;
  /** Its lines on stderr after its last answer, without colors, oldest first. */
  readonly stderr: readonly string[];
  /** What is wrong with the command by itself, if it ended before the handshake was done. */
  readonly commandFault?: ProcessEnd['commandFault'];
};

type Reason = Pick<SessionFailure, 'cause' | 'todo' | 'variable'>;

export const UNEXPLAINED: Omit<SessionFailure, 'wasReady'> = {
  cause: '',
  todo: '',
  variable: '',
  detail: '',
};

/** How the tab names an end that this app caused itself: the exit of the process after it says nothing more. */
export const ENDED_HERE = {
  defect: 'defect of Tierscope',
  refused: 'refused',
  silent: 'no answer',
} as const;

/** What to do about a server that prints to stdout. */
export const PRINTS_TO_STDOUT =
  'stdout belongs to the protocol. Log to stderr: console.error instead of console.log, file=sys.stderr for print. If it prints by design, it may need an argument such as "stdio", or be no MCP server.';

/** How a process ended before anybody closed its stdin, and why: what Explain says too, in parts. */
export function reasonOfExit({ code, signal, stderr, commandFault }: EndOfProcess): Reason & {
  /** What else stands in the sentence about the end, with a space before it; empty for nothing. */
  readonly more: string;
  readonly end: ProcessEnd;
} {
  const by = endedBy({ exitCode: code, signal }, false);
  const end = { event: 'exited', exitCode: code, signal, by, commandFault } as const;
  if (by === 'outside') {
    const hint = outOfMemory(end);
    return { cause: '', todo: '', variable: '', more: hint === undefined ? '' : ` ${hint}`, end };
  }
  const words = endWords(stderr);
  const { isReason } = quoteOf(words);
  return {
    cause: isReason ? (words.line ?? '') : '',
    todo: stepText(withStderr(explainEnd(end), words, '')),
    variable: words.cause?.variable ?? '',
    more: isReason ? '' : stderrText({ line: words.line, isReason }),
    end,
  };
}

/** Why a server refused the handshake, by the error that it answered. */
export function reasonOfRefusal(codeText: string, message: string): Reason {
  const variable = missingVariable(message) ?? '';
  if (refusesModes(message)) {
    const todo = stepText(stepOf('elicitation-modes-refused'));
    return { cause: `${codeText} ${message}`.trim(), todo, variable };
  }
  const todo =
    variable === ''
      ? 'Fix what the message names. If it names nothing, its author must fix the server: a handshake needs no setup.'
      : setVariable(variable);
  return { cause: `${codeText} ${message}`.trim(), todo, variable };
}

/** How far a server came that gave no answer. */
type Silence = {
  readonly stray: StrayLines | null;
  readonly stderr: readonly string[];
  readonly hasAnswered: boolean;
};

/** Why no answer came: stray lines on stdout, or the last words on stderr. */
export function reasonOfSilence({ stray, stderr, hasAnswered }: Silence): Reason {
  if (stray !== null) {
    const isFramed = hasLspHeader(stray.first);
    const { action } = stepOf('stdout-line-no-message.framed');
    return { cause: stray.first, todo: isFramed ? action : PRINTS_TO_STDOUT, variable: '' };
  }
  const http = servesHttp(stderr);
  if (http !== undefined) return { cause: http.line, todo: stepText(http.step), variable: '' };
  const { cause, line } = endWords(stderr);
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
