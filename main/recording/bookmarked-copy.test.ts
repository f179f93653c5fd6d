import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importHeader } from '../../app/recording/import/import-journal.ts';
import { openRecording } from './opened-recording.ts';
import { BookmarkedCopy } from './recording-bookmarks.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-copy-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function opened(path: string) {
  const file = await openRecording(path, { copyTo: join(folder, 'passing.tierscope.jsonl') });
  if (!file.ok) throw new Error(file.error);
  return file.value;
}

const target = () => join(folder, 'recordings', 'kept.tierscope.jsonl');

describe('bookmarks of a file that cannot take them', () => {
  it('are kept in a recording that still says what the format could not tell', async () => {
    const path = join(folder, 'server.jsonl');
    const lines = [
      { id: 1, method: 'ping' },
      { id: 1, result: {} },
    ];
    const text = lines.map((line) => `${JSON.stringify({ jsonrpc: '2.0', ...line })}\n`).join('');
    await writeFile(path, text);
    const { header, notes, reach } = await opened(path);
    const copy = new BookmarkedCopy({
      reach,
      header: importHeader(header, 'JSON-RPC lines', notes),
      newPath: target,
    });
    expect(copy.path).toBe('');
    const added = await Promise.all([copy.add('first', 0, 1), copy.add('second', 0, undefined)]);
    expect(added).toEqual([
      { ok: true, value: null },
      { ok: true, value: null },
    ]);
    expect(copy.path).toBe(target());
    expect(await readFile(path, 'utf8')).toBe(text);
    const again = await opened(target());
    expect(again).toMatchObject({ format: 'tierscope', problems: [], notes });
    expect(notes.length).toBeGreaterThan(0);
    const table = again.sessions[0]?.table;
    const rows = Array.from({ length: table?.length ?? 0 }, (_, index) => table?.row(index));
    expect(rows.filter((row) => row?.kind === 'mark').map((row) => row?.text)).toEqual(['first', 'second']);
    expect(rows.filter((row) => row?.kind === 'frame')).toHaveLength(2);
  });

  it('copy a recording byte by byte, as far as it was read', async () => {
    const path = join(folder, 'received.tierscope.jsonl');
    const head =
      '{"type":"header","format":"tierscope","version":1,"startedAt":"2026-11-21T09:30:00.000Z"}\n';
    const before = Buffer.concat([
      Buffer.from(`${head}{"type":"later","seq":1}\n`),
      Buffer.from([0xff, 0x0a]),
    ]);
    await writeFile(path, before);
    const { reach } = await opened(path);
    await writeFile(path, 'more', { flag: 'a' });
    const copy = new BookmarkedCopy({ reach, newPath: target });
    expect(await copy.add('here', 5, undefined)).toMatchObject({ ok: true });
    const bytes = await readFile(target());
    expect(bytes.subarray(0, before.length)).toEqual(before);
    expect(JSON.parse(bytes.subarray(before.length).toString())).toMatchObject({
      type: 'mark',
      label: 'here',
    });
  });

  it('are refused with a sentence if the copy cannot be written, and leave nothing behind', async () => {
    const path = join(folder, 'gone.tierscope.jsonl');
    const reach = { file: path, lastSeq: 1, ended: false, bytes: 10 };
    const copy = new BookmarkedCopy({ reach, newPath: target });
    expect(await copy.add('here', 5, undefined)).toMatchObject({
      ok: false,
      error: expect.stringContaining('cannot be written'),
    });
    expect(await readdir(join(folder, 'recordings'))).toEqual([]);
    expect(copy.path).toBe('');
  });
});
