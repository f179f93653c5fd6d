import { appendFile, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeHeader } from '../../app/recording/encode-record.ts';
import { sampleHeader } from '../../app/recording/testing/any-record.ts';
import { FollowedFile } from './followed-file.ts';

test('a file that comes later and grows in any pieces is read record by record', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-followed-'));
  const path = join(folder, 'growing.tierscope.jsonl');
  const seen: number[] = [];
  const file = new FollowedFile(path, (record) => seen.push(record.seq));
  await expect(file.catchUp()).rejects.toThrow('ENOENT');
  await expect(file.catchUp()).rejects.toThrow('ENOENT');

  await appendFile(path, `${encodeHeader(sampleHeader)}\n{"type":"mark","seq":1,"at":1,"label":"a"}\n{"ty`);
  await file.catchUp();
  expect(seen).toEqual([1]);
  await appendFile(path, 'pe":"mark","seq":2,"at":2,"label":"b"}\n');
  await Promise.all([file.catchUp(), file.catchUp()]);
  expect(seen).toEqual([1, 2]);
  expect(file.reader.header.startedAt).toBe(sampleHeader.startedAt);
  await file.close();
  await rm(folder, { recursive: true });
});

test.each([
  ['truncated', (path: string) => truncate(path, 10)],
  ['deleted or moved', (path: string) => rename(path, `${path}.old`)],
  ['replaced', (path: string) => rename(path, `${path}.old`).then(() => writeFile(path, 'another'))],
])('a file that is %s while it is read is named, and nothing of another is read', async (harm, harmIt) => {
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-followed-'));
  const path = join(folder, 'growing.tierscope.jsonl');
  const seen: number[] = [];
  const file = new FollowedFile(path, (record) => seen.push(record.seq));
  await appendFile(path, `${encodeHeader(sampleHeader)}\n{"type":"mark","seq":1,"at":1,"label":"a"}\n`);
  for (let read = 0; read < 30; read += 1) await file.catchUp();
  expect(file.problem).toBe('');
  await harmIt(path);
  for (let read = 0; read < 30; read += 1) await file.catchUp();
  expect(file.problem).toContain(`${path} was ${harm} while it was read`);
  await appendFile(path, `{"type":"mark","seq":2,"at":2,"label":"b"}\n`.repeat(9));
  await file.catchUp();
  expect(seen).toEqual([1]);
  await file.close();
  await rm(folder, { recursive: true });
});
