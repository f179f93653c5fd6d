import { partitionPoint } from '../../app/base/partition-point.ts';
import type { LogTextsState } from '../../app/contract/session-info.ts';
import { GrowingColumn } from '../../app/frame/growing-column.ts';
import {
  MAX_BYTES_A_UNIT,
  type TextColumn,
  type TextPack,
  type TextPacker,
} from '../../app/frame/utf8-texts.ts';
import { SpillFile } from '../system/spill-file.ts';

/** How much row text the host keeps in memory for all live sessions together, in bytes. */
const MAX_TEXT_BYTES = 64_000_000;

/** Consecutive texts. Full pages are the unit that moves to disk. */
class TextPage {
  texts = 0;
  used = 0;
  /** Undefined once moved to disk or dropped. */
  bytes: Buffer | undefined;
  /** The position in the spill file; -1 if not in it. */
  offset = -1;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

type TextTally = {
  held: number;
  /** Texts on disk, read when they are shown. */
  onDisk: number;
  /** Texts dropped because the disk was full. */
  letGo: number;
};

type Kept = { readonly page: TextPage; readonly spill: SpillFile; readonly tally: TextTally };

/** The row texts of all live sessions of a host; beyond the limit, the oldest page moves to disk. */
export class TextMemory {
  readonly limitBytes: number;
  #kept: Kept[] = [];
  #heldBytes = 0;

  constructor(limitBytes = MAX_TEXT_BYTES) {
    this.limitBytes = limitBytes;
  }

  /** Bytes of all pages in memory: at most the limit, unless the pages being filled exceed it alone. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Counts a page that is about to be filled, and makes room for it. */
  begin(page: TextPage, tally: TextTally): void {
    tally.held += sizeOf(page);
    this.#heldBytes += sizeOf(page);
    while (this.#heldBytes > this.limitBytes) {
      const oldest = this.#kept.shift();
      if (oldest === undefined) return;
      this.#move(oldest);
    }
  }

  /** Adds a full page, which may move to disk from now on. */
  keep(page: TextPage, spill: SpillFile, tally: TextTally): void {
    this.#kept.push({ page, spill, tally });
  }

  /** Forgets the pages of a closed log, identified by its tally. */
  release(tally: TextTally): void {
    this.#kept = this.#kept.filter((kept) => kept.tally !== tally);
    this.#heldBytes -= tally.held;
    tally.held = 0;
  }

  #move({ page, spill, tally }: Kept): void {
    const size = sizeOf(page);
    this.#heldBytes -= size;
    tally.held -= size;
    try {
      page.offset = spill.append((page.bytes ?? Buffer.alloc(0)).subarray(0, page.used));
      tally.onDisk += page.texts;
    } catch {
      // The row and its record remain; only the short text is lost, and the row says so.
      tally.letGo += page.texts;
    }
    page.bytes = undefined;
  }
}

function sizeOf({ bytes }: TextPage): number {
  return bytes?.length ?? 0;
}

const PAGE_BYTES = 128 * 1024;
const NOTHING = Buffer.alloc(0);

/** Shown by a row whose text was dropped. */
export const DROPPED_TEXT =
  'This text is not held any more: the app’s memory for rows was full and the disk took no more. Select the row to read its record from the recording.';

/**
 * The texts of a log's rows as consecutive UTF-8: separate strings cost about 40 more bytes each, and one sliced from a
 * line keeps the whole line alive. Full pages belong to the host's {@link TextMemory}.
 */
class PackedTexts implements TextColumn {
  readonly #memory: TextMemory;
  readonly #spill: SpillFile;
  readonly #tally: TextTally;
  readonly #pages: TextPage[] = [];
  readonly #firsts: number[] = [];
  /** The start of each text in its page. */
  readonly #starts = new GrowingColumn(Uint32Array);
  readonly #changed = new Map<number, string>();
  /** The page last read from disk: rows are requested in order. */
  #read: { readonly page: TextPage; readonly bytes: Buffer } | undefined;

  constructor(memory: TextMemory, spill: SpillFile, tally: TextTally) {
    this.#memory = memory;
    this.#spill = spill;
    this.#tally = tally;
  }

