import { callWithId } from '../call-name.ts';
import { idRepair } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';
import { answerLine } from '../wire-excerpt.ts';

export const rule: RuleCheck = {
  reaction: true,
  fault({ faults, exchange, envelope, at, sender, seq }, view) {
    if (!faults.includes('id-null') || (envelope.kind !== 'error' && envelope.kind !== 'result'))
      return undefined;
    const before = answerLine(envelope, 'null');
    const certain = exchange !== undefined && exchange.requestSeq >= view.facts.gapSeq;
    const line = sender === 'server-to-client' ? view.unreadLines.newestAt(at) : undefined;
    if (line !== undefined) {
      return {
        evidence: [line.seq, seq],
        case: 'unread-line',
        values: { line: line.seq },
        before,
      };
    }
    const noise = sender === 'client-to-server' ? view.noise.at(-1) : undefined;
    if (noise !== undefined && exchange === undefined)
      return { evidence: [noise, seq], case: 'noise', values: { line: noise }, before };
    if (!certain) return { case: 'unsure', before };
    return {
      case: 'sure',
      values: { call: callWithId(exchange) },
      before,
      after: answerLine(envelope, exchange.id.text),
      ...idRepair(envelope, exchange, exchange.id.text),
    };
  },
};
