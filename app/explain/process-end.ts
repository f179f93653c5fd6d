import { callName } from '../findings/call-name.ts';
import { FIRST_STATELESS } from '../protocol/revisions.ts';
import { howItExited, isCrash } from '../session/process-event.ts';
import { actorNamed, type SomeDeed } from './actor.ts';
import { durationText } from './duration-text.ts';
import { type Explanation, explained, explainedFor, type Failure, type ProcessEnd } from './failure.ts';
import { exitMeaning } from './start-cause.ts';

const FIX_CRASH = 'Fix the crash shown in stderr.';
const FIX_ERROR = 'Fix the error shown in stderr.';
const PROBE = ` That request only asks whether the server speaks ${FIRST_STATELESS}: a server that does not know it answers with an error.`;
const FROM_STDERR = { deeper: true, lastLine: true, todoOnCrash: FIX_CRASH } as const;

/** A call that was open when the connection ended. */
export function explainLost(failure: Failure): Explanation {
  const { tier, end, endedMs } = failure;
  const name = callName(failure);
  const when = endedMs === undefined ? '' : ` ${durationText(endedMs)} after the request`;
  if (tier === 'client') {
    return explained(
      end?.by === 'outside'
        ? `${endedOutside(end)}${when}, before ${name} was answered.${hintOn(end)}`
        : `The client closed the connection before ${name} was answered.`,
    );
  }
  if (end === undefined || end.event === 'spawned') {
    const todo = 'Find out why the server ended while a call was open.';
    return explainedFor(
      'server',
      `The connection ended${when}, before ${name} was answered.`,
      todo,
      FROM_STDERR,
    );
  }
  const { acts, todo } = endDeed(end);
  const happened = `${howItEnded(end)}${when === '' ? '' : `,${when},`} and left ${name} without an answer.${failure.method === 'server/discover' ? PROBE : ''}`;
  return explainedFor(acts, happened, todo, FROM_STDERR);
}

/** The end of a process, or of its stdout. */
export function explainEnd(end: ProcessEnd): Explanation {
  const { event, by, message = '' } = end;
  const { acts, todo } = endDeed(end);
  if (event === 'spawn-failed')
    return explainedFor(acts, `The server could not be started, so no message was sent. ${message}`, todo);
  if (by === 'client' && !isCrash(end))
    return explained('The server ended after its client had closed the connection. This is no error.');
  if (by === 'outside') return explained(`${endedOutside(end)}. Nobody has to fix the server.${hintOn(end)}`);
  if (event === 'stdout-closed') {
    const happened = `${howItEnded(end)} although the client had not ended the session: no more answers can come.`;
    return explainedFor(acts, happened, todo, { deeper: true });
  }
  const unasked = end.signal != null || by === 'client' ? '' : ', and nobody had asked it to';
  const isKnown = end.exitCode === 0 || knownExit(end) !== undefined;
  return explainedFor(acts, `${howItEnded(end)}${unasked}.`, todo, {
    ...FROM_STDERR,
    ...(isKnown ? {} : { todoOnError: FIX_ERROR }),
  });
}

/** How a server ended, as a sentence without its full stop. */
export function howItEnded(end: ProcessEnd): string {
  const { event, exitCode, signal, message } = end;
  if (event === 'spawn-failed')
    return `The server could not be started${message === undefined ? '' : ` (${message})`}`;
  if (event !== 'exited') return 'The server closed its stdout';
  if (end.by === 'outside') return endedOutside(end);
  return signal == null && exitCode == null
    ? 'The server exited, with no exit code'
    : `The server exited with ${howItExited(end)}`;
}

function endedOutside(end: ProcessEnd): string {
  return `A signal from outside ended the server (${end.signal ?? howItExited(end)})`;
}

/** What else may be behind a kill, as a sentence with a space before it; empty for any other end. */
export function hintOn(end: ProcessEnd | undefined): string {
  const isKill = end?.by === 'outside' && (end.signal === 'SIGKILL' || end.exitCode === 137);
  return isKill ? ' If nobody killed it, the system may have run out of memory: look at the system log.' : '';
}

/** Who has to do what about an end that nobody asked for. */
function endDeed(end: ProcessEnd): SomeDeed {
  if (end.event === 'spawn-failed') {
    return {
      acts: 'user',
      todo: 'Check that the command exists, that it can be run, and that its working folder is right.',
    };
  }
  if (end.event === 'stdout-closed')
    return { acts: 'server', todo: 'Keep stdout open for as long as the server runs.' };
  if (isCrash(end))
    return { acts: 'server', todo: 'Native code crashed: check native modules and what stderr says.' };
  if (end.signal != null)
    return {
      acts: 'user',
      todo: 'Find out who sent the signal: a supervisor, a terminal, or the server itself.',
    };
  if (end.exitCode === 0)
    return {
      acts: 'server',
      todo: 'Keep the server running until its stdin closes: check whether its main function returns too early.',
    };
  return (
    knownExit(end) ?? {
      acts: 'server',
      todo: 'Find out why the server exits: start its command in a terminal.',
    }
  );
}

/** What is known of an exit code; 1 means no more than that something failed. */
function knownExit({ exitCode }: ProcessEnd): SomeDeed | undefined {
  const meaning = exitCode === 1 ? undefined : exitMeaning(exitCode ?? undefined, undefined);
  return meaning && { acts: actorNamed(meaning.todo, '') ?? 'user', todo: meaning.todo };
}
