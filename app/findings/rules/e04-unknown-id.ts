import { opposite } from '../../frame/record.ts';
import { callWithId } from '../call-name.ts';
import { idRepair } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';
import { answerLine } from '../wire-excerpt.ts';

/** SDKs that answer under their own ids, whatever the server's author does. */
const DO_THIS = ['hermes', 'swift-sdk'];
/** Such ids show it even without other evidence; the Python SDK's is in its `streamable_http.py`. */
export const PYTHON_ID = '"server-error"';
const HERMES_ID = /^"err_[\w+/=-]{8,}"$/;

export const rule: RuleCheck = {
  reaction: true,
  mismatch({ envelope, match, exchange, sender }, view) {
    const { id } = envelope;
    if (id === undefined || (match !== 'orphan' && match !== 'own-id') || !view.facts.complete)
      return undefined;
    const asker = opposite(sender);
    const { model } = view;
    const isKnown = model.otherType(asker, id) !== undefined || model.usedBefore(asker, id);
    if (exchange === undefined && isKnown) return undefined;
    // The client sent a malformed line with this id: this is its answer, which other rules name.
    if (sender === 'server-to-client' && view.unreadLines.named(id.key)) return undefined;
    const isOfPython = sender === 'server-to-client' && id.text === PYTHON_ID;
    return {
      case: isOfPython ? 'server-error' : exchange === undefined ? 'none' : 'open',
      values: { id: id.text.slice(0, 80), call: exchange && callWithId(exchange) },
      before: answerLine(envelope, id.text),
      ...(exchange === undefined
        ? {}
        : {
            after: answerLine(envelope, exchange.id.text),
            ...idRepair(envelope, exchange, exchange.id.text),
          }),
      ...(sender === 'server-to-client' ? { sdks: DO_THIS } : {}),
      ...(sender === 'server-to-client' && HERMES_ID.test(id.text) ? { side: 'sdk' } : {}),
    };
  },
};
