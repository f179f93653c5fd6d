import { describe, expect, test } from 'vitest';
import { GrowingColumn, type SectionReader, type SectionWriter } from './growing-column.ts';
import type { Row } from './row.ts';
import { RowTable } from './row-table.ts';
import { Utf8Texts } from './utf8-texts.ts';

/** Sections in memory, each a separate run. */
class MemorySections implements SectionWriter, SectionReader {
  readonly #sections: Uint8Array<ArrayBuffer>[] = [];

  add(pieces: readonly Uint8Array[]): number {
    return this.#sections.push(Uint8Array.from(pieces.flatMap((piece) => [...piece]))) - 1;
  }

  at(section: number): Uint8Array<ArrayBuffer> {
    return this.#sections[section] ?? new Uint8Array(0);
  }
}

const CHUNK = 2048;
const LENGTHS = [0, 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK, 3 * CHUNK + 5];

describe('a column that was saved', () => {
  test.each(LENGTHS)('has its %i numbers again, and goes on growing and changing', (length) => {
    const valueAt = (at: number) => (at < CHUNK ? 7 : at < 2 * CHUNK ? at / 8 : at * 1_000_003 + 0.123);
    const column = new GrowingColumn(Float64Array);
    for (let at = 0; at < length; at += 1) column.push(valueAt(at));
    if (length > 10) column.set(3, -0.5);
    const sections = new MemorySections();
    const restored = new GrowingColumn(Float64Array);
    restored.restore(column.save(sections), sections);
    for (const one of [column, restored]) {
      for (let at = 0; at < CHUNK + 10; at += 1) one.push(at * 3);
      if (length > 10) one.set(5, 99);
      if (length > CHUNK + 10) one.set(CHUNK + 1, -1e300);
    }
    expect(restored.length).toBe(column.length);
    for (let at = 0; at < column.length; at += 1) expect(restored.at(at)).toBe(column.at(at));
  });

  test('is refused if its parts do not fit together', () => {
    const column = new GrowingColumn(Uint32Array);
    for (let at = 0; at < 3 * CHUNK; at += 1) column.push(at);
    const sections = new MemorySections();
    const saved = column.save(sections);
    const restore = (changed: object) =>
      new GrowingColumn(Uint32Array).restore({ ...saved, ...changed }, sections);
    expect(() => restore({ length: 5 })).toThrow('not a saved column');
    expect(() => restore({ widths: Uint8Array.of(8) })).toThrow();
    expect(() => restore({ values: 9 })).toThrow();
  });
});

test('texts that were saved are there again, changed ones too, and more can follow', () => {
  const texts = new Utf8Texts();
  for (let at = 0; at < 5000; at += 1) texts.push(at % 3 === 0 ? '' : `text ${at} …${'x'.repeat(at % 90)}`);
  texts.set(7, 'another');
  const sections = new MemorySections();
  const restored = new Utf8Texts();
  restored.restore(texts.save(sections), sections);
  for (const one of [texts, restored]) for (let at = 0; at < 100; at += 1) one.push(`more ${at}`);
  for (let at = 0; at < 5100; at += 1) expect(restored.at(at)).toBe(texts.at(at));
});

test('a table does not take columns of different lengths', () => {
  const table = new RowTable();
  const sections = new MemorySections();
  const saved = table.save(sections);
  const row: Partial<Row> = {
    seq: 1,
    at: 0,
    session: 's',
    method: '',
    target: '',
    id: '',
    code: '',
    text: '',
  };
  table.add(row as Row);
  const longer = table.save(sections);
  const columns = [...saved.columns.slice(0, 3), ...longer.columns.slice(3)];
  expect(() => new RowTable().restore({ ...saved, columns }, sections)).toThrow('not a saved table');
});
