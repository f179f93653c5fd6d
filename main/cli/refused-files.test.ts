import { execFileSync } from 'node:child_process';
import { closeSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { convertFile } from '../recording/convert-file.ts';
import { loadAnyRecording } from '../recording/load-any-recording.ts';
import { FileRecords } from '../recording/record-runs.ts';
import { readTextFile } from '../system/changed-file.ts';
import { openRegular, openRegularSync, readRegular, streamRegular } from '../system/regular-file.ts';

let folder = '';
let pipe = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-regular-'));
  pipe = join(folder, 'a.tierscope.jsonl');
  if (process.platform !== 'win32') execFileSync('mkfifo', [pipe]);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a file is read, also through a link and also as a stream', async () => {
  const file = join(folder, 'file');
  const link = join(folder, 'link');
  await writeFile(file, 'text');
  await symlink(file, link);
  expect(String(await readRegular(link))).toBe('text');
  const pieces: unknown[] = [];
  for await (const piece of await streamRegular(link, { end: 1 })) pieces.push(String(piece));
  expect(pieces).toEqual(['te']);
  closeSync(openRegularSync(file));
  await expect(readRegular(file, { mostBytes: 3 })).rejects.toThrow('it has 4 bytes, more than 3');
});

test.skipIf(process.platform === 'win32')('a pipe, a device and a folder are refused at once', async () => {
  await expect(openRegular(pipe)).rejects.toThrow('it is a pipe, not a file');
  await expect(openRegular('/dev/zero')).rejects.toThrow('it is a device, not a file');
  await expect(openRegular(folder)).rejects.toThrow('it is a folder');
  expect(() => openRegularSync(pipe)).toThrow('it is a pipe');
});

test.skipIf(process.platform === 'win32')(
  'every reader of a file answers for a pipe and a device',
  async () => {
    for (const path of [pipe, '/dev/zero']) {
      const what = path === pipe ? 'it is a pipe' : 'it is a device';
      const loaded = await loadAnyRecording(path, join(folder, 'copy'), { onChunk: () => undefined });
      expect(loaded).toMatchObject({
        ok: false,
        error: expect.stringContaining(`${path} cannot be opened: ${what}`),
      });
      expect(await readTextFile(path)).toMatchObject({
        kind: 'unreadable',
        reason: expect.stringContaining(what),
      });
      expect(() => [...new FileRecords(path)]).toThrow(what);
      const written: string[] = [];
      const output = { write: () => undefined, writeError: (text: string) => void written.push(text) };
      const options = { to: 'tierscope', redact: false, version: '1' };
      expect(await convertFile({ file: path, ...options, ...output })).toBe(3);
      expect(written.join('')).toContain(what);
    }
  },
);
