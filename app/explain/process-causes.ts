import type { NextStep } from '../protocol/actor.ts';
import { isCrash } from '../session/process-event.ts';
import { type CauseRow, type Explanation, explainedBy, row, stepOf, within } from './explanation.ts';
import type { Failed, ProcessEnd } from './failure.ts';
import { exitMeaning } from './start-cause.ts';

type Ended = { readonly end?: ProcessEnd | undefined };

const isTimed = ({ endedMs }: Failed) => endedMs !== undefined;
const isKilled = ({ end }: Ended) => end?.by === 'outside';
const isGone = ({ end }: Failed) => end === undefined || end.event === 'spawned';
const ofEnd = ({ end }: Ended) => end && endStep(end);

/** Calls that were open when the connection ended. */
export const LOST: readonly CauseRow<Failed>[] = [
  within<Failed>(
    ({ tier }) => tier === 'client',
    [
      row('killed-during-call.after', (failed) => isKilled(failed) && isTimed(failed)),
      row('killed-during-call', isKilled),
      row('client-closed-during-call'),
    ],
  ),
  row('connection-lost.after', (failed) => isGone(failed) && isTimed(failed)),
  row('connection-lost', isGone),
  row('server-ended-during-call.after', isTimed, ofEnd),
  row('server-ended-during-call', undefined, ofEnd),
];

const isSure = ({ end }: Ended) => end?.exitCode === 0 || (end && knownExit(end)) !== undefined;
const isExplained = ({ end }: Ended) => end?.signal != null || end?.by === 'client';

/** Ends of a process, or of its stdout. */
const ENDS: readonly CauseRow<Ended>[] = [
  row('not-started', ({ end }) => end?.event === 'spawn-failed', ofEnd),
  row('ended-as-asked', ({ end }) => end?.by === 'client' && !isCrash(end)),
  row('ended-from-outside', isKilled),
  row('stdout-closed', ({ end }) => end?.event === 'stdout-closed', ofEnd),
  row('exited.asked', (ended) => isSure(ended) && isExplained(ended), ofEnd),
  row('exited', isSure, ofEnd),
  row('exited-with-error.asked', isExplained, ofEnd),
  row('exited-with-error', undefined, ofEnd),
];

/** The end of a process, or of its stdout. */
export function explainEnd(end: ProcessEnd): Explanation {
  return explainedBy(ENDS, { end });
}

/** Who has to do what about an end that nobody asked for. */
function endStep(end: ProcessEnd): NextStep {
  if (end.event === 'spawn-failed') return stepOf('end.not-started');
  if (end.event === 'stdout-closed') return stepOf('end.stdout-closed');
  if (isCrash(end)) return stepOf('end.crashed');
  if (end.signal != null) return stepOf('end.signal');
  if (end.exitCode === 0) return stepOf('end.zero');
  return knownExit(end) ?? stepOf('end.unknown');
}

/** What is known of an exit code; 1 means no more than that something failed. */
function knownExit({ exitCode }: ProcessEnd): NextStep | undefined {
  return exitCode === 1 ? undefined : exitMeaning(exitCode ?? undefined, undefined)?.step;
}
