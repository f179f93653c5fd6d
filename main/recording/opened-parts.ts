import { GrowingColumn } from '../../app/frame/growing-column.ts';
import type { Row, RowPatch } from '../../app/frame/row.ts';
import { decodeRow } from '../../app/frame/row-code.ts';
import { RowTable } from '../../app/frame/row-table.ts';
import { EVERY_SESSION, type LoadedChunk, NUMBERS_OF_A_PLACE } from './loaded-chunk.ts';
import { RecordIndex } from './record-index.ts';

/** One session's share of a file. */
export type SessionPart = {
  readonly table: RowTable;
  readonly index: RecordIndex;
  /** The index of each row that changed after its chunk had come, in the order of the changes. */
  readonly patched: GrowingColumn<Uint32Array>;
};

const indexes = () => new GrowingColumn((room) => new Uint32Array(room));

type Place = { readonly seq: number; readonly offset: number; readonly length: number };

/** Puts the chunks of a file together, by session. Marks belong to no session, so each session has them all. */
export class OpenedParts {
  readonly #parts = new Map<string, SessionPart>();
  readonly #numbered: SessionPart[] = [];
  readonly #commonRows: Row[] = [];
  readonly #commonPlaces: Place[] = [];

  take(chunk: LoadedChunk): void {
    for (const { name } of chunk.about.sessions.slice(this.#numbered.length)) {
      this.#numbered.push(this.session(name));
    }
    for (const tuple of chunk.rows) this.#addRow(decodeRow(tuple));
    for (const [seq, patch] of chunk.patches) this.#patch(seq, patch);
    this.#addPlaces(chunk.places);
  }

  /** The part of a session, which starts with what is common to all. */
  session(name: string): SessionPart {
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    const part = { table: new RowTable(), index: new RecordIndex(), patched: indexes() };
    for (const row of this.#commonRows) part.table.add(row);
    for (const { seq, offset, length } of this.#commonPlaces) part.index.push(seq, offset, length);
    this.#parts.set(name, part);
    return part;
  }

  #patch(seq: number, patch: RowPatch): void {
    for (const { table, patched } of this.#numbered) {
      const index = table.indexOf(seq);
      if (index < 0) continue;
      table.patchAt(index, patch);
      patched.push(index);
    }
  }

  #addRow(row: Row): void {
    if (row.session !== '') {
      this.session(row.session).table.add(row);
      return;
    }
    this.#commonRows.push(row);
    for (const { table } of this.#parts.values()) table.add(row);
  }

  #addPlaces(places: Float64Array): void {
    for (let at = 0; at < places.length; at += NUMBERS_OF_A_PLACE) {
      const [seq = 0, offset = 0, length = 0, session = EVERY_SESSION] = places.subarray(
        at,
        at + NUMBERS_OF_A_PLACE,
      );
      const part = this.#numbered[session];
      if (part !== undefined) {
        part.index.push(seq, offset, length);
        continue;
      }
      this.#commonPlaces.push({ seq, offset, length });
      for (const { index } of this.#parts.values()) index.push(seq, offset, length);
    }
  }
}
