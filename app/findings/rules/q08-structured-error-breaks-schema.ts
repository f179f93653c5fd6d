import { firstMisfit } from '../../base/schema/check-schema.ts';
import { TRAIT } from '../error-text.ts';
import { changed } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  traits: TRAIT.structured,
  toolError(answer, view) {
    const structured = answer.result.structuredContent;
    const schema = view.facts.tools.find(answer.tool)?.outputSchema;
    if (answer.method !== 'tools/call' || structured === undefined || schema === undefined) return undefined;
    const misfit = firstMisfit(schema, structured);
    if (misfit === undefined) return undefined;
    return {
      evidence: [view.facts.tools.listSeq, answer.exchange?.requestSeq ?? answer.seq, answer.seq],
      values: { place: misfit.place, message: misfit.message },
      after: changed({ structuredContent: undefined }),
    };
  },
};
