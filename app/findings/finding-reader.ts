import { isRebuilt, isUserEdited } from '../frame/answer-change.ts';
import { type Direction, type FrameRecord, type SessionRecord, shownFrame } from '../frame/record.ts';
import { isStateless, readRevision } from '../protocol/revisions.ts';
import type { Exchange } from '../session/exchange.ts';
import { asked, closes, isOfMcp, isRaw, sentIn } from '../session/http-exchange.ts';
import type { ExpectedEnd } from '../session/project/expected-tier.ts';
import type { ProjectSettings } from '../session/project/project-file.ts';
import { lenientId } from '../session/raw-messages.ts';
import type {
  AnswerEvent,
  BatchEvent,
  ClientEvent,
  HttpEvent,
  MalformedEvent,
  MessageEvent,
  NoteEvent,
  NotificationEvent,
  ProcessEvent,
  RequestEvent,
  SessionEvent,
} from '../session/session-event.ts';
import { EventReader } from '../session/session-event.ts';
import type { SessionModel } from '../session/session-model.ts';
import { dispatchFor } from './all-rules.ts';
import { AnswerCheck, traitsWhenSent } from './answer-check.ts';
import { ExpectedEnds } from './expected-ends.ts';
import { FindingSink } from './finding-sink.ts';
import {
  type ClosedHttp,
  isNoise,
  type MalformedLine,
  type RecordContext,
  type RequestMessage,
} from './message.ts';
import type { UnreadLine } from './odd-lines.ts';
import { SessionView } from './session-view.ts';

export type FindingOptions = {
  /** For the prober, which sends malformed messages to check the answers. */
  readonly checkRawMessages?: boolean;
  /** The vocabularies shown so far, by id, from an earlier reader; the same list until they change. */
  readonly vocabularies?: () => readonly string[];
  readonly rules?: ProjectSettings['rules'];
};

