import { isJsonObject, stringAt } from '../base/json-value.ts';
import { preview } from '../frame/preview.ts';
import { type FrameRecord, opposite } from '../frame/record.ts';
import { SUBSCRIPTION_ID_KEY } from '../protocol/meta-keys.ts';
import { SUBSCRIPTIONS_LISTEN } from '../protocol/methods.ts';
import type { Exchange } from './exchange.ts';
import type { ExchangeBook } from './exchange-book.ts';
import type { NotificationEvent } from './session-event.ts';
import { metaOf, type SessionFacts } from './session-facts.ts';

type About = {
  readonly exchange?: Exchange | undefined;
  readonly settled?: boolean;
  readonly several?: boolean;
};
const NOTHING: About = {};

/** The exchange that a notification concerns, and its effect on it. */
export function notified(
  book: ExchangeBook,
  facts: SessionFacts,
  record: FrameRecord,
  { method, params }: NotificationEvent['envelope'],
): About {
  switch (method) {
    case 'notifications/cancelled':
      return cancelled(book, facts, record, params);
    case 'notifications/subscriptions/acknowledged':
      return acknowledged(book, record, params);
    case 'notifications/progress':
      return book.index.reported(opposite(record.direction), params);
    default:
      return NOTHING;
  }
}

/** The server acknowledged a subscription (2026-07-28): it stays open, and no answer is expected. */
function acknowledged(book: ExchangeBook, { direction }: FrameRecord, params: unknown): About {
  if (direction !== 'server-to-client') return NOTHING;
  const found = book.index.named('client-to-server', metaOf(params)?.[SUBSCRIPTION_ID_KEY]);
  if (found?.method !== SUBSCRIPTIONS_LISTEN) return NOTHING;
  const settled = found.outcome === 'pending';
  if (settled) book.index.listen(found);
  return { exchange: found, settled };
}

/** Either side may end a subscription this way (2026-07-28, basic/patterns/cancellation); a call only its sender. */
function cancelled(
  book: ExchangeBook,
  facts: SessionFacts,
  { direction, seq, at }: FrameRecord,
  params: unknown,
): About {
  const id = isJsonObject(params) ? params.requestId : undefined;
  const other = direction === 'server-to-client' ? book.index.named('client-to-server', id) : undefined;
  const listened = other?.method === SUBSCRIPTIONS_LISTEN ? other : undefined;
  const own = book.index.named(direction, id);
  const exchange = own ?? listened;
  if (exchange === undefined) return NOTHING;
  const { outcome } = exchange;
  if (exchange === own && own.answerSeq === 0 && own.cancelledSeq === 0) {
    own.cancelledSeq = seq;
    own.cancelledAt = at;
  }
  if (exchange.outcome === 'listening' || (exchange === listened && exchange.outcome === 'pending')) {
    book.settle(exchange, { tier: 'ok', outcome: 'ok', endedAt: at });
  } else if (exchange.outcome === 'pending') {
    const message = preview(stringAt(params, 'reason') ?? '');
    const tier = facts.isProbeOver(exchange) ? 'ok' : 'client';
    book.settle(exchange, { tier, outcome: 'cancelled', endedAt: at, message });
  }
  return { exchange, settled: exchange.outcome !== outcome };
}
