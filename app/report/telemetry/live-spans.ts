import { shortId } from '../../base/short-id.ts';
import { FingerprintReader } from '../../codes/fingerprints/fingerprint-reader.ts';
import { FailureReader } from '../../explain/failure-reader.ts';
import { keptFailures } from '../../explain/stored-failure.ts';
import { type FrameRecord, type KnownRecord, shownFrame } from '../../frame/record.ts';
import { Redactor } from '../../frame/redaction/redactor.ts';
import { type OtlpSpan, otlpSpan } from '../../recording/export/otlp-span.ts';
import { epochOf } from '../../recording/export/recording-content.ts';
import type { Exchange } from '../../session/exchange.ts';
import { LogModel } from '../../session/log-model.ts';
import {
  type AnswerEvent,
  EventReader,
  isOfMessages,
  type MessageEvent,
  type RequestEvent,
  type SessionEvent,
} from '../../session/session-event.ts';
import type { SessionModel } from '../../session/session-model.ts';
import { memberText } from '../../wire/json-scan.ts';
import { Causes } from '../problem-groups.ts';
import { explainedError } from '../report-errors.ts';

type Seen = Readonly<Exchange>;

/** A call that has ended, as a span. */
export type LiveCall = {
  readonly span: OtlpSpan;
  /** The server by its own name, or the session's label. */
  readonly service: string;
};

type LiveSpansOptions = {
  readonly startedAt: string;
  /** True to send arguments and results, without their secrets. */
  readonly payloads: boolean;
  readonly onCall: (call: LiveCall) => void;
  /** A result came that no client reads: too late, a second time, or under an id that nobody waits for. */
  readonly onUnread: (why: string, service: string) => void;
  /** The ends of this many calls are not known: frames are missing. */
  readonly onLost: (count: number) => void;
};

/** How many settled exchanges a session keeps: a late answer still finds its request among them. */
const KEPT = 1000;
/** A longer payload is cut to this many characters. */
const MAX_PAYLOAD = 8000;

/** Makes a span of each call of a log as soon as it has ended. A defect ends the spans of its session, and no more. */
export class LiveSpans {
  readonly #options: LiveSpansOptions;
  /** When the log began, in milliseconds since 1970. */
  readonly #startMs: number;
  readonly #log: LogModel;
  readonly #redactor = new Redactor();
  readonly #causes = new Causes([]);
  readonly #faulty = new Set<string>();

  constructor(options: LiveSpansOptions) {
    this.#options = options;
    this.#startMs = epochOf(options, 0);
    this.#log = new LogModel({
      keptSettled: KEPT,
      guard: {
        fault: (one) => (this.#faulty.has(one) ? 'faulty' : ''),
        note: (one) => void this.#faulty.add(one),
      },
      each: (model, session) => {
        const fingerprints = new FingerprintReader();
        const failures = new FailureReader(
          () => fingerprints.spoken,
          () => model.book.errorsCutAt > 0,
        );
        const calls = new CallReader({
          keepsFrames: options.payloads,
          onEnd: (exchange, frames) =>
            this.#ended(exchange, frames, { session, model, failures, fingerprints }),
          onUnread: (why) => options.onUnread(why, this.#serviceOf(session)),
          onLost: options.onLost,
        });
        return [fingerprints, failures, calls];
      },
    });
  }

  take(record: KnownRecord): void {
    if (this.#options.payloads) this.#redactor.learn(record);
    this.#log.take(record);
  }

  /** Makes spans of the calls that are still open. */
  finish(): void {
    this.#log.finish();
  }

  #ended(exchange: Seen, frames: Frames, known: Known): void {
    const { facts } = known.model;
    const { startedAt, endedAt } = exchange;
    const span = otlpSpan(this.#clean(exchange), exchange.params, {
      session: known.session,
      facts: facts.peers,
      startMs: this.#startMs + startedAt,
      endMs: this.#startMs + Math.max(startedAt, endedAt, frames.endedAt),
      seed: this.#options.startedAt,
      record: this.#log.sessionRecord(known.session),
      more: { ...this.#problemOf(exchange, known), ...this.#payloads(frames) },
    });
    this.#options.onCall({ span, service: this.#serviceOf(known.session) });
  }

  /** Messages of errors quote what the caller has sent: no secret leaves in one. */
  #clean(exchange: Seen): Seen {
    return exchange.message === ''
      ? exchange
      : { ...exchange, message: this.#redactor.redactText(exchange.message) };
  }

