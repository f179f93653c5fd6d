import { isUserMade } from '../frame/answer-change.ts';
import { type Direction, type FrameRecord, type SessionRecord, shownFrame } from '../frame/record.ts';
import type { ExpectedEnd } from '../project/expected-tier.ts';
import type { ProjectSettings } from '../project/project-file.ts';
import { EventReader } from '../session/event-reader.ts';
import type { Exchange } from '../session/exchange.ts';
import { lenientId } from '../session/raw-messages.ts';
import type {
  AnswerEvent,
  BatchEvent,
  ClientEvent,
  MalformedEvent,
  MessageEvent,
  NoteEvent,
  NotificationEvent,
  ProcessEvent,
  RequestEvent,
  SessionEvent,
} from '../session/session-event.ts';
import type { SessionModel } from '../session/session-model.ts';
import type { Answer, Envelope, EnvelopeFault } from '../wire/envelope.ts';
import { type Dispatch, dispatchFor } from './all-rules.ts';
import { AnswerCheck, askedTraits } from './answer-check.ts';
import { ExpectedEnds } from './expected-ends.ts';
import type { Finding } from './finding.ts';
import { FindingSink } from './finding-sink.ts';
import { isNoise, type MalformedLine, type RecordContext, type RequestMessage } from './message.ts';
import type { UnreadLine } from './odd-lines.ts';
import { SessionView } from './session-view.ts';

export type FindingOptions = {
  /** The prober's: it sends malformed messages in order to check the answers. */
  readonly checkRawMessages?: boolean;
  /**
   * The vocabularies that the server has shown so far, by id; none without it. They come from a reader that takes
   * each event before this one does. The list must be the same object until they are others.
   */
  readonly vocabularies?: () => readonly string[];
  /** What the project file says of rules. */
  readonly rules?: ProjectSettings['rules'];
};

/** Lets the rules look at every event of one session and keeps what they find. */
export class FindingReader extends EventReader {
  readonly #view: SessionView;
  readonly sink: FindingSink;
  readonly #answers: AnswerCheck;
  readonly #expected: ExpectedEnds;
  readonly #checkRawMessages: boolean;

