import type { Row } from '../../app/frame/row.ts';
import { sessionLog } from '../store/log-mirrors.ts';
import { notify, setRailOpen } from '../store/screen-actions.ts';
import { useScreen } from '../store/screen-store.ts';
import { isCall } from './call-history.ts';
import { loggedArguments } from './log-calls.ts';
import { chooseTool, loadArguments, toolKey } from './rail-store.ts';

/** True where the selected row is a call of a tool, or how one ended. */
export function canEditAgain(): boolean {
  return selectedCall() !== undefined;
}

/** Loads the tool and the arguments of the selected call into the call form. */
export async function editAgain(): Promise<void> {
  const call = selectedCall();
  if (call === undefined) return;
  const { session, row } = call;
  const args = await loggedArguments(session, row.seq);
  if (args === undefined) {
    notify({ level: 'error', text: 'The arguments of this call cannot be read from the log.' });
    return;
  }
  loadArguments(toolKey(session, row.target), args);
  chooseTool(session, row.target);
  setRailOpen(true);
}

function selectedCall(): { readonly session: string; readonly row: Row } | undefined {
  const { active, views } = useScreen.getState();
  const seq = active === null ? null : (views[active]?.selected ?? null);
  if (active === null || seq === null) return undefined;
  const { mirror } = sessionLog(active);
  const selected = mirror.rowOf(seq);
  if (selected === undefined) return undefined;
  const row = isCall(selected) ? selected : mirror.rowOf(selected.pair);
  return row !== undefined && isCall(row) ? { session: active, row } : undefined;
}
