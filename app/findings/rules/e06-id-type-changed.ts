import { idRepair } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';
import { answerLine } from '../wire-excerpt.ts';

export const rule: RuleCheck = {
  reaction: true,
  mismatch({ envelope, match, exchange }) {
    if (envelope.id === undefined || match !== 'other-type' || exchange === undefined) return undefined;
    return {
      values: { asked: exchange.id.text, given: envelope.id.text },
      before: answerLine(envelope, envelope.id.text),
      after: answerLine(envelope, exchange.id.text),
      ...idRepair(envelope, exchange, exchange.id.text),
    };
  },
};
