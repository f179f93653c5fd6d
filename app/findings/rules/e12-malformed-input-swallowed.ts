import type { UnreadLine } from '../odd-lines.ts';
import { type EndVerdict, envelopeRule } from '../rule.ts';
import { lineExcerpt } from '../wire-excerpt.ts';

const SHOWN = 50;

/**
 * Nearly every SDK drops such a line over stdio; a probe sends one on purpose and waits. Said once for a session,
 * at the first line that got no error.
 */
export const rule = envelopeRule({
  title: 'Malformed input was dropped without a word',
  source: 'JSON-RPC 2.0 §5.1, -32700 and -32600; seen in most SDKs over stdio',
  severity: 'advice',
  side: 'client',
  reaction: true,
  end(view) {
    const lines = view.unreadLines.droppedAt(view.facts.now, view.lastAnsweredRequest);
    const [first] = lines;
    return first === undefined ? [] : [verdictOn(first, lines)];
  },
});

function verdictOn(line: UnreadLine, lines: readonly UnreadLine[]): EndVerdict {
  const code = line.codeDue ?? -32600;
  const what = code === -32700 ? 'no JSON' : 'JSON, but no JSON-RPC message';
  const others = lines.length === 1 ? '' : `, as for ${lines.length - 1} more`;
  const id = line.idKey.startsWith('n:') ? line.idKey.slice(2) : 'null';
  const message = code === -32700 ? 'Parse error' : 'Invalid Request';
  return {
    seq: line.seq,
    evidence: lines.slice(0, SHOWN).map(({ seq }) => seq),
    explanation: `The client sent a line that is ${what}, and no error came back${others}, so nobody learns of the mistake.`,
    todo: `The client must send one whole JSON-RPC message on each line; it cannot rely on ${code}, which most servers do not send over stdio.`,
    before: lineExcerpt(line.text),
    after: `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":"${message}"}}`,
  };
}
