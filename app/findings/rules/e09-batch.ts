import { parseJson } from '../../base/json-value.ts';
import { senderName } from '../../frame/record.ts';
import { allowsBatches, atLeast } from '../../protocol/revisions.ts';
import { envelopeRule } from '../rule.ts';
import { lineExcerpt, wireExcerpt } from '../wire-excerpt.ts';

const SHOWN = 3;

/**
 * Only 2025-03-26 had batches; if no revision is agreed on, nobody can say. 2024-11-05 follows JSON-RPC 2.0, which has
 * them (§6), and names single messages only.
 */
export const rule = envelopeRule({
  title: 'A JSON-RPC batch',
  source: 'MCP 2025-06-18, changelog: batching removed',
  severity: (revision) => {
    if (allowsBatches(revision)) return undefined;
    return atLeast(revision, '2025-06-18') ? 'violation' : 'info';
  },
  batch({ envelope, revision, sender, text }) {
    const count = envelope.items.length;
    return {
      explanation: `The line holds ${count === 1 ? 'a message' : `${count} messages`} in an array, ${atLeast(revision, '2025-06-18') ? `which ${revision} does not allow` : `of which ${revision} says nothing`}, so a receiver may drop the whole line.`,
      todo: `The ${senderName(sender)} must send each message on a line of its own.`,
      before: lineExcerpt(text),
      after: eachOnItsLine(text),
    };
  },
});

function eachOnItsLine(text: string): string {
  const items = parseJson(text);
  if (!Array.isArray(items)) return '';
  const lines = items.slice(0, SHOWN).map((item) => wireExcerpt(item));
  return [...lines, ...(items.length > SHOWN ? ['…'] : [])].join('\n');
}
