import { ok, type Result } from '../../../app/base/result.ts';
import { stepsInTurns } from '../../../app/base/steps.ts';
import { onceForEach } from '../../../app/base/text-memo.ts';
import type { CommandInput, DeliveredExchange } from '../../../app/contract/commands.ts';
import { fileInfo } from '../../../app/contract/session-info.ts';
import {
  cacheShownFrame,
  type FrameRecord,
  type KnownRecord,
  shownFrame,
} from '../../../app/frame/record.ts';
import type { Row } from '../../../app/frame/row.ts';
import { RowTable } from '../../../app/frame/row-table.ts';
import type { RowKey } from '../../../app/frame/view/view-page.ts';
import { type DeliveredRecord, fullRecord } from '../../../app/recording/long-record.ts';
import {
  type Envelope,
  readMessage,
  readMessageInSteps,
  type WireMessage,
} from '../../../app/wire/envelope.ts';
import { shownBase64InSteps } from '../../../app/wire/line-text.ts';
import { host, settled, useLoaded } from '../host/host.ts';
import { yieldFrame } from '../host/yield-turn.ts';
import { selectedKey, sessionInfo, useScreen } from '../screen/screen-store.ts';
import { sessionLog } from './log-mirrors.ts';

type ReadRecords = (input: CommandInput<'readRecords'>) => Promise<Result<readonly DeliveredRecord[]>>;

/** The limit of cached raw text, in characters: a few frames of the largest size, or thousands of small ones. */
const KEPT_CHARS = 48_000_000;

/** Complete records by `seq`, the least recently used dropped first. Records never change. */
class RecordCache {
  readonly #read: ReadRecords;
  readonly #kept = new Map<string, KnownRecord>();
  #chars = 0;

  constructor(read: ReadRecords) {
    this.#read = read;
  }

  known(session: string, seq: number): KnownRecord | undefined {
    const key = `${session} ${seq}`;
    const record = this.#kept.get(key);
    if (record === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, record);
    return record;
  }

  /** The record with this `seq`; undefined if the session has none. Fails with the host's sentence. */
  async fetch(session: string, seq: number): Promise<Result<KnownRecord | undefined>> {
    const known = this.known(session, seq);
    if (known !== undefined) return ok(known);
    const read = await this.fetchRange(session, seq, seq);
    return read.ok ? ok(read.value.find((record) => record.seq === seq)) : read;
  }

  /** The records from `first` to `last`, at most 2000. */
  async fetchRange(session: string, first: number, last: number): Promise<Result<readonly KnownRecord[]>> {
    const read = await this.#read({ session, first, last, limit: 2000 });
    return read.ok ? this.whole(session, read.value) : read;
  }

  /** The same records, with all parts of long ones. */
  async whole(
    session: string,
    delivered: readonly DeliveredRecord[],
  ): Promise<Result<readonly KnownRecord[]>> {
    const whole: KnownRecord[] = [];
    for (const record of delivered) {
      const { seq } = record;
      const read = (from: number) => settled(host().readRecordPart({ session, seq, from }));
      const one = record.type === 'long' ? await fullRecord(record, { read, turn: yieldFrame }) : ok(record);
      if (!one.ok) return one;
      whole.push(this.#keep(session, one.value));
    }
    return ok(whole);
  }

  clear(): void {
    this.#kept.clear();
    this.#chars = 0;
  }

  /** Returns the cached object, so that values derived from it are not recomputed. */
  #keep(session: string, record: KnownRecord): KnownRecord {
    const key = `${session} ${record.seq}`;
    const held = this.#kept.get(key);
    if (held !== undefined) return held;
    this.#kept.set(key, record);
    this.#chars += cost(record);
    for (const [oldest, old] of this.#kept) {
      if (this.#chars <= KEPT_CHARS || oldest === key) break;
      this.#kept.delete(oldest);
      this.#chars -= cost(old);
    }
    return record;
  }
}

function cost(record: KnownRecord): number {
  if (record.type === 'frame') return 200 + (record.raw ?? record.rawBase64 ?? '').length;
  return record.type === 'stderr' ? 200 + record.text.length : 200;
}

/** Every complete record on the screen. Session names are not reused within one run of a host. */
export const records = new RecordCache((input) => settled(host().readRecords(input)));

/** A row's exchange, with its row table and whole records. */
export type KnownExchange = Pick<DeliveredExchange, 'place' | 'failures'> & {
  readonly rowOf: (seq: number) => Row | undefined;
  readonly records: readonly KnownRecord[];
  /** The same with those of the row itself and the answer. */
  readonly known: readonly KnownRecord[];
};

/** Changes with every change of a session's log. */
function stampOf(session: string): string {
  const { length, patches } = sessionLog(session).mirror.state;
  return `${length} ${patches} ${fileInfo(sessionInfo(session))?.opening !== undefined}`;
}

type Reading = {
  /** The log when it was read: see `stampOf`. */
  readonly stamp: string;
  readonly read: Promise<Result<KnownExchange | null>>;
  known: Result<KnownExchange | null> | undefined;
};

/** The exchanges of the rows that were selected last, or are likely to be selected next. */
class Exchanges {
  readonly #readings = new Map<string, Reading>();

