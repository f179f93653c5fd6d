import type { FrameRecord, KnownRecord } from '../frame/record.ts';
import { type Envelope, readEnvelope } from '../wire/envelope.ts';
import { shownLine } from '../wire/line-text.ts';
import { readRpcId } from '../wire/rpc-id.ts';
import { AnswerFinder } from './answer-finder.ts';
import { dispatchFor } from './dispatch.ts';
import type { Finding } from './finding.ts';
import { FindingSink } from './finding-sink.ts';
import { learnFromRequest } from './learn.ts';
import type { MalformedLine } from './message.ts';
import { SessionView } from './session-view.ts';

/** `judgeDeliberate` is the prober's: it sends nonsense in order to judge the answer. */
export type FinderOptions = { readonly judgeDeliberate?: boolean };

/**
 * Reads the records of one session in order and gives what the rules find.
 * Pure and incremental: live, replayed, imported and tapped traffic go the same way.
 */
export class SessionFinder {
  readonly #view = new SessionView();
  readonly #sink: FindingSink;
  readonly #answers: AnswerFinder;
  readonly #judgeDeliberate: boolean;

  constructor(session: string, options: FinderOptions = {}) {
    this.#judgeDeliberate = options.judgeDeliberate === true;
    this.#sink = new FindingSink(session, this.#view, this.#judgeDeliberate);
    this.#answers = new AnswerFinder(this.#view, this.#sink);
  }

  /**
   * Takes the next record; gives what it made known, often nothing.
   * `envelope` saves a second reading where the caller has read the line already.
   */
  ingest(record: KnownRecord, envelope?: Envelope): readonly Finding[] {
    if ('at' in record) this.#view.now = record.at;
    switch (record.type) {
      case 'frame':
        this.#frame(record, envelope ?? readEnvelope(lineOf(record)));
        break;
      case 'process':
        this.#process(record);
        break;
      case 'client':
        this.#client(record);
        break;
      case 'session':
        if (record.origin !== 'import') this.#view.complete = true;
        break;
      case 'dropped':
        this.#view.noteGap();
        break;
      case 'stderr':
      case 'mark':
      case 'end':
        break;
    }
    return this.#sink.take();
  }

  /** What can only be said when nothing more will come. Call it once, after the last record. */
  finish(): readonly Finding[] {
    for (const bound of dispatchFor(this.#view.revision).end) {
      for (const verdict of bound.judge(this.#view))
        this.#sink.add(bound, verdict, verdict.seq, [verdict.seq]);
    }
    return this.#sink.take();
  }

  #frame(record: FrameRecord, envelope: Envelope): void {
    if (record.direction === 'client-to-server' && record.deliberate === true)
      this.#view.deliberateAt = record.at;
    if (envelope.kind !== 'batch') {
      this.#message(record, envelope);
      return;
    }
    const placed = this.#placed(record);
    this.#sink.run(dispatchFor(placed.revision).batch, { ...placed, envelope });
    for (const item of envelope.items) this.#message(record, item);
  }

  #message(record: FrameRecord, envelope: Envelope): void {
    switch (envelope.kind) {
      case 'request':
        this.#request(record, envelope);
        return;
      case 'notification':
        this.#notification(record, envelope);
        return;
      case 'result':
      case 'error':
        this.#answers.judge(record, envelope);
        return;
      case 'not-json':
      case 'not-json-rpc':
        this.#malformed(record, envelope);
        return;
      case 'batch':
        return;
    }
  }

  #request(record: FrameRecord, envelope: Extract<Envelope, { kind: 'request' }>): void {
    const { id, method, params, faults } = envelope;
    const view = this.#view;
    view.fragments[record.direction].reset();
    let earlier = view.exchanges.find(record.direction, id);
    if (method === 'initialize' && earlier !== undefined && record.deliberate !== true) {
      view.beginLife();
      earlier = undefined;
    }
    const dispatch = dispatchFor(view.revision);
    if (earlier !== undefined || record.direction === 'server-to-client') {
      const message = { ...this.#placed(record), id, method, params, earlier };
      if (earlier !== undefined) this.#sink.run(dispatch.reusedId, message);
      if (record.direction === 'server-to-client') this.#sink.run(dispatch.serverRequest, message);
    }
    if (faults.length > 0) {
      this.#sink.run(dispatch.fault, { ...this.#placed(record), faults, envelope, exchange: undefined });
    }
    view.open(record, envelope, earlier);
    if (record.direction !== 'client-to-server') return;
    view.lastNotificationSeq = 0;
    learnFromRequest(view, method, params);
  }

  #notification(record: FrameRecord, envelope: Extract<Envelope, { kind: 'notification' }>): void {
    const { method, params, faults } = envelope;
    const view = this.#view;
    view.fragments[record.direction].reset();
    const dispatch = dispatchFor(view.revision);
    const rules = dispatch.notification(method);
    if (rules.length > 0) this.#sink.run(rules, { ...this.#placed(record), method, params });
    if (faults.length > 0) {
      this.#sink.run(dispatch.fault, { ...this.#placed(record), faults, envelope, exchange: undefined });
    }
    if (record.direction === 'client-to-server') view.lastNotificationSeq = record.seq;
    if (method === 'notifications/cancelled') view.cancel(record.direction, params, record.seq, record.at);
    else if (method === 'notifications/initialized') view.initialized = true;
    else if (method === 'notifications/tools/list_changed') view.tools.outdate();
    else if (method === 'notifications/subscriptions/acknowledged') view.acknowledge(params);
  }

  #malformed(record: FrameRecord, envelope: MalformedLine['envelope']): void {
    const view = this.#view;
    if (record.truncatedBytes !== undefined) {
      view.noteGap();
      return;
    }
    const text = lineOf(record);
    const fragments = view.fragments[record.direction];
    const shape = envelope.kind === 'not-json' ? fragments.shapeOf(text) : 'noise';
    const placed = this.#placed(record);
    this.#sink.run(dispatchFor(placed.revision).malformed, { ...placed, envelope, text, shape });
    if (record.direction === 'server-to-client' || (placed.deliberate && !this.#judgeDeliberate)) return;
    view.unreadLines.push({ seq: record.seq, at: record.at, text });
  }

  #process(record: Extract<KnownRecord, { type: 'process' }>): void {
    const view = this.#view;
    if (record.event === 'spawned') {
      view.beginLife();
      view.complete = true;
    }
    this.#sink.run(dispatchFor(view.revision).process, record);
    if (record.event === 'stdin-closed') view.stdinClosed = true;
    if (record.event === 'exited' || record.event === 'spawn-failed' || record.event === 'stdout-closed') {
      view.exchanges.dropOpen();
    }
  }

  #client(record: Extract<KnownRecord, { type: 'client' }>): void {
    const id = readRpcId(record.id, '');
    const exchange = id === undefined ? undefined : this.#view.exchanges.find('client-to-server', id);
    this.#sink.run(dispatchFor(this.#view.revision).client, { record, exchange });
    if (exchange !== undefined && record.event !== 'closed') exchange.givenUp = true;
  }

  #placed(record: FrameRecord) {
    return {
      seq: record.seq,
      at: record.at,
      sender: record.direction,
      revision: this.#view.revision,
      deliberate: record.deliberate === true,
    };
  }
}

function lineOf(record: FrameRecord): string {
  return record.raw ?? shownLine({ rawBase64: record.rawBase64 ?? '' });
}
