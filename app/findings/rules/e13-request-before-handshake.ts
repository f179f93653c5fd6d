import { atMost, LAST_INITIALIZE } from '../../protocol/revisions.ts';
import { envelopeRule } from '../rule.ts';

/** The lifecycle binds the client; `server/discover` is how it learns the era. */
const ALLOWED = ['initialize', 'ping', 'server/discover'];

export const rule = envelopeRule({
  title: 'A request was sent before the handshake was complete',
  source:
    'MCP 2025-11-25, basic/lifecycle.mdx, "Initialization": the client SHOULD NOT send requests other than pings',
  severity: (revision) =>
    revision === 'unknown' || atMost(revision, LAST_INITIALIZE) ? 'advice' : undefined,
  binding: 'SHOULD',
  side: 'client',
  earlyRequest({ method, id, declared }, view) {
    const { facts, handshake } = view;
    if (!facts.complete || facts.serverStateless) return undefined;
    if (declared !== undefined || ALLOWED.includes(method)) return undefined;
    const before =
      handshake.answeredSeq > 0
        ? 'before notifications/initialized'
        : 'before the server had answered initialize';
    return {
      explanation: `The client sent ${method.slice(0, 80)} (id ${id.text.slice(0, 80)}) ${before}, when the two had not yet agreed on a revision and its capabilities.`,
      todo: `The client must wait for the answer to initialize and send notifications/initialized, and only then ${method.slice(0, 80)}.`,
    };
  },
});
