import { SUBSCRIPTIONS_LISTEN } from '../../protocol/methods.ts';
import type { Exchange } from '../../session/exchange.ts';
import type { EndVerdict, Rule, Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';

/** The time-out of the official clients; without a client's own word nothing shorter counts. */
const PATIENCE_MS = 60_000;

export const noAnswer: Rule = {
  id: 'E15',
  name: 'no-answer',
  title: 'No answer at all, while others were answered',
  source: 'JSON-RPC 2.0 §5; seen where one handler dies (Hermes MCP, rmcp)',
  severity: 'advice',
  reaction: true,
  checks: {
    client({ record, exchange }, view) {
      if (record.event !== 'timeout' || exchange === undefined || !isAlone(exchange, view)) return undefined;
      if (exchange.givenUpSeq !== record.seq) return undefined;
      return { ...verdict(exchange, view), evidence: [exchange.requestSeq, view.lastAnswerSeq, record.seq] };
    },
    end(view) {
      if (!view.facts.complete || view.facts.stdinClosed) return [];
      const verdicts: EndVerdict[] = [];
      for (const exchange of view.open) {
        if (
          view.facts.now - exchange.startedAt < PATIENCE_MS ||
          exchange.cancelledSeq > 0 ||
          !isAlone(exchange, view)
        )
          continue;
        verdicts.push({
          ...verdict(exchange, view),
          seq: exchange.requestSeq,
          evidence: [exchange.requestSeq, view.lastAnswerSeq],
        });
      }
      return verdicts;
    },
  },
};

function isAlone(exchange: Readonly<Exchange>, view: SessionView): boolean {
  if (exchange.sender !== 'client-to-server' || exchange.fromRawMessage) return false;
  if (exchange.answerSeq > 0) return false;
  return exchange.method !== SUBSCRIPTIONS_LISTEN && view.lastAnswerAt > exchange.startedAt;
}

function verdict(exchange: Readonly<Exchange>, view: SessionView): Verdict {
  const id = exchange.id.text.slice(0, 80);
  return {
    explanation: `The server answered other requests after this one (record ${view.lastAnswerSeq}) and never this one, so a handler may have died or still be at work.`,
    todo: `The server's author should check that every path of ${exchange.method.slice(0, 80)} ends in an answer.`,
    after: `{"jsonrpc":"2.0","id":${id},…}`,
  };
}