  push(text: string): void {
    const page = this.#nextIn(text.length * MAX_BYTES_A_UNIT);
    if (text !== '') page.used += page.bytes?.write(text, page.used) ?? 0;
  }

  append({ bytes, ends }: TextPack, from: number): void {
    let start = ends[from - 1] ?? 0;
    for (const end of ends.subarray(from)) {
      const page = this.#nextIn(end - start);
      page.bytes?.set(bytes.subarray(start, end), page.used);
      page.used += end - start;
      start = end;
    }
  }

  at(index: number): string {
    const changed = this.#changed.size === 0 ? undefined : this.#changed.get(index);
    return changed ?? this.#bytesAt(index)?.toString() ?? DROPPED_TEXT;
  }

  reader(): (index: number) => string {
    return (index) => this.at(index);
  }

  write(index: number, into: TextPacker): void {
    const changed = this.#changed.size === 0 ? undefined : this.#changed.get(index);
    const bytes = changed === undefined ? this.#bytesAt(index) : undefined;
    if (bytes === undefined) into.push(changed ?? DROPPED_TEXT);
    else into.pushBytes(bytes);
  }

  set(index: number, text: string): void {
    if (this.at(index) !== text) this.#changed.set(index, text);
  }

  /** Allocates a text of up to this many bytes in the given page. */
  #nextIn(bytes: number): TextPage {
    const page = this.#pageFor(bytes);
    this.#starts.push(page.used);
    page.texts += 1;
    return page;
  }

  /** The text at `index` as pushed, in UTF-8; empty beyond the end, undefined if dropped. */
  #bytesAt(index: number): Buffer | undefined {
    const place = partitionPoint(this.#firsts.length, (place) => (this.#firsts[place] ?? 0) <= index) - 1;
    const page = this.#pages[place];
    const first = this.#firsts[place];
    if (index >= this.#starts.length || page === undefined || first === undefined) return NOTHING;
    const start = this.#starts.at(index);
    const end = index + 1 < first + page.texts ? this.#starts.at(index + 1) : page.used;
    return start === end ? NOTHING : this.#bytesOf(page)?.subarray(start, end);
  }

  /** A page with room for this many bytes; the previous page goes to the memory. */
  #pageFor(bytes: number): TextPage {
    const last = this.#pages.at(-1);
    if (last?.bytes !== undefined && last.used + bytes <= last.bytes.length) return last;
    const page = new TextPage(Buffer.allocUnsafeSlow(Math.max(PAGE_BYTES, bytes)));
    if (last !== undefined) this.#memory.keep(last, this.#spill, this.#tally);
    this.#memory.begin(page, this.#tally);
    this.#pages.push(page);
    this.#firsts.push(this.#starts.length);
    return page;
  }

  #bytesOf(page: TextPage): Buffer | undefined {
    if (page.bytes !== undefined) return page.bytes;
    if (this.#read?.page === page) return this.#read.bytes;
    if (page.offset < 0) return undefined;
    try {
      const bytes = this.#spill.read(page.offset, page.used);
      this.#read = { page, bytes };
      return bytes;
    } catch {
      return undefined;
    }
  }
}

export class LogTexts {
  readonly #tallies = { ids: newTally(), texts: newTally() };
  readonly #memory: TextMemory;
  readonly #spill: SpillFile;

  /** `path` must be free; it is used only if the memory is full. */
  constructor(memory: TextMemory, path: string) {
    this.#memory = memory;
    this.#spill = new SpillFile(path);
  }

  readonly newColumn = (of: 'ids' | 'texts'): TextColumn =>
    new PackedTexts(this.#memory, this.#spill, this.#tallies[of]);

  get state(): LogTextsState {
    const { ids, texts } = this.#tallies;
    const { limitBytes } = this.#memory;
    return { heldBytes: ids.held + texts.held, limitBytes, onDisk: texts.onDisk, letGo: texts.letGo };
  }

  /** Frees all texts; rows read afterwards have no text. */
  close(): void {
    for (const tally of Object.values(this.#tallies)) this.#memory.release(tally);
    this.#spill.close();
  }
}

function newTally(): TextTally {
  return { held: 0, onDisk: 0, letGo: 0 };
}
