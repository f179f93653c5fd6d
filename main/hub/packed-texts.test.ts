import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../../app/base/testing/runs.ts';
import { TextPacker, textsOf } from '../../app/frame/utf8-texts.ts';
import { DROPPED_TEXT, LogTexts, TextMemory } from './packed-texts.ts';

const LIMIT = 400_000;

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texts-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function newTexts(memory = new TextMemory(LIMIT), path = join(folder, randomUUID())): LogTexts {
  return new LogTexts(memory, path);
}

/** Pushes this many texts of about 100 bytes each, the first of them number `from`. */
function fill(texts: LogTexts, count: number) {
  const column = texts.newColumn('texts');
  for (let at = 0; at < count; at += 1) column.push(numbered(at));
  return column;
}

/** A lone surrogate has no bytes of its own. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

function numbered(at: number): string {
  return `${at} ${'ä'.repeat(48)}`;
}

describe('the texts of a log', () => {
  test('come back as they were, in memory and from the disk, changed or not', () => {
    const text = fc.oneof(fc.constant(''), fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string());
    const changes = fc.array(fc.tuple(fc.nat(999), text), { maxLength: 10 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 60 }), changes, (some, changed) => {
        const texts = newTexts(new TextMemory(150_000));
        const column = texts.newColumn('texts');
        const plain: string[] = [];
        for (let at = 0; at < 6000; at += 1) {
          const one = wellFormed(some[at % some.length] ?? '');
          column.push(one);
          plain.push(one);
        }
        for (const [at, one] of changed) {
          column.set(at, wellFormed(one));
          plain[at] = wellFormed(one);
        }
        expect(plain.map((_, at) => column.at(at))).toEqual(plain);
        expect(column.at(6000)).toBe('');
        const packer = new TextPacker();
        for (const at of plain.keys()) column.write(at, packer);
        expect([...textsOf(packer.packed)]).toEqual(plain);
        const copy = texts.newColumn('texts');
        copy.append(packer.packed, 7);
        expect(plain.slice(7).map((_, at) => copy.at(at))).toEqual(plain.slice(7));
        texts.close();
      }),
      { numRuns: runs(30) },
    );
  });

  test('take no more memory than the limit, however many there are', () => {
    const memory = new TextMemory(LIMIT);
    const texts = newTexts(memory);
    const column = fill(texts, 50_000);
    const { heldBytes, limitBytes, onDisk, letGo } = texts.state;
    expect(heldBytes).toBeLessThanOrEqual(LIMIT);
    expect({ limitBytes, letGo }).toEqual({ limitBytes: LIMIT, letGo: 0 });
    expect(onDisk).toBeGreaterThan(40_000);
    for (const at of [0, 17, 25_000, 49_999]) expect(column.at(at)).toBe(numbered(at));
    texts.close();
  });

  test('share the limit with those of other logs, whose oldest go first, and leave it when their log is closed', () => {
    const memory = new TextMemory(LIMIT);
    const [first, second] = [newTexts(memory), newTexts(memory)];
    fill(first, 3000);
    expect(first.state.onDisk).toBe(0);
    fill(second, 2000);
    expect(first.state.onDisk).toBeGreaterThan(0);
    expect(second.state.onDisk).toBe(0);
    first.close();
    const held = memory.heldBytes;
    expect(held).toBe(second.state.heldBytes);
    second.close();
    expect(memory.heldBytes).toBe(0);
  });

  test('that the disk does not take are let go, counted, and their rows say so', () => {
    const path = join(folder, 'taken');
    writeFileSync(path, 'another file');
    const texts = newTexts(new TextMemory(LIMIT), path);
    const column = fill(texts, 20_000);
    expect(texts.state.heldBytes).toBeLessThanOrEqual(LIMIT);
    expect(texts.state).toMatchObject({ onDisk: 0 });
    expect(texts.state.letGo).toBeGreaterThan(10_000);
    expect(column.at(0)).toBe(DROPPED_TEXT);
    expect(column.at(19_999)).toBe(numbered(19_999));
    texts.close();
  });
});
