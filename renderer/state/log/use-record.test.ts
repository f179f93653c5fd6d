import { beforeEach, describe, expect, test } from 'vitest';
import { err, ok } from '../../../app/base/result.ts';
import { attachStubHost } from '../testing/stub-host.ts';
import { records } from './use-record.ts';

const record = {
  type: 'frame',
  seq: 2,
  at: 5,
  session: 's1',
  direction: 'server-to-client',
  raw: '{"jsonrpc":"2.0","id":1,"result":{}}',
} as const;
const line = JSON.stringify(record);
const long = { type: 'long', seq: 2, bytes: line.length, version: 1 } as const;

beforeEach(() => records.clear());

describe('a long record', () => {
  test('is put together of its parts, and asked for once', async () => {
    const asked: number[] = [];
    attachStubHost({
      readRecords: async () => ok([long]),
      readRecordPart: async ({ session, seq, from }) => {
        expect([session, seq]).toEqual(['s1', 2]);
        asked.push(from);
        return ok({ text: line.slice(from, from + 50), next: Math.min(line.length, from + 50) });
      },
    });
    expect(await records.fetch('s1', 2)).toEqual(ok(record));
    expect(await records.fetch('s1', 2)).toEqual(ok(record));
    expect(asked).toEqual([0, 50, 100]);
  });

  test('that cannot be read any more fails with the sentence of the host', async () => {
    const gone = err('The recording a.jsonl cannot be read: it is shorter than when it was opened.');
    attachStubHost({ readRecords: async () => ok([long]), readRecordPart: async () => gone });
    expect(await records.fetch('s1', 2)).toEqual(gone);
  });

  test('whose parts lead nowhere is not asked for without end', async () => {
    attachStubHost({
      readRecords: async () => ok([long]),
      readRecordPart: async () => ok({ text: '', next: 0 }),
    });
    expect(await records.fetch('s1', 2)).toEqual(err('The line of record 2 was changed while it was read.'));
  });
});
