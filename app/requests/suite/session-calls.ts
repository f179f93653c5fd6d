import { type FrameRecord, frameLine, shownFrame } from '../../frame/record.ts';
import { ELICITATION_CREATE, ROOTS_LIST, SAMPLING_CREATE_MESSAGE } from '../../protocol/methods.ts';
import type { Exchange } from '../../session/exchange.ts';
import type {
  AnswerEvent,
  BatchEvent,
  MalformedEvent,
  NotificationEvent,
  ProcessEvent,
  RequestEvent,
} from '../../session/session-event.ts';
import { EventReader } from '../../session/session-event.ts';
import type { Answer } from '../../wire/envelope.ts';
import { fromBase64 } from '../../wire/line-text.ts';
import { bytesOfVisible, visibleText } from '../raw-editor/raw-draft.ts';

export type SessionCall = {
  readonly record: FrameRecord;
  /** The exchange; undefined for a raw message that is not a request. */
  readonly exchange: Readonly<Exchange> | undefined;
  readonly method: string;
  readonly params: unknown;
  /** True if reading the line left something out. */
  readonly isCut: boolean;
  readonly isInBatch: boolean;
  /** The server's process run: 0 for the first. */
  readonly run: number;
  answer: Answer | undefined;
  /** True if the process ended unrequested while only this call was open. */
  endedProcess: boolean;
};

const OF_USERS = [SAMPLING_CREATE_MESSAGE, ELICITATION_CREATE, ROOTS_LIST];

/** Collects a client's requests in a session, in order, with their answers. */
export class SessionCalls extends EventReader {
  readonly calls: SessionCall[] = [];
  /** Server requests that the user may have to answer, in order. */
  readonly userRequests: Readonly<Exchange>[] = [];
  readonly #byExchange = new Map<Readonly<Exchange>, SessionCall>();
  readonly #raw = new Map<number, SessionCall>();
  /** The seq of each run's latest answered request. */
  readonly #lastAnswered = new Map<number, number>();
  #run = 0;
  #hasTraffic = false;

  /** The seq of a run's latest answered request; 0 for none. */
  lastAnswered(run: number): number {
    return this.#lastAnswered.get(run) ?? 0;
  }

  protected override onBatch(event: BatchEvent): void {
    this.#rawLine(event.record, 'a batch');
    super.onBatch(event);
  }

  protected override onNotification({ record }: NotificationEvent, part: number | undefined): void {
    if (part === undefined) this.#rawLine(record, '');
  }

  protected override onMalformed({ record }: MalformedEvent, part: number | undefined): void {
    if (part === undefined) this.#rawLine(record, '');
  }

  protected override onProcess({ record, ended, facts }: ProcessEvent): void {
    if (record.event === 'spawned') this.#nextRun();
    if (record.event !== 'exited' && record.event !== 'stdout-closed') return;
    const [only, ...others] = ended;
    const call = only === undefined ? undefined : this.#byExchange.get(only);
    if (call !== undefined && others.length === 0 && facts.endedBy === 'itself') call.endedProcess = true;
  }

  #nextRun(): void {
    if (this.#hasTraffic) this.#run += 1;
    this.#hasTraffic = false;
  }

  protected override onRequest({ exchange, envelope, record }: RequestEvent, part: number | undefined): void {
    if (exchange.sender === 'server-to-client') {
      if (OF_USERS.includes(exchange.method)) this.userRequests.push(exchange);
      return;
    }
    // Some recordings have no process records.
    if (envelope.method === 'initialize' && record.deliberate !== true) this.#nextRun();
    this.#hasTraffic = true;
    const { method, params, cut } = envelope;
    const isCut = cut !== undefined || record.truncatedBytes !== undefined;
    const call = { record, exchange, method, params, isCut, isInBatch: part !== undefined, run: this.#run };
    this.#add({ ...call, answer: undefined, endedProcess: false });
  }

  protected override onAnswer({ exchange, rawMessage, envelope, record }: AnswerEvent): void {
    if (record.direction === 'client-to-server') {
      this.#rawLine(record, '');
      return;
    }
    const call =
      exchange === undefined
        ? rawMessage === undefined
          ? undefined
          : this.#raw.get(rawMessage.seq)
        : this.#byExchange.get(exchange);
    if (call === undefined || call.answer !== undefined) return;
    call.answer = envelope;
    this.#lastAnswered.set(call.run, Math.max(this.lastAnswered(call.run), call.record.seq));
  }

  /** A user's raw message that is not a request; other unanswered lines are ignored. */
  #rawLine(record: FrameRecord, method: string): void {
    if (record.deliberate !== true || record.direction !== 'client-to-server') return;
    const call = { record, exchange: undefined, method, params: undefined, run: this.#run };
    const isCut = record.truncatedBytes !== undefined;
    this.#add({ ...call, isCut, isInBatch: method !== '', answer: undefined, endedProcess: false });
  }

  #add(call: SessionCall): void {
    this.calls.push(call);
    if (call.exchange !== undefined) this.#byExchange.set(call.exchange, call);
    if (call.record.deliberate === true) this.#raw.set(call.record.seq, call);
  }
}

/** A line with every byte visible, as in the raw editor. */
export function visibleLine(record: FrameRecord): string {
  const line = frameLine(record);
  if ('rawBase64' in line) return visibleText(fromBase64(line.rawBase64));
  // Nearly every line is its own visible text.
  return /[\uFEFF\r\0⟨\p{Cs}]/u.test(line.raw)
    ? visibleText(new TextEncoder().encode(line.raw))
    : shownFrame(record);
}

/** The bytes of a line if some are not visible as text; undefined for plain text. */
export function hiddenBytes(line: string): Uint8Array | undefined {
  const bytes = bytesOfVisible(line);
  const plain = new TextEncoder().encode(line);
  const isSame = bytes.length === plain.length && bytes.every((byte, at) => byte === plain[at]);
  return isSame ? undefined : bytes;
}