  constructor(model: SessionModel, session: string, options: FindingOptions = {}) {
    super();
    this.#checkRawMessages = options.checkRawMessages === true;
    this.#view = new SessionView(model, options.vocabularies);
    this.sink = new FindingSink(session, this.#view, this.#checkRawMessages, options.rules ?? {});
    this.#expected = new ExpectedEnds(this.sink);
    this.#answers = new AnswerCheck(this.#view, this.sink);
  }

  /** What was found so far, written out. */
  get findings(): readonly Finding[] {
    return this.sink.findings;
  }

  /** True for a call that failed as the project file says that it should. */
  isExpected(exchange: Readonly<Exchange>): boolean {
    return this.#expected.has(exchange);
  }

  /** Takes how a call ended whose end the project file says. */
  takeEnd(end: ExpectedEnd): void {
    this.#expected.take(end);
  }

  override take(event: SessionEvent): void {
    this.#view.follow();
    this.sink.settleVocabulary();
    super.take(event);
  }

  protected override onClient(event: ClientEvent): void {
    this.sink.run(dispatchFor(this.#view.facts.revision).client, event);
  }

  protected override onNote({ record }: NoteEvent): void {
    if (record.type === 'session') this.#view.command = commandLine(record);
  }

  /** Says what can only be said when nothing more will come. */
  finish(): void {
    this.#abandonFragments();
    for (const bound of dispatchFor(this.#view.facts.revision).end) {
      for (const verdict of bound.check(this.#view)) this.sink.add(bound, verdict, verdict.seq);
    }
    this.sink.settleVocabulary();
  }

  protected override onBatch(event: BatchEvent): void {
    const { record, envelope } = event;
    this.#noteLine(record);
    this.#abandon(record.direction);
    const context = this.#contextOf(record);
    const rules = dispatchFor(context.revision).batch;
    if (rules.length > 0) {
      const text = shownFrame(record);
      this.sink.run(rules, { ...context, envelope, text });
      if (record.direction === 'client-to-server') {
        this.#view.forbiddenBatches.add(record.seq);
        this.#unread({ seq: record.seq, at: record.at, text, codeDue: undefined, idKey: '' }, context);
      }
    }
    super.onBatch(event);
    this.sink.batchPart = undefined;
  }

  protected override onMessage(event: MessageEvent, part: number | undefined): void {
    const { record } = event;
    if (part === undefined) this.#noteLine(record);
    else this.sink.batchPart = { seq: record.seq, part };
    if (event.kind !== 'malformed') {
      this.#abandon(record.direction);
      if (record.direction === 'client-to-server') this.#firstMessage(record);
    }
    super.onMessage(event, part);
  }

  protected override onRequest({ record, envelope, earlier, exchange }: RequestEvent): void {
    const { id, method, params, faults } = envelope;
    const view = this.#view;
    const { handshake } = view;
    const ofServer = record.direction === 'server-to-client';
    const revision = ofServer ? view.facts.revision : view.facts.revisionOf(exchange);
    const dispatch = dispatchFor(revision);
    const ofMethod = ofServer ? NO_RULES : dispatch.request.of(method).of(askedTraits(method, view));
    const early = !ofServer && (handshake.answeredSeq === 0 || !view.facts.initialized);
    if (earlier !== undefined || ofServer || early || ofMethod.length > 0) {
      // Members are named one by one: spreading costs more than reading the frame.
      const message: RequestMessage = {
        seq: record.seq,
        at: record.at,
        sender: record.direction,
        revision,
        fromRawMessage: isUserMade(record),
        id,
        method,
        params,
        declared: exchange.declared,
        earlier,
      };
      if (earlier !== undefined) this.sink.run(dispatch.reusedId, message);
      if (ofServer) this.sink.run(dispatch.serverRequest, message);
      if (early) this.sink.run(dispatch.earlyRequest, message);
      if (ofMethod.length > 0) this.sink.run(ofMethod, message);
    }
    if (faults.length > 0) this.#fault(dispatch, record, envelope, faults);
    if (ofServer) return;
    if (earlier !== undefined) view.reusedIds.add(id.key);
  }

  protected override onNotification({ record, envelope, exchange, several }: NotificationEvent): void {
    const { method, params, faults } = envelope;
    const view = this.#view;
    const dispatch = dispatchFor(view.facts.revision);
    const rules = dispatch.notification.of(method).rules;
    if (rules.length > 0) {
      const { seq, at, direction: sender } = record;
      const { revision } = view.facts;
      const fromRawMessage = isUserMade(record);
      const message = { seq, at, sender, revision, fromRawMessage, method, params, exchange, several };
      this.sink.run(rules, message);
    }
    if (faults.length > 0) this.#fault(dispatch, record, envelope, faults);
    if (record.direction === 'server-to-client') {
      if (method === 'notifications/progress') view.noteProgress(exchange, params, record.seq);
      return;
    }
    view.lastNotificationSeq = record.seq;
    if (method === 'notifications/initialized') view.handshake.confirm();
  }

  #fault(
    dispatch: Dispatch,
    record: FrameRecord,
    envelope: Envelope,
    faults: readonly EnvelopeFault[],
  ): void {
    const line = shownFrame(record);
    this.sink.run(dispatch.fault, {
      ...this.#contextOf(record),
      faults,
      envelope,
      exchange: undefined,
      line,
    });
  }

  protected override onAnswer(event: AnswerEvent): void {
    const { envelope, record } = event;
    if (record.direction === 'client-to-server' && event.exchange === undefined && isEmptyMessage(envelope)) {
      const line = { seq: record.seq, at: record.at, text: shownFrame(record), codeDue: -32600 } as const;
      this.#unread({ ...line, idKey: envelope.id?.key ?? '' }, this.#contextOf(record));
      return;
    }
    // An error proves that the server took what it got so far for a whole line.
    if (record.direction === 'server-to-client' && envelope.kind === 'error')
      this.#abandon('client-to-server');
    if (event.orphaned !== undefined) this.#answers.checkAgain(event.orphaned);
    this.#answers.check(event);
  }

  /** The client says something after the server's answer to `initialize`: it goes on with what was agreed. */
  #firstMessage(record: FrameRecord): void {
    const { handshake, facts } = this.#view;
    const { agreement } = handshake;
    if (agreement === undefined) return;
    handshake.agreement = undefined;
    this.sink.run(dispatchFor(facts.revision).firstMessage, { ...this.#contextOf(record), agreement });
  }

  protected override onMalformed({ record, envelope, text }: MalformedEvent): void {
    // The rest of a cut line is not known.
    if (record.truncatedBytes !== undefined) return;
    const { seq, at, direction } = record;
    // An empty line says nothing, but some servers answer it.
    if (text.trim() === '') {
      if (direction === 'client-to-server')
        this.#unread({ seq, at, text, codeDue: undefined, idKey: '' }, this.#contextOf(record));
      return;
    }
    const { revision } = this.#view.facts;
    const fromRawMessage = isUserMade(record);
    const line: MalformedLine = {
      seq,
      at,
      sender: direction,
      revision,
      fromRawMessage,
      envelope,
      text,
      shape: 'noise',
    };
    const { fragments } = this.#view;
    const fragment = direction === 'client-to-server' ? fragments.client : fragments.server;
    for (const decided of fragment.take(line)) this.#unreadable(decided);
  }

  /** What had begun on an earlier line of this side was no message. */
  #abandon(direction: Direction): void {
    const { fragments } = this.#view;
    const line = (direction === 'client-to-server' ? fragments.client : fragments.server).reset();
    if (line !== undefined) this.#unreadable(line);
  }

  #abandonFragments(): void {
    this.#abandon('client-to-server');
    this.#abandon('server-to-client');
  }

  #unreadable(line: MalformedLine): void {
    const view = this.#view;
    const { seq, at, text, envelope, sender, shape } = line;
    if (sender === 'server-to-client') {
      if (isNoise(line)) view.noteNoise(seq);
    } else if (shape === 'noise') {
      const value = envelope.kind === 'not-json-rpc' ? envelope.value : undefined;
      const codeDue = envelope.kind === 'not-json' ? -32700 : -32600;
      this.#unread({ seq, at, text, codeDue, idKey: lenientId(value, text) }, line);
    }
    this.sink.run(dispatchFor(line.revision).malformed, line);
  }

  /** The client wrote a line that no server can take for a message. */
  #unread(line: UnreadLine, { fromRawMessage }: Pick<RecordContext, 'fromRawMessage'>): void {
    if (!fromRawMessage || this.#checkRawMessages) this.#view.unreadLines.add(line);
  }

  #noteLine({ direction, deliberate, seq, at }: FrameRecord): void {
    if (direction === 'server-to-client') return;
    const view = this.#view;
    view.lastClientSeq = seq;
    view.lastClientAt = at;
    view.lastNotificationSeq = 0;
    if (deliberate === true) view.rawMessageAt = at;
  }

  protected override onProcess(event: ProcessEvent): void {
    const view = this.#view;
    const { record, ended, facts } = event;
    if (record.event !== 'spawned') this.#abandonFragments();
    this.sink.run(dispatchFor(facts.revision).process, event);
    if (record.event !== 'exited' && record.event !== 'stdout-closed') return;
    const byItself = facts.endedBy === 'itself';
    view.unreadLines.endRun(record.at, view.lastAnsweredRequest, byItself);
    if (byItself) for (const exchange of ended) view.lostAtExit.add(exchange.requestSeq);
  }

  #contextOf(record: FrameRecord): RecordContext {
    return {
      seq: record.seq,
      at: record.at,
      sender: record.direction,
      revision: this.#view.facts.revision,
      fromRawMessage: isUserMade(record),
    };
  }
}

const NO_RULES: readonly never[] = [];

/** An id and nothing else: neither a request nor an answer. */
function isEmptyMessage({ faults }: Answer): boolean {
  return faults.includes('no-result-no-error');
}

function commandLine({ command, args = [] }: SessionRecord): readonly string[] {
  return command === undefined ? [] : [command, ...args];
}
