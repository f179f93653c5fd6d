import { isJsonObject } from '../../../app/base/json-value.ts';
import type { LookupContext } from '../../../app/codes/meaning-evidence.ts';
import { type RetryAdvice, retryAdvice } from '../../../app/findings/retry-advice.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { settlingEnvelope, wireErrorOf } from '../../state/inspected/settling-envelope.ts';
import { useToolInfo } from '../use-tool-info.ts';

/** What may be done with the call that failed; undefined if it did not fail, or if nothing says it. */
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
