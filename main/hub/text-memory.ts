import type { SpillFile } from '../system/spill-file.ts';

/** So much text of rows the host holds in memory, of all live sessions together, in bytes. */
export const MAX_TEXT_BYTES = 64_000_000;

/** Texts that were written one behind another; full pages are what is moved to the disk. */
export class TextPage {
  /** How many texts it holds. */
  texts = 0;
  /** How many of its bytes are used. */
  used = 0;
  /** Undefined once it is on the disk, or let go. */
  bytes: Buffer | undefined;
  /** Where it lies in the spill file; -1 if it does not. */
  offset = -1;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** What the texts of one log's rows came to. */
export type TextTally = {
  /** Bytes held in memory. */
  held: number;
  /** Texts that lie on the disk, and are read when they are shown. */
  onDisk: number;
  /** Texts that are gone because the disk did not take them. */
  letGo: number;
};

type Kept = { readonly page: TextPage; readonly spill: SpillFile; readonly tally: TextTally };

/** What all live sessions of a host hold of their rows' texts: beyond the limit, the oldest page goes to the disk. */
export class TextMemory {
  readonly limitBytes: number;
  #kept: Kept[] = [];
  #heldBytes = 0;

  constructor(limitBytes = MAX_TEXT_BYTES) {
    this.limitBytes = limitBytes;
  }

  /** Bytes of all pages in memory: at most the limit, unless those that are being filled alone take more. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Counts a page that is about to be filled, and makes room for it. */
  begin(page: TextPage, tally: TextTally): void {
    tally.held += sizeOf(page);
    this.#heldBytes += sizeOf(page);
    for (let oldest = this.#oldest(); oldest !== undefined; oldest = this.#oldest()) this.#move(oldest);
  }

  /** Takes a page that is full: from now on it may be moved to the disk. */
  keep(page: TextPage, spill: SpillFile, tally: TextTally): void {
    this.#kept.push({ page, spill, tally });
  }

  /** Forgets the pages of a log that is closed, named by its tally. */
  release(tally: TextTally): void {
    this.#kept = this.#kept.filter((kept) => kept.tally !== tally);
    this.#heldBytes -= tally.held;
    tally.held = 0;
  }

  /** The page that has to go; undefined if none has, or none can. */
  #oldest(): Kept | undefined {
    return this.#heldBytes > this.limitBytes ? this.#kept.shift() : undefined;
  }

  #move(oldest: Kept): void {
    const { page, spill, tally } = oldest;
    const size = sizeOf(page);
    this.#heldBytes -= size;
    tally.held -= size;
    try {
      page.offset = spill.append((page.bytes ?? Buffer.alloc(0)).subarray(0, page.used));
      tally.onDisk += page.texts;
    } catch {
      // Rows stay and the recording has its records: only the short text of the row is gone, and it says so.
      tally.letGo += page.texts;
    }
    page.bytes = undefined;
  }
}

function sizeOf({ bytes }: TextPage): number {
  return bytes?.length ?? 0;
}
