import { isJsonObject, type JsonObject } from '../base/json-value.ts';
import { firstText } from '../frame/preview.ts';
import type { FrameRecord, KnownRecord } from '../frame/record.ts';
import { type Answer, type Envelope, readEnvelope } from '../wire/envelope.ts';
import { type Fingerprint, type SeenError, TEXT_LIMIT } from './fingerprint.ts';
import { BY_SIGHT, withoutSeen, wordedErrors, wordedToolErrors } from './sight-table.ts';
import { guessesFrom, layersFrom, type VocabularyGuess, type VocabularyLayers } from './vocabulary-guess.ts';

/** Tools beyond this many tell no more about their SDK. */
const MAX_TOOLS = 50;

/**
 * Reads the records of one session in order and gathers what its server's SDK gives away.
 * It only listens: nothing is ever sent to find out more.
 */
export class FingerprintReader {
  readonly #seen = new Map<Fingerprint, number>();
  /** What was not seen so far: a trait counts once and is then no longer looked for. */
  #left = BY_SIGHT;
  readonly #methods = new Map<string, string>();
  #malformedSeq = 0;
  #guesses: readonly VocabularyGuess[] | undefined;

  /**
   * Takes the next record; true where it showed a new trait.
   * `envelope` saves a second reading where the caller has read the line already.
   */
  ingest(record: KnownRecord, envelope?: Envelope): boolean {
    const before = this.#seen.size;
    if (record.type === 'frame') this.#frame(record, envelope ?? readEnvelope(record.raw ?? ''));
    else if (record.type === 'process') this.#process(record);
    if (this.#seen.size === before) return false;
    this.#guesses = undefined;
    this.#left = withoutSeen(this.#left, this.#seen);
    return true;
  }

  /** Every vocabulary with points, the strongest first; for the ranking of meanings. */
  get guesses(): readonly VocabularyGuess[] {
    this.#guesses ??= guessesFrom(this.#seen);
    return this.#guesses;
  }

  /** The layers that are known well enough to be shown. */
  get layers(): VocabularyLayers {
    return layersFrom(this.guesses);
  }

  #frame(record: FrameRecord, envelope: Envelope): void {
    if (envelope.kind === 'batch') {
      for (const item of envelope.items) this.#message(record, item);
    } else this.#message(record, envelope);
  }

  #message(record: FrameRecord, envelope: Envelope): void {
    if (record.direction === 'client-to-server') {
      const malformed = envelope.kind === 'not-json' || envelope.kind === 'not-json-rpc';
      this.#malformedSeq = malformed ? record.seq : 0;
      if (envelope.kind === 'request') this.#methods.set(envelope.id.key, envelope.method);
      return;
    }
    if (envelope.kind === 'result' || envelope.kind === 'error') this.#answer(record, envelope);
    else if (envelope.kind === 'notification')
      this.#notification(record.seq, envelope.method, envelope.params);
  }

  #answer(record: FrameRecord, envelope: Answer): void {
    this.#malformedSeq = 0;
    const key = envelope.id?.key ?? '';
    const method = this.#methods.get(key);
    this.#methods.delete(key);
    if (envelope.kind === 'error') this.#error(record.seq, envelope, method);
    else if (isJsonObject(envelope.result)) this.#result(record, method ?? '', envelope.result);
  }

  #error(
    seq: number,
    { id, error, faults }: Extract<Answer, { kind: 'error' }>,
    method: string | undefined,
  ): void {
    const { code, data } = error;
    const seen: SeenError = {
      method: method ?? '',
      code: typeof code === 'number' ? code : undefined,
      message: error.message.slice(0, TEXT_LIMIT),
      data,
      id: id?.text ?? (faults.includes('id-null') ? 'null' : ''),
      stray: method === undefined,
    };
    const possible = wordedErrors(seen.code, seen.message) ?? this.#left.error.ofCode(seen.code);
    for (const fingerprint of possible) {
      const { fits } = fingerprint.see;
      if (fits === undefined || fits(seen)) this.#see(fingerprint, seq);
    }
  }

  #result(record: FrameRecord, method: string, result: JsonObject): void {
    for (const fingerprint of this.#left.result) {
      const { method: wanted, fits } = fingerprint.see;
      if (wanted !== undefined && wanted !== method) continue;
      if (fits(result, record.raw ?? '')) this.#see(fingerprint, record.seq);
    }
    if (result.isError === true) this.#toolError(record.seq, result);
    if (method === 'tools/list' && Array.isArray(result.tools)) this.#tools(record.seq, result.tools);
  }

  #toolError(seq: number, result: JsonObject): void {
    const seen = { text: (firstText(result) ?? '').slice(0, TEXT_LIMIT), result };
    for (const fingerprint of wordedToolErrors(seen.text) ?? this.#left.toolError) {
      const { fits } = fingerprint.see;
      if (fits === undefined || fits(seen)) this.#see(fingerprint, seq);
    }
  }

  #tools(seq: number, tools: readonly unknown[]): void {
    const listed = tools.slice(0, MAX_TOOLS).filter(isJsonObject);
    for (const fingerprint of this.#left.tool) {
      if (listed.some((tool) => fingerprint.see.fits(tool))) this.#see(fingerprint, seq);
    }
  }

  #notification(seq: number, method: string, params: unknown): void {
    for (const fingerprint of this.#left.notification) {
      if (fingerprint.see.method === method && fingerprint.see.fits(params)) this.#see(fingerprint, seq);
    }
  }

  #process(record: Extract<KnownRecord, { type: 'process' }>): void {
    if (record.event === 'spawned') this.#methods.clear();
    const ended = record.event === 'exited' || record.event === 'stdout-closed';
    if (record.event === 'stdin-closed') this.#malformedSeq = 0;
    if (!ended || this.#malformedSeq === 0) return;
    for (const fingerprint of this.#left.endedByMalformedLine) {
      this.#see(fingerprint, record.seq);
    }
    this.#malformedSeq = 0;
  }

  /** A batch may show a trait twice: the first record counts. */
  #see(fingerprint: Fingerprint, seq: number): void {
    if (!this.#seen.has(fingerprint)) this.#seen.set(fingerprint, seq);
  }
}
