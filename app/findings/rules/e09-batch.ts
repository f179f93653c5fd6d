import { parseJson } from '../../base/json-value.ts';
import { atLeast } from '../../protocol/revisions.ts';
import type { RuleCheck } from '../rule.ts';
import { lineExcerpt, wireExcerpt } from '../wire-excerpt.ts';

const SHOWN = 3;

/** Only 2025-03-26 had batches. 2024-11-05 follows JSON-RPC 2.0, which has them (§6), but defines single messages. */
export const rule: RuleCheck = {
  batch({ envelope, revision, text }) {
    const count = envelope.items.length;
    return {
      case: atLeast(revision, '2025-06-18') ? 'forbidden' : 'undefined',
      values: { messages: count === 1 ? 'a message' : `${count} messages`, revision },
      before: lineExcerpt(text),
      after: eachOnItsLine(text),
    };
  },
};

function eachOnItsLine(text: string): string {
  const items = parseJson(text);
  if (!Array.isArray(items)) return '';
  const lines = items.slice(0, SHOWN).map((item) => wireExcerpt(item));
  return [...lines, ...(items.length > SHOWN ? ['…'] : [])].join('\n');
}
