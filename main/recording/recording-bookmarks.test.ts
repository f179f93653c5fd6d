import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRecording } from './opened-recording.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-bookmarks-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const HEADER = '{"type":"header","format":"tierscope","version":1,"startedAt":"2026-11-21T09:30:00.000Z"}\n';
const ERROR_LINE = '{"type":"stderr","seq":1,"at":5,"session":"s1","text":"one"}\n';
const END = '{"type":"end","seq":2,"at":9}\n';

async function opened(path: string) {
  const file = await openRecording(path);
  if (!file.ok) throw new Error(file.error);
  return file.value;
}

describe('a bookmark in an opened recording', () => {
  it('is appended with the next seq and a new end, and every recorded byte stays', async () => {
    const path = join(folder, 'whole.tierscope.jsonl');
    await writeFile(path, HEADER + ERROR_LINE + END);
    const { bookmarks } = await opened(path);
    const placed = await bookmarks.add('look here', 5, 1);
    await bookmarks.add('and here', 7, undefined);
    const text = await readFile(path, 'utf8');
    expect(text.startsWith(HEADER + ERROR_LINE + END)).toBe(true);
    expect(placed).toMatchObject({ ok: true, value: { record: { seq: 3, at: 5, about: 1 } } });
    if (placed.ok) {
      const { offset, length, record } = placed.value;
      expect(JSON.parse(Buffer.from(text).toString('utf8', offset, offset + length))).toEqual(record);
    }
    const again = await opened(path);
    expect(again.problems).toEqual([]);
    const table = again.sessions[0]?.table;
    expect([0, 1, 2].map((index) => table?.row(index)?.text)).toEqual(['one', 'look here', 'and here']);
    expect(table?.row(1)).toMatchObject({ kind: 'mark', at: 5, pair: 1 });
  });

  it('begins a new line after one that was cut off, and adds no end that there was not', async () => {
    const path = join(folder, 'cut.tierscope.jsonl');
    await writeFile(path, `${HEADER}${ERROR_LINE}{"type":"fra`);
    const { bookmarks } = await opened(path);
    expect(await bookmarks.add('here', 5, undefined)).toMatchObject({ ok: true });
    const again = await opened(path);
    expect(again.problems).toHaveLength(1);
    expect(again.sessions[0]?.table.row(1)?.text).toBe('here');
    expect(await readFile(path, 'utf8')).not.toContain('"end"');
  });

  it('is refused if the file has grown since it was opened', async () => {
    const path = join(folder, 'grown.tierscope.jsonl');
    await writeFile(path, HEADER + ERROR_LINE);
    const { bookmarks } = await opened(path);
    await writeFile(path, HEADER + ERROR_LINE + END);
    expect(await bookmarks.add('late', 5, undefined)).toEqual({
      ok: false,
      error: `${path} has changed since it was opened. Open it again to set bookmarks in it.`,
    });
  });
});

describe("another tool's file", () => {
  it('opens from a copy, with what its format cannot tell, and its own bytes stay', async () => {
    const path = join(folder, 'foreign.jsonl');
    const text =
      '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}\n';
    await writeFile(path, text);
    const file = await openRecording(path, { copyTo: join(folder, 'copy.tierscope.jsonl') });
    if (!file.ok) throw new Error(file.error);
    expect(file.value.format).toBe('json-rpc');
    expect(file.value.notes.length).toBeGreaterThan(0);
    expect(file.value.sessions[0]?.table.length).toBe(2);
    expect(await file.value.bookmarks.add('here', 0, undefined)).toMatchObject({ ok: true });
    expect(await readFile(path, 'utf8')).toBe(text);
  });
});
