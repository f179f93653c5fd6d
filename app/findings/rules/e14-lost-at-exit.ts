import type { ProcessRecord } from '../../frame/record.ts';
import { SUBSCRIPTIONS_LISTEN } from '../../protocol/methods.ts';
import type { Exchange } from '../../session/exchange.ts';
import { howItExited } from '../../session/process-event.ts';
import { callWithId } from '../call-name.ts';
import type { RuleCheck, Verdict } from '../rule.ts';

const SHOWN = 50;
const NAMED = 3;
/** If nothing else was open, the server never started. */
const START = ['initialize', 'server/discover'];

export const rule: RuleCheck = {
  process({ record, ended, facts }, view) {
    if (record.event !== 'exited' && record.event !== 'stdout-closed') return undefined;
    // A client that ends a server with open calls gives them up.
    if (facts.endedBy !== 'itself') return undefined;
    const since = facts.knownSince;
    const lost = ended.filter(
      ({ sender, method, fromRawMessage, requestSeq, id, likelyAnswerSeq }) =>
        sender === 'client-to-server' &&
        method !== SUBSCRIPTIONS_LISTEN &&
        !fromRawMessage &&
        // It was answered under another id.
        likelyAnswerSeq === 0 &&
        // A client that reuses an id or sends a forbidden batch cannot expect an answer.
        !view.reusedIds.has(id.key) &&
        !view.forbiddenBatches.has(requestSeq) &&
        requestSeq >= since,
    );
    if (lost.length === 0) return undefined;
    const isEarly = lost.every(({ requestSeq }) => requestSeq < facts.initializedSeq);
    return verdictOn(record, lost, isEarly && facts.complete && facts.negotiated !== 'unknown');
  },
};

function verdictOn(record: ProcessRecord, lost: readonly Readonly<Exchange>[], isEarly: boolean): Verdict {
  const evidence = [...lost.slice(0, SHOWN).map(({ requestSeq }) => requestSeq), record.seq];
  const how = () => (record.event === 'exited' ? `exited with ${howItExited(record)}` : 'closed its stdout');
  if (lost.every(({ method }) => START.includes(method))) {
    const first = lost[0]?.method ?? '';
    const isHandshake = lost.some(({ method }) => method === 'initialize');
    return {
      case: isHandshake ? 'start.handshake' : 'start',
      evidence,
      values: () => ({ how: how(), first }),
    };
  }
  const names = lost.slice(0, NAMED).map(({ method, target, id }) => ({ method, target, id }));
  const more = lost.length - names.length;
  return {
    case: isEarly ? 'early' : 'calls',
    evidence,
    values: () => ({ how: how(), calls: named(names, more) }),
  };
}

/** What names a request: its params need not be kept for that. */
type Named = Pick<Exchange, 'method' | 'target' | 'id'>;

function named(requests: readonly Named[], more: number): string {
  const names = requests.map(callWithId);
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(' and ');
}
