import type { EndVerdict, Rule } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { lineExcerpt, wireExcerpt } from '../wire-excerpt.ts';

const PATIENCE_MS = 2000;

/** Nearly every SDK does this over stdio; a probe sends such a line on purpose and waits. */
export const malformedInputSwallowed: Rule = {
  id: 'E12',
  name: 'malformed-input-swallowed',
  title: 'Malformed input was dropped without a word',
  source: 'JSON-RPC 2.0 §5.1, -32700 and -32600; seen in most SDKs over stdio',
  severity: 'advice',
  reaction: true,
  needsProbe: true,
  checks: {
    end: (view) =>
      view.unreadLines
        .filter((line) => view.facts.now - line.at >= PATIENCE_MS)
        .map((line) => verdictOn(line, view)),
  },
};

function verdictOn(line: SessionView['unreadLines'][number], view: SessionView): EndVerdict {
  const unreadable = !line.text.trimStart().startsWith('{');
  const error = {
    code: unreadable ? -32700 : -32600,
    message: unreadable ? 'Parse error' : 'Invalid Request',
  };
  return {
    seq: line.seq,
    explanation: `The client sent a line that is no JSON-RPC message, and no error came back within ${Math.round((view.facts.now - line.at) / 1000)} s.`,
    todo: `The client must send messages only; the server should answer ${error.code}, so that such a mistake is seen.`,
    before: lineExcerpt(line.text),
    after: wireExcerpt({ jsonrpc: '2.0', id: null, error }),
  };
}
