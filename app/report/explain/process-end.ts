import { callName } from '../../findings/call-name.ts';
import { FIRST_STATELESS } from '../../protocol/revisions.ts';
import { howItExited } from '../../session/process-event.ts';
import { actorNamed, type SomeDeed } from './actor.ts';
import { durationText } from './duration-text.ts';
import { type Explanation, explainedFor, type Failure, type ProcessEnd } from './failure.ts';
import { exitMeaning } from './start-cause.ts';

/** A call that was open when the connection ended. */
export function explainLost(failure: Failure): Explanation {
  const { end, endedMs } = failure;
  const name = callName(failure);
  const when = endedMs === undefined ? '' : `, ${durationText(endedMs)} after the request`;
  const isKnown = end !== undefined && end.event !== 'spawned';
  const happened = isKnown
    ? `${howItEnded(end)}${when}, and left ${name} without an answer.${failure.method === 'server/discover' ? PROBE : ''}`
    : `The connection ended before ${name} was answered${when}.`;
  const { acts, todo } = (isKnown ? endDeed(end) : undefined) ?? LEFT_OPEN;
  return explainedFor(acts, happened, todo, { deeper: true, lastLine: true, todoOnCrash: MEND_CRASH });
}

const PROBE = ` That request only asks whether the server speaks ${FIRST_STATELESS}: a server that does not know it answers with an error.`;

const LEFT_OPEN: SomeDeed = {
  acts: 'server',
  todo: 'See why the server ended: it must not end while a call is open.',
};

const MEND_CRASH =
  'The author of the server must mend the crash that stderr shows, and answer each call before the end.';

function howItEnded({ event, exitCode, signal, message }: ProcessEnd): string {
  switch (event) {
    case 'exited':
      return signal == null && exitCode == null
        ? 'The server ended, with no exit code'
        : `The server ended with ${howItExited({ exitCode, signal }).replace('code', 'exit code')}`;
    case 'stdout-closed':
      return 'The server closed its stdout';
    case 'spawn-failed':
      return `The server could not be started${message === undefined ? '' : ` (${message})`}`;
    default:
      return 'The client closed the connection';
  }
}

/** The end of a process that nobody had asked to. */
export function explainEnd(end: ProcessEnd): Explanation {
  const { acts, todo } = endDeed(end) ?? MEND_END;
  const grounds = { deeper: true, lastLine: true } as const;
  switch (end.event) {
    case 'spawn-failed':
      return explainedFor(acts, `${NEVER_STARTED} ${end.message ?? ''}`.trim(), todo);
    case 'stdout-closed':
      return explainedFor(
        acts,
        `${howItEnded(end)} although the client had not ended the session: no answer can come any more.`,
        todo,
        { deeper: true },
      );
    default: {
      const asked = end.signal != null ? '' : end.exitCode === 0 ? EARLY : ', without being asked to';
      const crash = end.exitCode === 0 ? {} : { todoOnCrash: MEND_CRASH };
      return explainedFor(acts, `${howItEnded(end)}${asked}.`, todo, { ...grounds, ...crash });
    }
  }
}

const NEVER_STARTED = 'The server could not be started, so nothing was ever on the wire.';
const EARLY = ', although the client had not asked it to';
const MEND_END: SomeDeed = { acts: 'server', todo: 'Mend what made the server end by itself.' };

/** Who has to do what, by how the process ended; undefined if that says nothing of it. */
function endDeed({ event, signal, exitCode }: ProcessEnd): SomeDeed | undefined {
  if (event === 'spawn-failed') {
    return {
      acts: 'user',
      todo: 'Check that the command exists, that it can be run, and that its working folder is right.',
    };
  }
  if (event === 'stdout-closed')
    return { acts: 'server', todo: 'The server must keep its stdout open for as long as it serves.' };
  if (signal != null) return signalDeed(signal);
  if (exitCode !== 0) return exitDeed(exitCode);
  return {
    acts: 'server',
    todo: 'A stdio server stays until its stdin closes: see whether its main function returns too early.',
  };
}

/** Exit code 1 means no more than that something failed. */
function exitDeed(code: ProcessEnd['exitCode']): SomeDeed | undefined {
  const meaning = code === 1 ? undefined : exitMeaning(code ?? undefined, undefined);
  return meaning === undefined
    ? undefined
    : { acts: actorNamed(meaning.todo, '') ?? 'user', todo: meaning.todo };
}

function signalDeed(signal: string): SomeDeed {
  switch (signal) {
    case 'SIGKILL':
      return {
        acts: 'user',
        todo: 'If nobody killed it, the system ran out of memory: look at its log.',
      };
    case 'SIGSEGV':
    case 'SIGABRT':
    case 'SIGBUS':
      return {
        acts: 'server',
        todo: 'Native code crashed: look at native modules and at what it wrote to stderr.',
      };
    default:
      return {
        acts: 'user',
        todo: 'See who sent the signal: a supervisor, a terminal, or the server itself.',
      };
  }
}
