import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRecording } from '../opened-recording.ts';
import { readAnyRecording } from './read-any-recording.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unknown-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const LINE = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';

it.each([
  ['gzip', gzipSync(LINE), 'compressed with gzip: unpack it first'],
  ['zip', Buffer.from('PK\u0003\u0004rest'), 'a ZIP archive: unpack it first'],
  ['utf-16 le', Buffer.from(`\uFEFF${LINE}`, 'utf16le'), 'UTF-16 text'],
  ['utf-16 be', Buffer.from(`\uFEFF${LINE}`, 'utf16le').swap16(), 'save it as UTF-8'],
  ['binary', Buffer.from([1, 2, 0, 3, 10, 0]), 'a binary file'],
  [
    'har',
    Buffer.from('{\n  "log": {\n    "version": "1.2",\n    "entries": []\n  }\n}'),
    'an HTTP archive (HAR) of another program',
  ],
  ['prose', Buffer.from('hello\nworld\n'), 'not a Tierscope recording, and no layout of another tool'],
])(
  'a file of %s is refused with what it is and what to do, in the window and on the command line',
  async (name, bytes, words) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    const refused = { ok: false, error: expect.stringContaining(words) };
    expect(await openRecording(path, { copyTo: join(folder, `${name} copy`) })).toEqual(refused);
    expect(await readAnyRecording(path, { onRecord: () => undefined })).toEqual(refused);
  },
);
