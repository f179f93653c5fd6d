import { partitionPoint } from '../../app/base/partition-point.ts';
import type { Finding } from '../../app/findings/finding.ts';
import { GrowingColumn, type SavedColumn, StringPool } from '../../app/frame/growing-column.ts';
import type { RowPatch } from '../../app/frame/row.ts';
import { RowTable, type SavedTable } from '../../app/frame/row-table.ts';
import type { SectionReader, SectionWriter } from '../../app/frame/sections.ts';
import { EVERY_SESSION, type LoadedChunk } from './loaded-chunk.ts';
import { RecordIndex } from './record-index.ts';

/** One session's share of a file. */
export type SessionPart = {
  readonly table: RowTable;
  readonly findings: Finding[];
  readonly index: RecordIndex;
  /** The index of each row that changed after its chunk had come, in the order of the changes. */
  readonly patched: GrowingColumn<Uint32Array>;
};

type SavedPart = {
  readonly table: SavedTable;
  readonly index: readonly SavedColumn[];
  readonly findings: readonly Finding[];
};

/** Parts as they are saved. */
export type SavedParts = {
  readonly strings: readonly string[];
  readonly common: SavedPart;
  readonly parts: readonly (SavedPart & { readonly name: string })[];
};

function savedPart({ table, index, findings }: SessionPart, sections: SectionWriter): SavedPart {
  return { table: table.save(sections), index: index.save(sections), findings: [...findings] };
}

function restorePart(
  part: SessionPart,
  { table, index, findings }: SavedPart,
  sections: SectionReader,
): void {
  part.table.restore(table, sections);
  part.index.restore(index, sections);
  for (const finding of findings) part.findings.push(finding);
}

const indexes = () => new GrowingColumn((room) => new Uint32Array(room));

/** Puts the chunks of a file together, by session. Marks belong to no session, so each session has them all. */
export class SessionParts {
  readonly #parts = new Map<string, SessionPart>();
  readonly #numbered: SessionPart[] = [];
  /** The strings of all rows, by the numbers that the reading thread gave them. */
  readonly #pool = new StringPool();
  /** What belongs to every session: later ones begin with that. */
  readonly #common = this.#newPart();
  /** The number of the session that each record belongs to, by its seq. */
  readonly #seqs = new GrowingColumn((room) => new Float64Array(room));
  readonly #owners = new GrowingColumn((room) => new Uint16Array(room));

  take(chunk: LoadedChunk): void {
    const { rows, places, findings, strings, about } = chunk;
    this.#pool.append(strings);
    for (const { name } of about.sessions.slice(this.#numbered.length))
      this.#numbered.push(this.session(name));
    for (const { from, to } of runsOf(rows.session, rows.length)) {
      const name = this.#pool.text(rows.session[from] ?? 0);
      for (const { table } of name === '' ? this.#all() : [this.session(name)])
        table.appendColumns(rows, from, to);
    }
    for (const [seq, patch] of chunk.patches) this.#patch(seq, patch);
    this.#seqs.append(places.seq.subarray(0, places.length));
    this.#owners.append(places.owner.subarray(0, places.length));
    for (const { from, to } of runsOf(places.owner, places.length)) {
      const part = this.#numbered[places.owner[from] ?? EVERY_SESSION];
      for (const { index } of part === undefined ? this.#all() : [part]) index.pushAll(places, from, to);
    }
    if (findings === undefined) return;
    const part = this.session(findings.session);
    for (const finding of findings.findings) part.findings.push(finding);
  }

  /** The part of a session, which starts with what is common to all. */
  session(name: string): SessionPart {
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    const part = this.#newPart();
    const { table, index } = this.#common;
    for (let at = 0; at < table.length; at += 1) {
      const row = table.row(at);
      if (row !== undefined) part.table.add(row);
    }
    for (let at = 0; at < index.length; at += 1)
      part.index.push(index.seqAt(at), index.offsetAt(at), index.lengthAt(at));
    this.#parts.set(name, part);
    return part;
  }

  /** How many findings all sessions have. */
  get findings(): number {
    let count = 0;
    for (const { findings } of this.#parts.values()) count += findings.length;
    return count;
  }

  /** All of it but what changed later: whoever takes it over has seen none of the rows. */
  save(sections: SectionWriter): SavedParts {
    const parts = Array.from(this.#parts, ([name, part]) => ({ name, ...savedPart(part, sections) }));
    return { strings: this.#pool.since(0), common: savedPart(this.#common, sections), parts };
  }

  /** Takes what others saved; these must be empty. Throws for what none saves. */
  restore({ strings, common, parts }: SavedParts, sections: SectionReader): void {
    this.#pool.append(strings);
    restorePart(this.#common, common, sections);
    for (const { name, ...saved } of parts) {
      const part = this.#newPart();
      restorePart(part, saved, sections);
      this.#parts.set(name, part);
    }
  }

  #newPart(): SessionPart {
    const table = new RowTable(undefined, this.#pool);
    return { table, findings: [], index: new RecordIndex(), patched: indexes() };
  }

  #all(): SessionPart[] {
    return [this.#common, ...this.#parts.values()];
  }

  #patch(seq: number, patch: RowPatch): void {
    const place = partitionPoint(this.#seqs.length, (index) => this.#seqs.at(index) < seq);
    if (place >= this.#seqs.length || this.#seqs.at(place) !== seq) return;
    const owner = this.#numbered[this.#owners.at(place)];
    // A mark stands in every session.
    for (const { table, patched } of owner === undefined ? this.#numbered : [owner]) {
      const index = table.indexOf(seq);
      if (index < 0) continue;
      table.patchAt(index, patch);
      patched.push(index);
    }
  }
}

type Run = { readonly from: number; readonly to: number };

/** The runs of equal numbers among the first `length`. */
function* runsOf(numbers: Uint32Array | Uint16Array, length: number): Generator<Run> {
  for (let from = 0; from < length; ) {
    let to = from + 1;
    while (to < length && numbers[to] === numbers[from]) to += 1;
    yield { from, to };
    from = to;
  }
}
