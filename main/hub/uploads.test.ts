import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Result } from '../../app/base/result.ts';
import { Uploads } from './file-service.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-uploads-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function given<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

describe('a file that a screen sends in pieces', () => {
  it('has every byte of it, also those that are no UTF-8 and those cut between two pieces', async () => {
    const uploads = new Uploads(join(folder, 'uploads', '1'), join(folder, 'received'));
    const bytes = Buffer.concat([
      Buffer.from('{"a":"grüße 👋'),
      Buffer.from([0xff, 0xfe, 0xc3]),
      randomBytes(5000),
    ]);
    const { upload } = given(await uploads.start('a.jsonl', bytes.length));
    for (let at = 0; at < bytes.length; at += 11)
      given(await uploads.part(upload, bytes.subarray(at, at + 11)));
    const path = given(uploads.end(upload));
    expect(await readFile(path)).toEqual(bytes);
    expect((await stat(path)).mode & 0o077).toBe(0);
  });

  it('stays in its folder, whatever its name; what was not sent to its end goes', async () => {
    const uploads = new Uploads(join(folder, 'uploads', '1'), join(folder, 'received'));
    await uploads.freePath('.x');
    for (const name of ['../../etc/passwd', '..\\evil', '', '.hidden', 'C:\\x\\y.har']) {
      const { upload } = given(await uploads.start(name, 1));
      expect(given(uploads.end(upload)).startsWith(join(folder, 'received', upload))).toBe(true);
    }
    await uploads.start('cut off', 7);
    expect(await readdir(join(folder, 'received'))).toHaveLength(6);
    await uploads.clear();
    expect(await readdir(join(folder, 'received'))).toHaveLength(5);
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
  });

  it('is refused if nothing was started, and if it is too large', async () => {
    const uploads = new Uploads(join(folder, 'uploads', '1'), join(folder, 'received'));
    expect(await uploads.part('none', Buffer.from('x'))).toMatchObject({ ok: false });
    expect(uploads.end('none')).toMatchObject({ ok: false });
    expect(await uploads.start('big.har', 2 ** 31)).toMatchObject({
      ok: false,
      error: expect.stringContaining('tierscope open'),
    });
  });
});