/** Runs the rules on every event of one session and keeps their findings. */
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

  /** True for a call that failed as the project file expects. */
  isExpected(exchange: Readonly<Exchange>): boolean {
    return this.#expected.has(exchange);
  }

  takeEnd(end: ExpectedEnd): void {
    this.#expected.take(end);
  }

  override take(event: SessionEvent): void {
    this.#view.follow();
    const { record } = event;
    this.sink.http =
      record.type === 'http' || record.type === 'frame' ? this.#view.model.httpPlace(record) : undefined;
    this.sink.settleVocabulary();
    super.take(event);
  }

  protected override onClient(event: ClientEvent): void {
    if (event.exchange?.isRebuilt === true) return;
    this.sink.run(dispatchFor(this.#view.facts.revision).client, event);
  }

  protected override onNote({ record }: NoteEvent): void {
    if (record.type === 'session') this.#view.command = commandLine(record);
    if (record.type === 'stderr')
      this.#view.callStderr.add(this.#view.model.onlyPending('client-to-server'), record.seq, record.text);
  }

  /** Adds findings that are possible only once nothing more will come. */
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
        if (record.http === undefined) this.#unread(context, text, undefined);
      }
    }
    super.onBatch(event);
    this.sink.batchPart = undefined;
  }

  protected override onMessage(event: MessageEvent, part: number | undefined): void {
    const { record } = event;
    if (isRebuilt(record)) {
      this.#greenSpan(event);
      return;
    }
    if (part === undefined) this.#noteLine(record);
    else this.sink.batchPart = { seq: record.seq, part };
    if (event.kind !== 'malformed') {
      this.#abandon(record.direction);
      if (record.direction === 'client-to-server') this.#firstMessage(record);
    }
    super.onMessage(event, part);
  }

  #greenSpan(event: MessageEvent): void {
    const { greenSpan } = event.record;
    if (event.kind !== 'answer' || event.exchange?.tier !== 'tool' || greenSpan === undefined) return;
    const { exchange } = event;
    const context = this.#contextOf(event.record);
    const writer = greenSpan === 'client' || greenSpan === 'server' ? greenSpan : 'unknown';
    const span = { ...context, exchange, target: exchange.target, writer } as const;
    this.sink.run(dispatchFor(context.revision).greenSpan, span);
  }

  protected override onRequest({ record, envelope, earlier, exchange }: RequestEvent): void {
    const { id, method, params, faults } = envelope;
    const view = this.#view;
    const { handshake } = view;
    const ofServer = record.direction === 'server-to-client';
    const revision = ofServer ? view.facts.revision : view.facts.revisionOf(exchange);
    const dispatch = dispatchFor(revision);
    const ofMethod = ofServer ? NO_RULES : dispatch.request.of(method).of(traitsWhenSent(exchange, view));
    const early = !ofServer && handshake.answeredSeq === 0;
    if (earlier !== undefined || ofServer || early || ofMethod.length > 0) {
      // Field by field: spreading costs more than reading the frame.
      const message: RequestMessage = {
        seq: record.seq,
        at: record.at,
        sender: record.direction,
        revision,
        fromRawMessage: isUserEdited(record),
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
    if (faults.length > 0) this.#fault(record, envelope);
    if (!ofServer && earlier !== undefined) view.reusedIds.add(id.key);
  }

  protected override onNotification({ record, envelope, exchange, several }: NotificationEvent): void {
    const { method, params, faults } = envelope;
    const view = this.#view;
    const { rules } = dispatchFor(view.facts.revision).notification.of(method);
    if (rules.length > 0) {
      const { seq, at, direction: sender } = record;
      const { revision } = view.facts;
      const fromRawMessage = isUserEdited(record);
      const message = { seq, at, sender, revision, fromRawMessage, method, params, exchange, several };
      this.sink.run(rules, message);
    }
    if (faults.length > 0) this.#fault(record, envelope);
    if (record.direction === 'server-to-client') {
      if (method === 'notifications/progress') view.noteProgress(exchange, params, record.seq);
      return;
    }
    view.lastNotificationSeq = record.seq;
    if (method === 'notifications/initialized') view.handshake.confirm();
  }

  #fault(record: FrameRecord, envelope: RequestEvent['envelope'] | NotificationEvent['envelope']): void {
    const { faults } = envelope;
    const context = this.#contextOf(record);
    const frame = { ...context, faults, envelope, exchange: undefined, line: shownFrame(record) };
    this.sink.run(dispatchFor(context.revision).fault, frame);
  }

  protected override onAnswer(event: AnswerEvent): void {
    const { envelope, record } = event;
    const ofClient = record.direction === 'client-to-server';
    // A line with only an id is neither a request nor an answer.
    if (ofClient && event.exchange === undefined && envelope.faults.includes('no-result-no-error')) {
      this.#unread(this.#contextOf(record), shownFrame(record), -32600, envelope.id?.key);
      return;
    }
    // An error proves that the server treated its input so far as a complete line.
    if (!ofClient && envelope.kind === 'error') this.#abandon('client-to-server');
    if (event.orphaned !== undefined) this.#answers.checkAgain(event.orphaned);
    this.#answers.check(event);
  }

  /** The client sends its first message after the answer to `initialize`, so it accepts what was agreed. */
  #firstMessage(record: FrameRecord): void {
    const { handshake, facts } = this.#view;
    const { agreement } = handshake;
    if (agreement === undefined) return;
    handshake.agreement = undefined;
    this.sink.run(dispatchFor(facts.revision).firstMessage, { ...this.#contextOf(record), agreement });
  }

  protected override onMalformed({ record, envelope, text }: MalformedEvent): void {
    // The rest of a cut line is unknown; over HTTP there are no lines, and a status answers.
    if (record.truncatedBytes !== undefined || record.http !== undefined) return;
    const context = this.#contextOf(record);
    // An empty line means nothing, but some servers answer it.
    if (text.trim() === '') {
      if (record.direction === 'client-to-server') this.#unread(context, text, undefined);
      return;
    }
    const line: MalformedLine = { envelope, text, shape: 'noise', ...context };
    for (const decided of this.#view.fragments[record.direction].take(line)) this.#unreadable(decided);
  }

  /** What started on an earlier line from this side was not a message. */
  #abandon(direction: Direction): void {
    const line = this.#view.fragments[direction].reset();
    if (line !== undefined) this.#unreadable(line);
  }

  #abandonFragments(): void {
    this.#abandon('client-to-server');
    this.#abandon('server-to-client');
  }

  #unreadable(line: MalformedLine): void {
    const { text, envelope, sender, shape } = line;
    if (sender === 'server-to-client') {
      if (isNoise(line)) this.#view.noteNoise(line.seq);
    } else if (shape === 'noise') {
      const value = envelope.kind === 'not-json-rpc' ? envelope.value : undefined;
      this.#unread(line, text, envelope.kind === 'not-json' ? -32700 : -32600, lenientId(value, text));
    }
    this.sink.run(dispatchFor(line.revision).malformed, line);
  }

  /** The client wrote a line that no server can read as a message. */
  #unread(
    { seq, at, fromRawMessage }: RecordContext,
    text: string,
    codeDue: UnreadLine['codeDue'],
    idKey = '',
  ): void {
    if (!fromRawMessage || this.#checkRawMessages)
      this.#view.unreadLines.add({ seq, at, text, codeDue, idKey });
  }

  #noteLine({ direction, deliberate, seq, at }: FrameRecord): void {
    if (direction === 'server-to-client') return;
    const view = this.#view;
    view.lastClientSeq = seq;
    view.lastClientAt = at;
    view.lastNotificationSeq = 0;
    if (deliberate === true) view.rawMessageAt = at;
  }

  protected override onHttp({ http, record, session: known, error, facts }: HttpEvent): void {
    if (!closes(record) || isRebuilt(http.request)) return;
    const { requests } = http;
    const [first] = requests;
    const sent = sentIn(http);
    const isMcp = isOfMcp(http);
    const { declared } = first ?? {};
    const inHeader = readRevision(asked(http, 'mcp-protocol-version'));
    const event: ClosedHttp = {
      ...{ seq: sent[0]?.seq ?? record.seq, http, known, isMcp, fromRawMessage: isRaw(http) },
      where: error?.http?.where || requests.find(({ where }) => where !== '')?.where || '',
      unanswered: requests.filter(
        ({ answerSeq, match, outcome }) => (answerSeq === 0 || match === 'http') && outcome !== 'ok',
      ),
      // A file without headers does not show that one is missing.
      isPost: isMcp && http.request?.method === 'POST' && sent.length > 0 && http.request.headers.length > 0,
      isStart: requests.some(({ method }) => method === 'initialize'),
      // Only that era declares a revision in the request itself.
      isModern: declared === 'unknown' || isStateless(declared ?? inHeader),
    };
    this.sink.run(dispatchFor(facts.revisionOf(first)).http, event, false);
  }

  protected override onProcess(event: ProcessEvent): void {
    const view = this.#view;
    const { record, ended, facts } = event;
    if (record.event !== 'spawned') this.#abandonFragments();
    if (!isRebuilt(record)) this.sink.run(dispatchFor(facts.revision).process, event);
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
      fromRawMessage: isUserEdited(record),
    };
  }
}

const NO_RULES: readonly never[] = [];

function commandLine({ command, args = [] }: SessionRecord): readonly string[] {
  return command === undefined ? [] : [command, ...args];
}
