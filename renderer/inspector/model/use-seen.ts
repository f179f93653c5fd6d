import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { type Seen, seenThrough } from '../../../app/host-lens/lens.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { settlingEnvelope, settlingRow } from '../../state/inspected/settling-envelope.ts';
import { useHostLens } from '../../state/session/use-host-lens.ts';
import { type ModelView, modelView } from './model-view.ts';

/** What can reach a model of the selected exchange, whatever the host. */
export function viewOf(inspected: Inspected): ModelView {
  const envelope = settlingEnvelope(inspected);
  const isAnswer = envelope?.kind === 'result' || envelope?.kind === 'error';
  return modelView(settlingRow(inspected), envelope, {
    broken: isAnswer && envelope.faults.length > 0,
    unmatched: inspected.unmatched !== undefined,
  });
}

/** What the session's host makes of the answer; undefined if none came that a client hands on to it. */
export function useSeen(inspected: Inspected, info: SessionInfo): Seen | undefined {
  const lens = useHostLens(info);
  const view = viewOf(inspected);
  return view.kind === 'answer' ? seenThrough(lens, view.answer) : undefined;
}
