import { useState } from 'react';
import { findingsOf } from '../../../app/explain/stored-failure.ts';
import { nextStep, type SettledCall, whatToDo } from '../../../app/explain/what-to-do.ts';
import { type Finding, isCounted } from '../../../app/findings/finding.ts';
import type { NextStep } from '../../../app/protocol/actor.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { FindingCards } from '../findings/finding-cards.tsx';

export function SelectionFindings({ inspected }: { readonly inspected: Inspected }) {
  const findings = useSelectionFindings(inspected);
  return <FindingCards session={inspected.session} findings={findings} />;
}

/**
 * The findings of the selected row or the other half of its exchange; for a failed call, also those of other rows (such
 * as the server's exit) that name the call as evidence. Returns the same array until it changes.
 */
export function useSelectionFindings({
  session,
  row,
  request,
  answer,
  unmatched,
  settling,
}: Inspected): readonly Finding[] {
  const { findings } = useSessionLog(session);
  const rows = [row, request?.row, (answer ?? unmatched)?.row];
  const seqs = rows.flatMap((one) => one?.seq ?? []);
  const own = seqs.flatMap((seq) => findings.at(seq));
  const elsewhere = settling.tier === 'ok' ? [] : seqs.flatMap((seq) => findings.shownBy(seq));
  return useSameList([...new Set([...own, ...elsewhere])]);
}

/** The next step for the selection: for a failure as in a report, else from its findings. */
export function stepFor(
  { failure, settling }: Inspected,
  findings: readonly Finding[],
  found: Pick<SettledCall, 'why' | 'advice'>,
): NextStep {
  const counted = findings.filter(isCounted);
  if (failure === undefined) return whatToDo({ ...settling, ...found, findings: counted });
  const own = findingsOf(failure, (seq) => counted.filter((one) => one.seq === seq));
  return nextStep(failure, { ...found, findings: own });
}

/** Returns the previous list if it is equal, so that derived values are not recomputed. */
function useSameList<Item>(list: readonly Item[]): readonly Item[] {
  const [held, setHeld] = useState(list);
  const isSame = held.length === list.length && held.every((item, place) => item === list[place]);
  if (!isSame) setHeld(list);
  return isSame ? held : list;
}
