import { canonicalJson, isJsonObject, stringAt } from '../base/json-value.ts';
import { type Header, type KnownRecord, shownFrame } from '../frame/record.ts';
import { readEnvelope } from '../wire/envelope.ts';
import { epochOf } from './export/recording-content.ts';
import type { FormatName } from './import/formats.ts';

/** The formats of files that say what a model read of each call. */
export const TRANSCRIPTS: ReadonlySet<FormatName> = new Set(['claude-code-transcript', 'codex-transcript']);

/** What records are read from: its header is complete once a record with a time was read. */
export type RecordSource = { readonly header: Pick<Header, 'startedAt'> };

/** A recording and a transcript tell of the same call if its ends are not further apart, in milliseconds. */
const MAX_APART_MS = 60_000;
const MAX_OPEN = 10_000;

/** What tells a call from others: its tool, as hosts write names, and its arguments. */
export function callKey(params: unknown): string {
  const tool = (stringAt(params, 'name') ?? '').replaceAll(/[^\w-]/g, '_');
  const args = isJsonObject(params) ? params.arguments : undefined;
  return `${tool} ${canonicalJson(args ?? {})}`;
}

/** Finds the tool call that each answer ends, record by record. */
class AnsweredCalls {
  readonly #open = new Map<string, string>();

  /** The key of the call that this record answers, and its result; undefined for any other record. */
  take(record: KnownRecord): { readonly key: string; readonly result: unknown } | undefined {
    if (record.type !== 'frame') return undefined;
    const envelope = readEnvelope(shownFrame(record));
    const id = 'id' in envelope ? `${record.session} ${envelope.id?.key}` : '';
    if (envelope.kind === 'request' && envelope.method === 'tools/call') {
      this.#open.set(id, callKey(envelope.params));
      const [oldest = ''] = this.#open.size > MAX_OPEN ? this.#open.keys() : [];
      this.#open.delete(oldest);
    }
    if (record.direction !== 'server-to-client' || !(envelope.kind === 'result' || envelope.kind === 'error'))
      return undefined;
    const key = this.#open.get(id);
    this.#open.delete(id);
    return key === undefined
      ? undefined
      : { key, result: envelope.kind === 'result' ? envelope.result : null };
  }
}

/** What a model read of each tool call, from transcripts. Times are in milliseconds since 1970. */
export class TranscriptReads {
  readonly #calls = new Map<string, { readonly endMs: number; readonly read: string }[]>();
  readonly #answers = new AnsweredCalls();

  /** Takes the next record of a transcript. */
  take(record: KnownRecord, from: RecordSource): void {
    const call = this.#answers.take(record);
    if (call === undefined || record.type !== 'frame' || record.read === undefined) return;
    const read = typeof record.read === 'string' ? record.read : contentText(call.result);
    const known = this.#calls.get(call.key) ?? [];
    known.push({ endMs: epochOf(from.header, record.at), read });
    this.#calls.set(call.key, known);
  }

  /** What the model read of a call that ended then; undefined if no transcript has it. */
  readOf(key: string, endMs: number): string | undefined {
    let best: { apart: number; read: string } | undefined;
    for (const { endMs: at, read } of this.#calls.get(key) ?? []) {
      const apart = Math.abs(at - endMs);
      if (apart <= (best?.apart ?? MAX_APART_MS)) best = { apart, read };
    }
    return best?.read;
  }
}

/** Adds to the answers of a recording, record by record, what the model read of them. */
export function joinedWith(reads: TranscriptReads) {
  const answers = new AnsweredCalls();
  return (record: KnownRecord, from: RecordSource): KnownRecord => {
    const call = answers.take(record);
    if (call === undefined || record.type !== 'frame' || record.read !== undefined) return record;
    const read = reads.readOf(call.key, epochOf(from.header, record.at));
    return read === undefined ? record : { ...record, read };
  };
}

/** The texts of a result; another block is named by its type. */
function contentText(result: unknown): string {
  const content = isJsonObject(result) && Array.isArray(result.content) ? result.content : [];
  return content
    .map((block) => stringAt(block, 'text') ?? `[${stringAt(block, 'mimeType') ?? stringAt(block, 'type')}]`)
    .join('\n');
}
