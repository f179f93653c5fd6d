import { useMemo } from 'react';
import type { LookupContext } from '../../../app/codes/meaning-evidence.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useLoaded } from '../../state/host/use-loaded.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { loggedList } from '../../state/server/load-list.ts';
import { serverActivity } from '../../state/server/server-activity.ts';
import { endOf, explainInspected, type ListsBefore } from './inspected-failure.ts';

/** Which list holds what a request is about; undefined for a request that is about nothing listed. */
function listOf(method: string): ListsBefore['what'] | undefined {
  if (method === 'tools/call') return 'tools';
  if (method === 'prompts/get' || method === 'completion/complete') return 'prompts';
  return method.startsWith('resources/') ? 'resources' : undefined;
}

/** The explanation of a failed exchange, as a report gives it; undefined for one that did not fail. */
export function useExplanation(inspected: Inspected, info: SessionInfo, context: LookupContext) {
  const lists = useListBefore(inspected);
  const vocabularies = context.vocabularies ?? [];
  // It reads every line around the end.
  const ended = useMemo(() => endOf(inspected), [inspected]);
  return explainInspected(inspected, { info, lists, vocabularies }, ended);
}

/** What the last list before the call named. */
function useListBefore({ session, settling, request }: Inspected): ListsBefore | undefined {
  const { mirror } = useSessionLog(session);
  const what = listOf(settling.method);
  const callSeq = request?.row.seq ?? settling.seq;
  const before = what === undefined ? [] : serverActivity(mirror).trace(what).answers;
  const newest = before.findLast((seq) => seq < callSeq) ?? 0;
  const key =
    what === undefined || newest === 0 || settling.tier === 'ok' ? '' : `${session} ${what} ${newest}`;
  return useLoaded(
    key,
    async () => {
      if (what === undefined) return undefined;
      const list = await loggedList(session, what, newest);
      return list.ok ? { what, items: list.value.items, complete: !list.value.more } : undefined;
    },
    mirror,
  );
}
