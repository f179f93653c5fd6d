import { performance } from 'node:perf_hooks';
import { type KnownRecord, knowShown } from '../../../app/frame/record.ts';
import { checked, type LineMap, ReportBuilder } from '../../../app/report/build-report.ts';
import type { RecordingReport } from '../../../app/report/report.ts';
import type { ReportOptions } from '../../../app/report/report-options.ts';
import { LogModel } from '../../../app/session/log-model.ts';
import type { AnswerEvent, SessionEvent } from '../../../app/session/session-event.ts';
import type { SessionFacts } from '../../../app/session/session-facts.ts';
import type { Answer, Envelope } from '../../../app/wire/envelope.ts';
import type { RecordStore } from '../../recording/record-store.ts';
import type { LongText, RecordBody, SessionJournal } from '../../session/record-body.ts';

const SESSION = 's1';
/** Until the cases begin, only the facts of the session are used. */
const KEPT_EXCHANGES = 100;
/** The header is the first line of the file. */
const HEADER_LINES = 1;

/** The journal of a probe: every record goes to the rules and, if there is one, to the recording. */
export class ProbeLog implements SessionJournal {
  readonly #store: RecordStore | undefined;
  readonly #epoch = performance.now();
  readonly #builder: ReportBuilder;
  readonly #model = new LogModel({ keptSettled: KEPT_EXCHANGES });
  #last: SessionEvent | undefined;
  #seq = 0;
  #noise = 0;

  constructor(
    openStore:
      | ((events: {
          onMark(sentence: string): void;
          onDropped(count: number, reason: string): void;
        }) => RecordStore)
      | undefined,
    options: ReportOptions,
  ) {
    this.#builder = new ReportBuilder(checked, { ...options, checkRawMessages: true });
    this.#store = openStore?.({
      onMark: (label) => this.write({ type: 'mark', label }),
      onDropped: (count, reason) => this.write({ type: 'dropped', count, reason }),
    });
  }

  /** The path of the recording; empty for none. */
  get file(): string {
    return this.#store?.file ?? '';
  }

  /** Why records cannot be written to disk, as one sentence; empty while they can. */
  get fault(): string {
    return this.#store?.fault ?? '';
  }

  get seq(): number {
    return this.#seq;
  }

  get facts(): SessionFacts {
    return this.#model.model(SESSION).facts;
  }

  get lines(): LineMap {
    return this.#builder.lines;
  }

  write(body: RecordBody, envelope?: Envelope, text?: LongText): number {
    this.#seq += 1;
    const isMessage = envelope?.kind !== 'not-json' && envelope?.kind !== 'not-json-rpc';
    if (body.type === 'frame' && body.direction === 'server-to-client' && !isMessage) this.#noise += 1;
    const at = Math.round((performance.now() - this.#epoch) * 1000) / 1000;
    const record: KnownRecord = { seq: this.#seq, at, session: SESSION, ...body };
    if (record.type === 'frame' && text !== undefined) knowShown(record, text.shown);
    this.#store?.append(record, text?.encoded);
    this.#builder.take(record, this.#seq + HEADER_LINES);
    this.#last = this.#model.take(record, envelope);
    return this.#seq;
  }

  /** The session's view of an answer in the last record. */
  eventOf(answer: Answer): AnswerEvent | undefined {
    const parts = this.#last?.kind === 'batch' ? this.#last.parts : [this.#last];
    const event = parts.find((part) => part?.kind === 'answer' && part.envelope === answer);
    return event?.kind === 'answer' ? event : undefined;
  }

  /** How many lines from the server were not messages. */
  get noise(): number {
    return this.#noise;
  }

  markNext(label: string): void {
    this.write({ type: 'mark', label, about: this.#seq + 2 });
  }

  /** The findings of all rules, once the session is over. */
  finish(): RecordingReport {
    return this.#builder.finish(this.file, 'tierscope', []);
  }

  async close(): Promise<void> {
    await this.#store?.close();
  }
}
