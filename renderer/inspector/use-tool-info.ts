import { isJsonObject } from '../../app/base/json-value.ts';
import type { LookupContext } from '../../app/codes/meaning-evidence.ts';
import type { ToolInfo } from '../../app/contract/commands.ts';
import { type RetryAdvice, retryAdvice } from '../../app/findings/retry-advice.ts';
import { useLoaded } from '../state/host/host.ts';
import type { Inspected } from '../state/inspected/inspected.ts';
import { settlingEnvelope, wireErrorOf } from '../state/inspected/settling-envelope.ts';
import { useSessionLog } from '../state/log/log-mirrors.ts';
import { readTools } from '../state/server/listed.ts';
import { loggedList } from '../state/server/load-list.ts';
import { serverActivity } from '../state/server/server-activity.ts';

/** The tool as described by the last list before the call, else the first after it; undefined if unknown. */
export function useToolInfo(session: string, name: string, callSeq: number): ToolInfo | undefined {
  const { mirror } = useSessionLog(session);
  const lists = serverActivity(mirror).trace('tools').answers;
  const before = lists.filter((seq) => seq < callSeq);
  const newest = before.at(-1) ?? lists[0] ?? 0;
  return useLoaded(
    newest === 0 ? '' : `${session} ${name} ${newest}`,
    async () => {
      const list = await loggedList(session, 'tools', newest);
      return list.ok ? readTools(list.value.items).find((tool) => tool.name === name) : undefined;
    },
    mirror,
  );
}

/** Whether the failed call may be retried; undefined if it did not fail or there is no advice. */
export function useRetryAdvice(inspected: Inspected, context: LookupContext): RetryAdvice | undefined {
  const { session, request, settling } = inspected;
  const { tier, method, target } = settling;
  const tool = useToolInfo(session, method === 'tools/call' ? target : '', request?.row.seq ?? settling.seq);
  if (tier !== 'tool' && tier !== 'protocol') return undefined;
  const envelope = settlingEnvelope(inspected);
  const error = wireErrorOf(inspected);
  const failed = envelope?.kind === 'result' && isJsonObject(envelope.result) ? envelope.result : undefined;
  if (error === undefined && failed?.isError !== true) return undefined;
  return retryAdvice({
    ...(error === undefined ? {} : { error }),
    ...(failed === undefined ? {} : { result: failed }),
    method,
    vocabularies: context.vocabularies?.map(({ id }) => id) ?? [],
    annotations: tool?.annotations,
  });
}
