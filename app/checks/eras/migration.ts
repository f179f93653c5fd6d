import { isJsonObject, type JsonObject, stringAt } from '../../base/json-value.ts';
import {
  answerLine,
  errorExcerptOf,
  lineExcerpt,
  requestLine,
  wireExcerpt,
} from '../../findings/wire-excerpt.ts';
import type { FrameRecord } from '../../frame/record.ts';
import {
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  LOG_LEVEL_KEY,
  PROTOCOL_VERSION_KEY,
  SUBSCRIPTION_ID_KEY,
} from '../../protocol/meta-keys.ts';
import {
  ELICITATION_CREATE,
  methodFacts,
  ROOTS_LIST,
  SAMPLING_CREATE_MESSAGE,
  SUBSCRIPTIONS_LISTEN,
} from '../../protocol/methods.ts';
import { FIRST_STATELESS } from '../../protocol/revisions.ts';
import type { AnswerEvent, NotificationEvent, RequestEvent } from '../../session/session-event.ts';
import { EventReader } from '../../session/session-event.ts';
import type { WireError } from '../../wire/envelope.ts';
import texts from './migration-texts.json' with { type: 'json' };

/** A part of a session up to 2025-11-25 that differs in 2026-07-28. */
export type MigrationStep = {
  /** The method, or the subject. */
  readonly what: string;
  readonly side: 'client' | 'server';
  readonly count: number;
  readonly seq: number;
  readonly text: string;
  /** Wire text, shortened. */
  readonly before: string;
  /** The equivalent in 2026-07-28, with this session's values; empty if it was removed. */
  readonly after: string;
};

type Kind = keyof typeof texts;
type Found = Omit<MigrationStep, 'what' | 'text' | 'count'> & { count: number };

/** Results that state how long they may be cached (2026-07-28, schema.ts, `CacheableResult`). */
const CACHEABLE =
  /^(?:tools\/list|prompts\/list|resources\/list|resources\/templates\/list|resources\/read)$/;
const CHANGE = /^notifications\/(?:(?:tools|resources|prompts)\/list_changed|resources\/updated)$/;

/** Collects what changes in a session's traffic with 2026-07-28 (changelog.mdx of that revision). */
export class MigrationReader extends EventReader {
  readonly #found = new Map<Kind, Found>();
  #client: JsonObject = {};
  /** The id of the client's last request: server requests in the meantime belong to it. */
  #calling = 'null';

  /** In the order of the session; empty for a session that starts without `initialize`. */
  get steps(): readonly MigrationStep[] {
    if (!this.#found.has('initialize')) return [];
    return [...this.#found].map(([what, found]) => ({ what, text: texts[what], ...found }));
  }

  protected override onRequest({ record, envelope, facts }: RequestEvent): void {
    const { method, params, id } = envelope;
    const isClient = record.direction === 'client-to-server';
    if (facts.serverStateless) return;
    if (method === 'initialize') this.#client = clientMeta(params);
    if (isClient) this.#calling = id.text;
    const side = isClient ? 'client' : 'server';
    if (isGone(method)) {
      this.#add(method, side, record, () => this.#requestAfter(method, params, id.text));
      return;
    }
    if (!isClient || method === 'server/discover') return;
    const withMeta = { ...objectOf(params), _meta: this.#client };
    this.#add('_meta', 'client', record, () => requestLine({ method, params: withMeta }, id.text));
    if (isJsonObject(params) && isJsonObject(params.task)) this.#add('task', 'client', record, () => '');
  }

  protected override onNotification({ record, envelope, facts }: NotificationEvent): void {
    const { method, params } = envelope;
    if (facts.serverStateless) return;
    const side = record.direction === 'client-to-server' ? 'client' : 'server';
    if (isGone(method)) this.#add(method, side, record, () => '');
    if (!CHANGE.test(method)) return;
    const subscribed = { ...objectOf(params), _meta: { [SUBSCRIPTION_ID_KEY]: '…' } };
    this.#add('change', 'server', record, () => wireExcerpt({ jsonrpc: '2.0', method, params: subscribed }));
  }

  protected override onAnswer({ record, envelope, exchange, facts }: AnswerEvent): void {
    if (facts.serverStateless || record.direction !== 'server-to-client' || exchange === undefined) return;
    if (envelope.kind === 'error') {
      this.#error(record, envelope.error, exchange.params);
      return;
    }
    const { method } = exchange;
    const { result } = envelope;
    if (!isJsonObject(result) || isGone(method) || result.resultType !== undefined) return;
    const say = (added: JsonObject) => () =>
      answerLine({ ...envelope, result: { ...added, ...result } }, envelope.id?.text ?? 'null');
    this.#add('resultType', 'server', record, say({ resultType: 'complete' }));
    // Caching nothing is valid for any server.
    const cached = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    if (CACHEABLE.test(method)) this.#add('cache', 'server', record, say(cached));
  }

  #error(record: FrameRecord, error: WireError, params: unknown): void {
    const { code } = error;
    const uri = stringAt(params, 'uri');
    if (code === -32002 && uri !== undefined)
      this.#add('-32002', 'server', record, () => errorExcerptOf({ ...error, code: -32602, data: { uri } }));
    if (code === -32042) this.#add('-32042', 'server', record, () => '');
  }

  #requestAfter(method: string, params: unknown, id: string): string {
    const _meta = this.#client;
    switch (method) {
      case 'initialize':
        return requestLine({ method: 'server/discover', params: { _meta } }, id);
      case 'logging/setLevel':
        return wireExcerpt({
          _meta: { ...(isJsonObject(params) ? { [LOG_LEVEL_KEY]: params.level } : {}), ..._meta },
        });
      case 'resources/subscribe': {
        const notifications = { resourceSubscriptions: isJsonObject(params) ? [params.uri] : [] };
        return requestLine({ method: SUBSCRIPTIONS_LISTEN, params: { notifications, _meta } }, id);
      }
      case SAMPLING_CREATE_MESSAGE:
      case ELICITATION_CREATE:
      case ROOTS_LIST: {
        const inputRequests = { input: { method, params: objectOf(params) } };
        const result = { resultType: 'input_required', inputRequests };
        return `{"jsonrpc":"2.0","id":${this.#calling},"result":${wireExcerpt(result)}}`;
      }
      default:
        return '';
    }
  }

  #add(what: string, side: Found['side'], record: FrameRecord, after: () => string): void {
    if (!isKind(what)) return;
    const found = this.#found.get(what);
    if (found !== undefined) found.count += 1;
    else {
      const before = lineExcerpt(record.raw ?? '');
      this.#found.set(what, { side, count: 1, seq: record.seq, before, after: after() });
    }
  }
}

function isKind(what: string): what is Kind {
  return Object.hasOwn(texts, what);
}

function isGone(method: string): boolean {
  const { until } = methodFacts(method) ?? {};
  return until !== undefined && until < FIRST_STATELESS;
}

/** The `_meta` of this client's requests (2026-07-28, basic/index.mdx, "_meta"). */
function clientMeta(params: unknown): JsonObject {
  const { clientInfo, capabilities } = objectOf(params);
  return {
    [PROTOCOL_VERSION_KEY]: FIRST_STATELESS,
    ...(clientInfo === undefined ? {} : { [CLIENT_INFO_KEY]: clientInfo }),
    [CLIENT_CAPABILITIES_KEY]: capabilities ?? {},
  };
}

function objectOf(params: unknown): JsonObject {
  return isJsonObject(params) ? params : {};
}
