import { appendFile, mkdtemp, rm } from 'node:fs/promises';
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
