import { isJsonObject } from '../../../app/base/json-value.ts';
import type { ErrorTier } from '../../../app/frame/tier.ts';
import type { RowKey } from '../../../app/frame/view/view-page.ts';
import type { ReconnectSuggestion } from '../../../app/protocol/negotiation.ts';
import { host, notifyFailure, WINDOW } from '../host/host.ts';
import type { Inspected } from '../inspected/inspected.ts';
import { clearFilter } from '../log/filter-store.ts';
import { placeOf, startOf } from '../log/front-view.ts';
import { sessionLog } from '../log/log-mirrors.ts';
import { showNumbers } from '../log/log-view.ts';
import {
  inspectRow,
  scrollToRow,
  selectRow,
  sessionInfo,
  setFollowing,
  showCenterView,
  viewInFront,
} from '../screen/screen-store.ts';

/** Ends the server of a session; its log stays. */
export async function disconnectSession(session: string): Promise<void> {
  await notifyFailure(host().disconnect({ session }));
}

export async function restartSession(session: string): Promise<void> {
  await notifyFailure(host().restart({ session }));
}

/** Ends the server of a session and closes its tab; the recording stays on disk. */
export async function closeSession(session: string): Promise<void> {
  await notifyFailure(host().close({ session }));
}

/** Starts the bundled server that fails in every way. */
export async function startErrorLab(): Promise<void> {
  await notifyFailure(host().startLab({ window: WINDOW }));
}

/** Restarts the server as one of its errors suggests. */
export async function reconnectAs(
  session: string,
  suggestion: ReconnectSuggestion,
  again?: Inspected,
): Promise<void> {
  const change =
    suggestion.kind === 'revision'
      ? { era: suggestion.era, revision: suggestion.revision }
      : { capabilities: { ...suggestion.capabilities } };
  await notifyFailure(host().restart({ session, ...change }));
  if (again !== undefined && sessionInfo(session)?.state === 'ready') await reRunExchange(again);
}

export async function reRunExchange({ request, session }: Inspected): Promise<void> {
  if (request?.envelope.kind !== 'request') return;
  const { method, params } = request.envelope;
  const { _meta: _own, ...given } = isJsonObject(params) ? params : {};
  const args = isJsonObject(given.arguments) ? given.arguments : {};
  const end = await notifyFailure(
    method === 'tools/call' && typeof given.name === 'string'
      ? host().callTool({ session, name: given.name, arguments: { ...args } })
      : host().sendRequest({ session, method, params: given }),
  );
  if (end !== undefined && end.requestSeq > 0) selectRow(session, end.requestSeq);
}

/** Selects and shows a row; clears a filter that hides it. */
export async function showRow(session: string, seq: number): Promise<void> {
  const row = { session, seq };
  const place = await placeOf(row);
  if (place !== undefined && place.index >= 0 && place.position < 0) clearFilter();
  showCenterView('log');
  showNumbers();
  setFollowing(viewInFront() ?? session, false);
  inspectRow(session, seq);
  scrollToRow(row, 'center');
}

/** The first row of this tier among the last rows of these logs; undefined if there is none. */
export function firstRowOfTier(sessions: readonly string[], tier: ErrorTier): RowKey | undefined {
  const found = sessions.flatMap((session) => {
    const { columns, length } = sessionLog(session).mirror.table;
    let index = 0;
    while (index < length && columns.tier.at(index) !== tier) index += 1;
    if (index === length) return [];
    const time = startOf(sessionInfo(session)) + columns.at.at(index);
    return [{ session, seq: columns.seq.at(index), time }];
  });
  return found.sort((one, other) => one.time - other.time)[0];
}