  /** What was last read of a row's exchange; the log may have grown since. */
  known({ session, seq }: RowKey): Result<KnownExchange | null> | undefined {
    return this.#readings.get(`${session} ${seq}`)?.known;
  }

  /** Reads a row's exchange, unless the log has not changed since that was done last. */
  read({ session, seq }: RowKey): Promise<Result<KnownExchange | null>> {
    const stamp = stampOf(session);
    const key = `${session} ${seq}`;
    const before = this.#readings.get(key);
    if (before?.stamp === stamp) return before.read;
    const reading: Reading = { stamp, read: readExchange(session, seq), known: before?.known };
    void reading.read.then((read) => {
      reading.known = read;
      if (!read.ok && this.#readings.get(key) === reading) this.#readings.delete(key);
    });
    this.#readings.delete(key);
    this.#readings.set(key, reading);
    const [oldest = key] = this.#readings.keys();
    if (this.#readings.size > KEPT_EXCHANGES) this.#readings.delete(oldest);
    return reading.read;
  }

  clear(): void {
    this.#readings.clear();
  }
}

const KEPT_EXCHANGES = 4;

export const exchanges = new Exchanges();

/** Reads the exchange of each row as it is selected, before the inspector renders. */
export function followSelectedRow(): () => void {
  return useScreen.subscribe((state, before) => {
    const [key, last] = [selectedKey(state), selectedKey(before)];
    const isOther = key !== null && (key.session !== last?.session || key.seq !== last.seq);
    if (isOther && state.link === 'open') void exchanges.read(key);
  });
}

async function readExchange(session: string, seq: number): Promise<Result<KnownExchange | null>> {
  const read = await settled(host().readExchange({ session, seq }));
  if (!read.ok || read.value === null) return read as Result<null>;
  const { rows, place, failures, records: delivered, beyond } = read.value;
  const table = new RowTable();
  table.append(rows);
  const rowOf = (of: number) => table.row(table.indexOf(of));
  const known = await records.whole(session, [...delivered, ...beyond]);
  if (!known.ok) return known;
  const within = known.value.slice(0, delivered.length);
  return ok({ place, failures, rowOf, records: within, known: known.value });
}

/** The exchange of a row, read again when one of `sources` changes; null if the log has no such row. */
export function useExchange(
  key: RowKey,
  ...sources: readonly unknown[]
): Result<KnownExchange | null> | undefined {
  const known = exchanges.known(key);
  return useLoaded(`${key.session} ${key.seq}`, () => exchanges.read(key), ...sources) ?? known;
}

/** The records from `first` to `last` (at most 2000), reloaded when `revision` changes; undefined until they are here. */
export function useRecords(session: string, first: number, last: number, revision = 0) {
  const load = () => records.fetchRange(session, first, last);
  const read = useLoaded(`${session} ${first} ${last}`, load, revision);
  return read?.ok ? read.value : undefined;
}

/** A frame with its line and its parsed content. */
export type ReadFrame = WireMessage & {
  readonly row: Row;
  readonly record: FrameRecord;
  readonly raw: string;
};

/** A longer line takes longer to parse than a frame of the screen, in UTF-16 code units. */
export const LONG_LINE = 500_000;

const readings = new WeakMap<FrameRecord, WireMessage>();

/** The parsed line of a record, shared by all pages and lists: parsing 5 MB takes about 50 ms. */
export const readingOf = onceForEach(
  (record: FrameRecord): WireMessage => readMessage(shownFrame(record)),
  readings,
);

export function readFrame(record: KnownRecord | undefined, row: Row | undefined): ReadFrame | undefined {
  if (record?.type !== 'frame' || row === undefined) return undefined;
  return { ...readingOf(record), row, record, raw: shownFrame(record) };
}

/** The envelope of the message with this `seq`; undefined if there is none or it is invalid. */
export async function fetchEnvelope(session: string, seq: number): Promise<Envelope | undefined> {
  const fetched = await records.fetch(session, seq);
  return fetched.ok ? envelopeOf(fetched.value) : undefined;
}

/** The same for a component; also undefined while loading. */
export function useEnvelope(session: string, seq: number | null): Envelope | undefined {
  return useLoaded(seq === null ? '' : `${session} ${seq}`, () => fetchEnvelope(session, seq ?? 0));
}

function envelopeOf(record: KnownRecord | undefined): Envelope | undefined {
  return record?.type === 'frame' ? readingOf(record).envelope : undefined;
}

/** True for a long frame that must be parsed in its own turn before it is rendered. */
export function isLongAndUnparsed(record: KnownRecord | undefined): record is FrameRecord {
  if (record?.type !== 'frame' || readings.has(record)) return false;
  return (record.raw ?? record.rawBase64 ?? '').length > LONG_LINE;
}

/** Parses a long line in its own turns, so that input and painting happen before, between and after its steps. */
export async function readInTurn(record: FrameRecord): Promise<WireMessage> {
  if (!isLongAndUnparsed(record)) return readingOf(record);
  await yieldFrame();
  const { rawBase64 } = record;
  if (rawBase64 !== undefined)
    cacheShownFrame(record, await stepsInTurns(shownBase64InSteps(rawBase64), yieldFrame));
  const reading = await stepsInTurns(readMessageInSteps(shownFrame(record)), yieldFrame);
  readings.set(record, reading);
  await yieldFrame();
  return reading;
}
