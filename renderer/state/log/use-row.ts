import type { Row } from '../../../app/frame/row.ts';
import { useScreen } from '../screen/screen-store.ts';
import { useSessionLog } from './log-mirrors.ts';

/** The row of `seq` in a session's log, as it stands now; undefined where it is not there (yet). */
export function useRow(session: string, seq: number | null): Row | undefined {
  const log = useSessionLog(session);
  return seq === null ? undefined : log.mirror.rowOf(seq);
}

/** The selected row of the session whose tab is in front. */
export function useSelectedRow(): Row | undefined {
  const session = useScreen((state) => state.active) ?? '';
  const seq = useScreen((state) => state.views[session]?.selected ?? null);
  return useRow(session, seq);
}
