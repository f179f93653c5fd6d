import type { NextStep } from '../protocol/actor.ts';
import { isCrash } from '../session/process-event.ts';
import {
  type CauseRow,
  type Explanation,
  explainedBy,
  explanationOf,
  row,
  stepOf,
  within,
} from './explanation.ts';
import type { Failed, KnownFacts, ProcessEnd } from './failure.ts';
import { UNANSWERABLE } from './request-fault.ts';
import { exitMeaning, startCause } from './start-cause.ts';

type Ended = Pick<Partial<Failed>, 'commandFault'> & {
  readonly end?: ProcessEnd | undefined;
  readonly facts?: KnownFacts;
};

const isTimed = ({ endedMs }: Failed) => endedMs !== undefined;
const isKilled = ({ end }: Ended) => end?.by === 'outside';
const isGone = ({ end }: Failed) => end === undefined || end.event === 'spawned';
const ofEnd = (ended: Ended) => ended.end && endStep(ended.end, ended);

/** A command that cannot start its server, or cuts it off, which ended the open requests. */
function ofCommand(key: 'command-fault' | 'command-fault.silent'): CauseRow<Ended> {
  return (ended) => {
    const { end, commandFault: fault = end?.commandFault } = ended;
    if (fault === undefined || (end !== undefined && end.by !== 'itself')) return undefined;
    const why = explanationOf(key, ended, { found: fault.found }, { actor: 'user', action: fault.todo });
    return fault.isFatal ? { ...why, settled: true } : why;
  };
}

/** A request left open by a server that never answered. */
export const CUT_OFF = ofCommand('command-fault.silent');

/** Calls that were open when the connection ended. */
export const LOST: readonly CauseRow<Failed>[] = [
  within<Failed>(
    ({ tier }) => tier === 'client',
    [
      row('killed-during-call.after', (failed) => isKilled(failed) && isTimed(failed)),
      row('killed-during-call', isKilled),
      UNANSWERABLE,
      row('client-closed-during-call'),
    ],
  ),
  ofCommand('command-fault'),
  UNANSWERABLE,
  row('connection-lost.after', (failed) => isGone(failed) && isTimed(failed)),
  row('connection-lost', isGone),
  row('server-ended-during-call.after', isTimed, ofEnd),
  row('server-ended-during-call', undefined, ofEnd),
];

const isSure = (ended: Ended) => ended.end?.exitCode === 0 || knownExit(ended) !== undefined;
const isExplained = ({ end }: Ended) => end?.signal != null || end?.by === 'client';

const ENDS: readonly CauseRow<Ended>[] = [
  ofCommand('command-fault'),
  row('not-started', ({ end }) => end?.event === 'spawn-failed', ofEnd),
  row('ended-as-asked', ({ end }) => end?.by === 'client' && !isCrash(end)),
  row('ended-from-outside', isKilled),
  row('told-end', ({ end }) => end?.isTold === true, ofEnd),
  row('stdout-closed', ({ end }) => end?.event === 'stdout-closed', ofEnd),
  row('exited.asked', (ended) => isSure(ended) && isExplained(ended), ofEnd),
  row('exited', isSure, ofEnd),
  row('exited-with-error.asked', isExplained, ofEnd),
  row('exited-with-error', undefined, ofEnd),
];

/** The end of a process or of its stdout; `facts` say whether the server had started. */
export function explainEnd(end: ProcessEnd, facts?: Ended['facts']): Explanation {
  return explainedBy(ENDS, { end, ...(facts === undefined ? {} : { facts }) });
}

/** The actor and action for an unrequested end. */
function endStep(end: ProcessEnd, ended: Ended): NextStep {
  if (end.event === 'spawn-failed') return startCause([end.message ?? ''])?.step ?? stepOf('end.not-started');
  if (end.event === 'stdout-closed') return stepOf('end.stdout-closed');
  if (end.isTold === true) return stepOf('end.told');
  if (isCrash(end)) return stepOf('end.crashed');
  if (end.signal != null) return stepOf('end.signal');
  if (end.exitCode === 0) return stepOf('end.zero');
  return knownExit(ended) ?? stepOf('end.unknown');
}

/** Codes up to this are the program's own; shells and runtimes define them only for failed starts. */
const MAX_OWN_CODE = 125;

/** The meaning of an exit code; 1 only means that something failed. */
function knownExit({ end, facts }: Ended): NextStep | undefined {
  const code = end?.exitCode ?? undefined;
  const isOwn = code !== undefined && code <= MAX_OWN_CODE && facts?.handshake === 'done';
  return isOwn || code === 1 ? undefined : exitMeaning(code, undefined)?.step;
}
