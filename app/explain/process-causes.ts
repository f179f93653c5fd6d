import type { NextStep } from '../protocol/actor.ts';
import { FIRST_STATELESS } from '../protocol/revisions.ts';
import { howItExited, isCrash } from '../session/process-event.ts';
import {
  type CauseRow,
  causeTable,
  type Explanation,
  explainedBy,
  type Failed,
  within,
} from './explanation.ts';
import type { ProcessEnd } from './failure.ts';
import { durationText } from './phrases.ts';
import { exitMeaning } from './start-cause.ts';

const PROBE = ` That request only asks whether the server speaks ${FIRST_STATELESS}: a server that does not know it answers with an error.`;
const FROM_STDERR = {
  deeper: true,
  lastLine: true,
  onCrash: { action: 'Fix the crash shown in stderr.' },
} as const;

const lost = causeTable<Failed>();
const ended = causeTable<ProcessEnd>();

const after = ({ endedMs }: Failed) =>
  endedMs === undefined ? '' : `${durationText(endedMs)} after the request`;

/** Calls that were open when the connection ended. */
export const LOST: readonly CauseRow<Failed>[] = [
  within<Failed>(
    ({ tier }) => tier === 'client',
    [
      lost('killed-during-call', {
        when: ({ end }) => end?.by === 'outside' && { by: endedOutside(end), hint: hintOn(end) },
        happened: (failed) =>
          `${failed.by}${spaced(after(failed))}, before ${failed.call} was answered.${failed.hint}`,
      }),
      lost('client-closed-during-call', {
        happened: ({ call }) => `The client closed the connection before ${call} was answered.`,
      }),
    ],
  ),
  lost('connection-lost', {
    when: ({ end }) => end === undefined || end.event === 'spawned',
    happened: (failed) => `The connection ended${spaced(after(failed))}, before ${failed.call} was answered.`,
    actor: 'server',
    action: 'Find out why the server ended while a call was open.',
    ...FROM_STDERR,
  }),
  lost('server-ended-during-call', {
    when: ({ end }) => end && { how: howItEnded(end), step: endStep(end) },
    happened: (failed) => {
      const when = after(failed);
      return `${failed.how}${when === '' ? '' : `, ${when},`} and left ${failed.call} without an answer.${failed.method === 'server/discover' ? PROBE : ''}`;
    },
    step: ({ step }) => step,
    ...FROM_STDERR,
  }),
];

function spaced(text: string): string {
  return text === '' ? '' : ` ${text}`;
}

/** Ends of a process, or of its stdout. */
const ENDS: readonly CauseRow<ProcessEnd>[] = [
  ended('not-started', {
    when: ({ event }) => event === 'spawn-failed',
    happened: ({ message = '' }) => `The server could not be started, so no message was sent. ${message}`,
    step: endStep,
  }),
  ended('ended-as-asked', {
    when: (end) => end.by === 'client' && !isCrash(end),
    happened: 'The server ended after its client had closed the connection. This is no error.',
  }),
  ended('ended-from-outside', {
    when: ({ by }) => by === 'outside',
    happened: (end) => `${endedOutside(end)}. Nobody has to fix the server.${hintOn(end)}`,
  }),
  ended('stdout-closed', {
    when: ({ event }) => event === 'stdout-closed',
    happened: (end) =>
      `${howItEnded(end)} although the client had not ended the session: no more answers can come.`,
    step: endStep,
    deeper: true,
  }),
  ended('exited', {
    when: (end) => end.exitCode === 0 || knownExit(end) !== undefined,
    happened: exitText,
    step: endStep,
    ...FROM_STDERR,
  }),
  ended('exited-with-error', {
    happened: exitText,
    step: endStep,
    ...FROM_STDERR,
    onError: { action: 'Fix the error shown in stderr.' },
  }),
];

function exitText(end: ProcessEnd): string {
  return `${howItEnded(end)}${end.signal != null || end.by === 'client' ? '' : ', and nobody had asked it to'}.`;
}

/** The end of a process, or of its stdout. */
export function explainEnd(end: ProcessEnd): Explanation {
  return explainedBy(ENDS, end);
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
function endStep(end: ProcessEnd): NextStep {
  if (end.event === 'spawn-failed')
    return userStep(
      'Check that the command exists, that it can be run, and that its working folder is right.',
    );
  if (end.event === 'stdout-closed') return serverStep('Keep stdout open for as long as the server runs.');
  if (isCrash(end)) return serverStep('Native code crashed: check native modules and what stderr says.');
  if (end.signal != null)
    return userStep('Find out who sent the signal: a supervisor, a terminal, or the server itself.');
  if (end.exitCode === 0)
    return serverStep(
      'Keep the server running until its stdin closes: check whether its main function returns too early.',
    );
  return knownExit(end) ?? serverStep('Find out why the server exits: start its command in a terminal.');
}

/** What is known of an exit code; 1 means no more than that something failed. */
function knownExit({ exitCode }: ProcessEnd): NextStep | undefined {
  return exitCode === 1 ? undefined : exitMeaning(exitCode ?? undefined, undefined)?.step;
}

function userStep(action: string): NextStep {
  return { actor: 'user', action };
}

function serverStep(action: string): NextStep {
  return { actor: 'server', action };
}
