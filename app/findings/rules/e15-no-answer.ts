import { SUBSCRIPTIONS_LISTEN } from '../../protocol/methods.ts';
import type { EndVerdict, Rule, Verdict } from '../rule.ts';
import type { SeenExchange } from '../seen-exchange.ts';
import type { SessionView } from '../session-view.ts';
import { always } from '../severity.ts';

/** The time-out of the official clients; without a client's own word nothing shorter counts. */
const PATIENCE_MS = 60_000;

export const noAnswer: Rule = {
  id: 'E15',
  name: 'no-answer',
  title: 'No answer at all, while others were answered',
  source: 'JSON-RPC 2.0 §5; seen where one handler dies (Hermes MCP, rmcp)',
  severity: always('advice'),
  reaction: true,
  judges: {
    client({ record, exchange }, view) {
      if (record.event !== 'timeout' || exchange === undefined || !isAlone(exchange, view)) return undefined;
      return { ...said(exchange, view), evidence: [exchange.seq, view.lastAnswerSeq, record.seq] };
    },
    end(view) {
      if (!view.complete || view.stdinClosed) return [];
      const verdicts: EndVerdict[] = [];
      for (const exchange of view.exchanges.open) {
        if (view.now - exchange.at < PATIENCE_MS || exchange.cancelledSeq > 0 || !isAlone(exchange, view))
          continue;
        verdicts.push({
          ...said(exchange, view),
          seq: exchange.seq,
          evidence: [exchange.seq, view.lastAnswerSeq],
        });
      }
      return verdicts;
    },
  },
};

function isAlone(exchange: SeenExchange, view: SessionView): boolean {
  if (exchange.sender !== 'client-to-server' || exchange.deliberate) return false;
  if (exchange.answerSeq > 0 || exchange.givenUp) return false;
  return exchange.method !== SUBSCRIPTIONS_LISTEN && view.lastAnswerAt > exchange.at;
}

function said(exchange: SeenExchange, view: SessionView): Verdict {
  const id = exchange.id.text.slice(0, 80);
  return {
    explanation: `The server answered other requests after this one (record ${view.lastAnswerSeq}) and never this one, so a handler may have died or still be at work. The server's author should check that every path of ${exchange.method.slice(0, 80)} ends in an answer.`,
    before: '',
    after: `{"jsonrpc":"2.0","id":${id},…}`,
  };
}
