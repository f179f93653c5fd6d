import { opposite, senderName } from '../../frame/record.ts';
import { callWithId } from '../call-name.ts';
import { idRepair } from '../repair.ts';
import { envelopeRule } from '../rule.ts';
import { answerLine } from '../wire-excerpt.ts';

/** The SDKs that answer under ids of their own, whatever the server's author does. */
const DO_THIS = ['hermes', 'swift-sdk'];
/** Such an id shows it even if nothing else does. */
const HERMES_ID = /^"err_[\w+/=-]{8,}"$/;

export const rule = envelopeRule({
  title: 'An answer to an id that nobody asked for',
  source: 'JSON-RPC 2.0 §5; seen in Hermes MCP ("err_…") and the Swift SDK (random ids)',
  severity: 'violation',
  reaction: true,
  mismatch({ envelope, match, exchange, sender }, view) {
    const { id } = envelope;
    if (id === undefined || (match !== 'orphan' && match !== 'own-id') || !view.facts.complete)
      return undefined;
    const asker = opposite(sender);
    if (view.model.otherType(asker, id) !== undefined || view.model.usedBefore(asker, id)) return undefined;
    // The client sent a line with this id that is no request: it has been answered, and rules of its own name it.
    if (sender === 'server-to-client' && view.unreadLines.named(id.key)) return undefined;
    const shown = id.text.slice(0, 80);
    const fault =
      exchange === undefined
        ? `No request with the id ${shown} was sent, so nobody can use this answer, and a request that it was meant for waits for ever`
        : `Only ${callWithId(exchange)} was open, and the answer has the id ${shown}, which nobody asked for, so clients cannot match the two and the call ends as a time-out`;
    const meant = (exchange ?? view.model.onlyPending(asker))?.id.text;
    return {
      explanation: `${fault}.`,
      todo: `The ${senderName(sender)} must answer with the id of the request, and only if there is one.`,
      before: answerLine(envelope, id.text),
      ...(meant === undefined
        ? {}
        : { after: answerLine(envelope, meant), ...idRepair(envelope, exchange, meant) }),
      ...(sender === 'server-to-client' ? { sdks: DO_THIS } : {}),
      ...(sender === 'server-to-client' && HERMES_ID.test(id.text) ? { side: 'sdk' } : {}),
    };
  },
});
