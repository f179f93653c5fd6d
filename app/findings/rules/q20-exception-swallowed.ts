import { callWithId } from '../call-name.ts';
import { TRAIT } from '../error-text.ts';
import type { RuleCheck } from '../rule.ts';

/** A warning may have a stack too, and a retry may have helped: a person must judge that. */
export const rule: RuleCheck = {
  traits: TRAIT.crashed,
  toolOk({ exchange, seq }, { callStderr }) {
    const crash = exchange === undefined ? undefined : callStderr.crashOf(exchange.requestSeq);
    if (exchange === undefined || crash === undefined) return undefined;
    return {
      evidence: [exchange.requestSeq, crash.seq, seq],
      values: { call: callWithId(exchange), line: JSON.stringify(crash.text) },
    };
  },
};
