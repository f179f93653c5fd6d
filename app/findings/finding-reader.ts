import type { FrameRecord } from '../frame/record.ts';
import type {
  AnswerEvent,
  BatchEvent,
  MalformedEvent,
  MessageEvent,
  NotificationEvent,
  ProcessEvent,
  RequestEvent,
  SessionEvent,
  SessionReader,
} from '../session/session-event.ts';
import type { SessionModel } from '../session/session-model.ts';
import { AnswerCheck } from './answer-check.ts';
import { dispatchFor } from './dispatch.ts';
import type { Finding } from './finding.ts';
import { FindingSink } from './finding-sink.ts';
import type { RecordContext } from './message.ts';
import { SessionView } from './session-view.ts';

export type FindingOptions = {
  /** The prober's: it sends malformed messages in order to check the answers. */
  readonly checkRawMessages?: boolean;
  /**
   * The vocabularies that the server has shown so far, by id; none without it. They come from a reader that takes
   * each event before this one does. The list must be the same object until they are others.
   */
  readonly vocabularies?: () => readonly string[];
};

/** Lets the rules look at every event of one session and keeps what they find. */
export class FindingReader implements SessionReader {
  readonly #view: SessionView;
  readonly #sink: FindingSink;
  readonly #answers: AnswerCheck;
  readonly #checkRawMessages: boolean;

  constructor(model: SessionModel, session: string, options: FindingOptions = {}) {
    this.#checkRawMessages = options.checkRawMessages === true;
    this.#view = new SessionView(model, options.vocabularies);
    this.#sink = new FindingSink(session, this.#view, this.#checkRawMessages);
    this.#answers = new AnswerCheck(this.#view, this.#sink);
  }

  /** What was found so far. Findings are added at the end, unless `revision` changes. */
  get findings(): readonly Finding[] {
    return this.#sink.findings;
  }

  /** Counts how often findings were taken back, because a pairing that they rest on was. */
  get revision(): number {
    return this.#sink.revision;
  }

  take(event: SessionEvent): void {
    const view = this.#view;
    view.follow();
    this.#sink.heedVocabulary();
    switch (event.kind) {
      case 'batch':
        this.#batch(event);
        return;
      case 'process':
        this.#process(event);
        return;
      case 'client':
        this.#sink.run(dispatchFor(view.facts.revision).client, event);
        return;
      case 'note':
        return;
      default:
        noteRawMessage(view, event.record);
        this.#message(event);
    }
  }

  /** Says what can only be said when nothing more will come. */
  finish(): void {
    for (const bound of dispatchFor(this.#view.facts.revision).end) {
      for (const verdict of bound.check(this.#view))
        this.#sink.add(bound, verdict, verdict.seq, [verdict.seq]);
    }
    this.#sink.heedVocabulary();
  }

  #batch({ record, envelope, parts }: BatchEvent): void {
    noteRawMessage(this.#view, record);
    const context = this.#contextOf(record);
    this.#sink.run(dispatchFor(context.revision).batch, { ...context, envelope });
    for (const part of parts) this.#message(part);
  }

  #message(event: MessageEvent): void {
    switch (event.kind) {
      case 'request':
        this.#request(event);
        return;
      case 'notification':
        this.#notification(event);
        return;
      case 'answer':
        this.#answer(event);
        return;
      case 'malformed':
        this.#malformed(event);
        return;
    }
  }

  #request({ record, envelope, earlier }: RequestEvent): void {
    const { id, method, params, faults } = envelope;
    const view = this.#view;
    const ofServer = record.direction === 'server-to-client';
    view.fragments[record.direction].reset();
    const dispatch = dispatchFor(view.facts.revision);
    if (earlier !== undefined || ofServer) {
      const message = { ...this.#contextOf(record), id, method, params, earlier };
      if (earlier !== undefined) this.#sink.run(dispatch.reusedId, message);
      if (ofServer) this.#sink.run(dispatch.serverRequest, message);
    }
    if (faults.length > 0) {
      this.#sink.run(dispatch.fault, { ...this.#contextOf(record), faults, envelope, exchange: undefined });
    }
    if (!ofServer) view.lastNotificationSeq = 0;
  }

  #notification({ record, envelope }: NotificationEvent): void {
    const { method, params, faults } = envelope;
    const view = this.#view;
    view.fragments[record.direction].reset();
    const dispatch = dispatchFor(view.facts.revision);
    const rules = dispatch.notification(method);
    if (rules.length > 0) this.#sink.run(rules, { ...this.#contextOf(record), method, params });
    if (faults.length > 0) {
      this.#sink.run(dispatch.fault, { ...this.#contextOf(record), faults, envelope, exchange: undefined });
    }
    if (record.direction === 'client-to-server') view.lastNotificationSeq = record.seq;
  }

  #answer(event: AnswerEvent): void {
    if (event.orphaned !== undefined) this.#answers.checkAgain(event.orphaned);
    this.#answers.check(event);
  }

  #malformed({ record, envelope, text }: MalformedEvent): void {
    if (record.truncatedBytes !== undefined) return;
    const view = this.#view;
    const fragments = view.fragments[record.direction];
    const shape = envelope.kind === 'not-json' ? fragments.shapeOf(text) : 'noise';
    const placed = this.#contextOf(record);
    this.#sink.run(dispatchFor(placed.revision).malformed, { ...placed, envelope, text, shape });
    if (record.direction === 'server-to-client' || (placed.fromRawMessage && !this.#checkRawMessages)) return;
    view.unreadLines.push({ seq: record.seq, at: record.at, text });
  }

  #process(event: ProcessEvent): void {
    this.#sink.run(dispatchFor(this.#view.facts.revision).process, event);
  }

  #contextOf(record: FrameRecord): RecordContext {
    return {
      seq: record.seq,
      at: record.at,
      sender: record.direction,
      revision: this.#view.facts.revision,
      fromRawMessage: record.deliberate === true,
    };
  }
}

function noteRawMessage(view: SessionView, { direction, deliberate, at }: FrameRecord): void {
  if (direction === 'client-to-server' && deliberate === true) view.rawMessageAt = at;
}
