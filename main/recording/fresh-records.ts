import type { KnownRecord } from '../../app/frame/record.ts';
import type { EncodedText } from '../../app/recording/encode-record.ts';

/** So much waits to become lines, in characters. */
const MUCH_CHARS = 64 * 1024;
/** What a record counts beside its text. */
const CHARS_OF_RECORD = 100;

type Fresh = { readonly record: KnownRecord; readonly text: EncodedText | undefined };

const NONE: readonly Fresh[] = [];

/** Records that were appended and are no lines yet. */
export class FreshRecords {
  #fresh: Fresh[] = [];
  #chars = 0;

  get count(): number {
    return this.#fresh.length;
  }

  /** True if they should not wait for the next flush. */
  get isMuch(): boolean {
    return this.#chars >= MUCH_CHARS;
  }

  push(record: KnownRecord, text: EncodedText | undefined): void {
    this.#fresh.push({ record, text });
    this.#chars += charsOf(record);
  }

  /** Gives all of them, in order, and holds none any more. */
  take(): readonly Fresh[] {
    if (this.#fresh.length === 0) return NONE;
    const fresh = this.#fresh;
    this.#fresh = [];
    this.#chars = 0;
    return fresh;
  }
}

/** About how long the line of a record becomes. */
function charsOf(record: KnownRecord): number {
  switch (record.type) {
    case 'frame':
      return CHARS_OF_RECORD + (record.raw ?? record.rawBase64 ?? '').length;
    case 'stderr':
      return CHARS_OF_RECORD + record.text.length;
    case 'client':
      return CHARS_OF_RECORD + record.message.length;
    default:
      return CHARS_OF_RECORD;
  }
}
