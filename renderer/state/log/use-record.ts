import { ok, type Result } from '../../../app/base/result.ts';
import { stepsInTurns } from '../../../app/base/steps.ts';
import { onceForEach } from '../../../app/base/text-memo.ts';
import type { CommandInput } from '../../../app/contract/commands.ts';
import {
  cacheShownFrame,
  type FrameRecord,
  type KnownRecord,
  shownFrame,
} from '../../../app/frame/record.ts';
import type { Row } from '../../../app/frame/row.ts';
import { fullRecord } from '../../../app/recording/long-record.ts';
import {
  type Envelope,
  readMessage,
  readMessageInSteps,
  type WireMessage,
} from '../../../app/wire/envelope.ts';
import { shownBase64InSteps } from '../../../app/wire/line-text.ts';
import { host, settled, useLoaded } from '../host/host.ts';
import { yieldFrame } from '../host/yield-turn.ts';

type ReadRecords = (input: CommandInput<'readRecords'>) => Promise<Result<readonly KnownRecord[]>>;

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
    const read = await this.#read({ session, first: seq, last: seq, limit: 1 });
    if (!read.ok) return read;
    const kept = read.value.map((record) => this.#keep(session, record));
    return ok(kept.find((record) => record.seq === seq));
  }

  /** The records from `first` to `last`, at most 2000. */
  async fetchRange(session: string, first: number, last: number): Promise<Result<readonly KnownRecord[]>> {
    const read = await this.#read({ session, first, last, limit: 2000 });
    return read.ok ? ok(read.value.map((record) => this.#keep(session, record))) : read;
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
export const records = new RecordCache(async (input) => {
  const read = await settled(host().readRecords(input));
  if (!read.ok) return read;
  const whole: KnownRecord[] = [];
  for (const record of read.value) {
    const { session } = input;
    const { seq } = record;
    const readPart = (from: number) => settled(host().readRecordPart({ session, seq, from }));
    const reader = { read: readPart, turn: yieldFrame };
    const one = record.type === 'long' ? await fullRecord(record, reader) : ok(record);
    if (!one.ok) return one;
    whole.push(one.value);
  }
  return ok(whole);
});

export type Fetched<Value> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'here'; readonly value: Value };

const WAITING = { kind: 'waiting' } as const;

/** The complete record with this `seq`; a cached record is available at once. */
export function useRecord(session: string, seq: number | null): Fetched<KnownRecord | undefined> {
  const known = seq === null ? undefined : records.known(session, seq);
  const wanted = known === undefined ? seq : null;
  const fetched = useLoaded(wanted === null ? '' : `${session} ${wanted}`, async () =>
    stateOf(await records.fetch(session, wanted ?? 0)),
  );
  return known === undefined ? (fetched ?? WAITING) : { kind: 'here', value: known };
}

/** The records from `first` to `last` (at most 2000), reloaded when `revision` changes. */
export function useRecords(
  session: string,
  first: number,
  last: number,
  revision = 0,
): Fetched<readonly KnownRecord[]> {
  const load = async () => stateOf(await records.fetchRange(session, first, last));
  return useLoaded(`${session} ${first} ${last}`, load, revision) ?? WAITING;
}

function stateOf<Value>(result: Result<Value>): Fetched<Value> {
  return result.ok ? { kind: 'here', value: result.value } : { kind: 'failed', error: result.error };
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
  const record = useRecord(session, seq);
  return seq !== null && record.kind === 'here' ? envelopeOf(record.value) : undefined;
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
