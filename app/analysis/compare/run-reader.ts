import { groupedBy } from '../../base/grouped-by.ts';
import { canonicalJson, isJsonObject } from '../../base/json-value.ts';
import { FingerprintReader } from '../../codes/fingerprints/fingerprint-reader.ts';
import type { Finding } from '../../findings/finding.ts';
import { FindingReader } from '../../findings/finding-reader.ts';
import { type Direction, type KnownRecord, shownFrame } from '../../frame/record.ts';
import type { Outcome, Row } from '../../frame/row.ts';
import type { ErrorTier } from '../../frame/tier.ts';
import { type Exchange, isUserCaused, type OrphanError } from '../../session/exchange.ts';
import { LogModel } from '../../session/log-model.ts';
import { isOfMessages, type SessionEvent, type SessionReader } from '../../session/session-event.ts';
import type { SessionModel } from '../../session/session-model.ts';
import type { Envelope } from '../../wire/envelope.ts';

/** The content of one message in a frame: a request's params, an answer's result or data. */
type Message = { readonly idKey: string | undefined; readonly text: string };

type FrameMessages = { readonly first: Message; readonly byId: ReadonlyMap<string | undefined, Message> };

type RunChecks = SessionReader & { readonly findings: readonly RunFinding[] };

export class RunReader {
  readonly #log: LogModel;
  readonly #messages = new Map<number, FrameMessages>();
  readonly #checks: RunChecks[] = [];

  constructor(checksOf: (model: SessionModel, session: string) => RunChecks = withRules) {
    this.#log = new LogModel({
      all: [{ take: (event) => this.#hear(event) }],
      each: (model, session) => {
        const checks = checksOf(model, session);
        this.#checks.push(checks);
        return [checks];
      },
    });
  }

  take(record: KnownRecord): void {
    this.#log.take(record);
  }

  finish(): Run {
    this.#log.finish();
    const models = this.#log.sessionNames.map((name) => this.#log.model(name));
    const found = bySeq(this.#checks.flatMap(({ findings }) => findings));
    const exchanges = models
      .flatMap((model) => model.book.exchanges)
      .sort((a, b) => a.requestSeq - b.requestSeq)
      .map((exchange) => this.#exchange(exchange, found));
    const events = models.flatMap((model) => model.book.orphans.flatMap(eventOf));
    const findings = [...found.values()].flat().sort((a, b) => a.seq - b.seq);
    return { exchanges, events: events.sort((a, b) => a.seq - b.seq), findings };
  }

  #hear(event: SessionEvent): void {
    if (!isOfMessages(event)) return;
    const messages = messagesOf(event.envelope, shownFrame(event.record));
    const [first] = messages;
    if (first === undefined) return;
    // Among several with one id, the first counts.
    const byId = new Map(messages.toReversed().map((message) => [message.idKey, message]));
    this.#messages.set(event.record.seq, { first, byId });
  }

  /** Removes the exchange's findings from `found`: each belongs to only one exchange. */
  #exchange(exchange: Readonly<Exchange>, found: Map<number, RunFinding[]>): RunExchange {
    const { sender, method, target, requestSeq, answerSeq, tier, outcome, message } = exchange;
    const findingsAt = [requestSeq, answerSeq, exchange.likelyAnswerSeq].filter((seq) => seq > 0);
    const findings = findingsAt.flatMap((seq) => {
      const own = found.get(seq) ?? [];
      found.delete(seq);
      return own;
    });
    return {
      sender,
      method,
      target,
      params: this.#textIn(requestSeq, exchange.id.key),
      requestSeq,
      answerSeq,
      tier,
      outcome,
      code: exchange.codeText,
      message,
      result: this.#textIn(answerSeq, exchange.id.key),
      durationMs: answerSeq > 0 ? exchange.endedAt - exchange.startedAt - exchange.heldMs : -1,
      findings,
      expected: isUserCaused(exchange),
    };
  }

  /** A batch has several messages; an answer without a usable id is the only one in its frame. */
  #textIn(seq: number, idKey: string): string {
    const messages = seq > 0 ? this.#messages.get(seq) : undefined;
    return (messages?.byId.get(idKey) ?? messages?.first)?.text ?? '';
  }
}

function messagesOf(envelope: Envelope, raw: string): readonly Message[] {
  switch (envelope.kind) {
    case 'request':
      return [{ idKey: envelope.id.key, text: canonical(withoutMeta(envelope.params ?? {}), envelope, raw) }];
    case 'result':
      return [{ idKey: envelope.id?.key, text: canonical(withoutMeta(envelope.result), envelope, raw) }];
    case 'error':
      return [{ idKey: envelope.id?.key, text: canonical(envelope.error.data, envelope, raw) }];
    case 'batch':
      return envelope.items.flatMap((item) => messagesOf(item, raw));
    default:
      return [];
  }
}

function withoutMeta(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const { _meta, ...rest } = value;
  return rest;
}

/** What is too deep to be read may still differ, so such a line is compared as it is. */
function canonical(value: unknown, { cut }: { readonly cut?: number }, raw: string): string {
  if (value === undefined) return '';
  return cut === undefined ? canonicalJson(value) : raw;
}

function eventOf({ seq, tier, message, fromRawMessage }: Readonly<OrphanError>): RunEvent[] {
  return tier === 'ok' ? [] : [{ seq, tier, message, expected: fromRawMessage }];
}

function withRules(model: SessionModel, session: string): RunChecks {
  const fingerprints = new FingerprintReader();
  const rules = new FindingReader(model, session, { vocabularies: () => fingerprints.vocabularies });
  return {
    take(event) {
      fingerprints.take(event);
      rules.take(event);
    },
    finish: () => rules.finish(),
    get findings() {
      return rules.sink.findings;
    },
  };
}

function bySeq(findings: readonly RunFinding[]): Map<number, RunFinding[]> {
  const own = findings.map(({ rule, severity, title, seq }) => ({ rule, severity, title, seq }));
  return groupedBy(own, ({ seq }) => seq);
}

export type Run = {
  /** In request order. */
  readonly exchanges: readonly RunExchange[];
  /** Errors outside exchanges, in order. */
  readonly events: readonly RunEvent[];
  readonly findings: readonly RunFinding[];
};

export type RunExchange = Pick<Row, 'method' | 'target' | 'tier' | 'code' | 'durationMs'> & {
  readonly sender: Direction;
  /** The params without `_meta`, as canonical JSON. */
  readonly params: string;
  readonly requestSeq: number;
  /** 0 if there is no answer. */
  readonly answerSeq: number;
  readonly outcome: Outcome;
  readonly message: string;
  /** The result without `_meta`, or the error's data, as canonical JSON; empty for none. */
  readonly result: string;
  readonly findings: readonly RunFinding[];
  /** True if the request was a raw message, whose errors the user expects. */
  readonly expected: boolean;
};

export type RunEvent = {
  readonly seq: number;
  readonly tier: ErrorTier;
  readonly message: string;
  /** True if a raw message caused it. */
  readonly expected: boolean;
};

export type RunFinding = Pick<Finding, 'rule' | 'severity' | 'title' | 'seq'>;