  #problemOf(exchange: Seen, { model, failures, fingerprints }: Known): { readonly [key: string]: string } {
    if (exchange.tier === 'ok') return {};
    const sources = { failed: [exchange], orphans: [], reader: failures, isExpected: () => false };
    const [kept] = keptFailures(sources);
    if (kept === undefined || model.book.errorsCutAt > 0) return {};
    const error = explainedError(kept, [], { vocabularies: fingerprints.spoken, nameCode: () => null });
    return {
      'tierscope.reason': this.#redactor.redactText(error.explanation),
      'tierscope.problem': shortId(this.#causes.error(error).key),
    };
  }

  #payloads({ request, answer }: Frames): { readonly [key: string]: string | undefined } {
    if (request === undefined) return {};
    const at = (record: FrameRecord | undefined, ...path: readonly string[]): string | undefined => {
      if (record === undefined) return undefined;
      const clean = this.#redactor.redact(record);
      const raw = clean.type === 'frame' ? shownFrame(clean) : '';
      return path
        .reduce<string | undefined>((text, key) => memberText(text ?? '', key), raw)
        ?.slice(0, MAX_PAYLOAD);
    };
    return {
      'gen_ai.tool.call.arguments': at(request, 'params', 'arguments'),
      'gen_ai.tool.call.result': at(answer, 'result'),
    };
  }

  #serviceOf(session: string): string {
    const { server } = this.#log.model(session).facts.peers;
    return server?.name || this.#log.sessionRecord(session)?.label || session;
  }
}

type Known = {
  readonly session: string;
  readonly model: SessionModel;
  readonly failures: FailureReader;
  readonly fingerprints: FingerprintReader;
};

/** The frames of a call, if payloads are wanted; `endedAt` is the time of the record that ended it. */
type Frames = {
  readonly request?: FrameRecord | undefined;
  readonly answer?: FrameRecord | undefined;
  readonly endedAt: number;
};

type CallEvents = {
  readonly keepsFrames: boolean;
  readonly onEnd: (exchange: Seen, frames: Frames) => void;
  readonly onUnread: (why: string) => void;
  readonly onLost: (count: number) => void;
};

/** Why no client reads an answer that matches no open request. */
const UNREAD: ReadonlyMap<string, string> = new Map([
  ['duplicate', 'second answer'],
  ['orphan', 'unknown id'],
]);

/** Tells when each call of a session ends, once, and which results nobody waits for. */
class CallReader extends EventReader {
  readonly #events: CallEvents;
  readonly #open = new Map<Seen, FrameRecord | undefined>();
  #at = 0;
  /** True once frames are missing: an answer may then belong to a request that nobody saw. */
  #hasGap = false;

  constructor(events: CallEvents) {
    super();
    this.#events = events;
  }

  override take(event: SessionEvent): void {
    this.#at = event.record.at;
    if (event.record.type === 'dropped') {
      this.#hasGap = true;
      this.#events.onLost(this.#open.size);
      this.#open.clear();
    }
    super.take(event);
    if (!isOfMessages(event)) this.ended(endedBy(event));
  }

  ended(exchanges: Iterable<Seen>): void {
    for (const exchange of exchanges) this.#end(exchange);
  }

  finish(): void {
    this.ended([...this.#open.keys()]);
  }

  protected override onMessage(event: MessageEvent, part: number | undefined): void {
    super.onMessage(event, part);
    this.ended(endedBy(event));
  }

  protected override onRequest({ exchange, record }: RequestEvent): void {
    const isKept = this.#events.keepsFrames && exchange.method === 'tools/call';
    this.#open.set(exchange, isKept ? record : undefined);
  }

  protected override onAnswer({ exchange, record, match, envelope }: AnswerEvent): void {
    if (exchange !== undefined && this.#end(exchange, record)) return;
    if (envelope.kind !== 'result' || record.direction === 'client-to-server' || this.#hasGap) return;
    this.#events.onUnread(UNREAD.get(match) ?? exchange?.outcome ?? 'late');
  }

  /** Returns false for a call that has ended before. */
  #end(exchange: Seen, answer?: FrameRecord): boolean {
    const request = this.#open.get(exchange);
    if (!this.#open.delete(exchange)) return false;
    const { keepsFrames, onEnd } = this.#events;
    onEnd(exchange, { request, answer: keepsFrames ? answer : undefined, endedAt: this.#at });
    return true;
  }
}

/** The exchanges that an event other than an answer ends. */
function endedBy(event: SessionEvent): readonly Seen[] {
  if ('ended' in event) return event.ended;
  if (event.kind === 'request') return event.settled;
  const isEnd = (event.kind === 'notification' || event.kind === 'client') && event.settled;
  return isEnd && event.exchange !== undefined ? [event.exchange] : [];
}
