import { expect, test } from 'vitest';
import type { KnownRecord } from '../../app/frame/record.ts';
import { packBatch, type TapNote, unpackBatch } from './tap-message.ts';
import { TapRecording } from './tap-recording.ts';

const LINE = '{"jsonrpc":"2.0","id":1,"result":{}}';

function recorded(note: TapNote, chunk?: string): KnownRecord[] {
  const records: KnownRecord[] = [];
  const store = { append: (record: KnownRecord) => void records.push(record), close: async () => undefined };
  const recording = new TapRecording(store, 0, { label: 'l', command: 'c', args: [], cwd: '/' });
  const from = 'server' as const;
  const copied =
    chunk === undefined
      ? ({ kind: 'note', from, at: 5, note } as const)
      : ({ kind: 'bytes', from, at: 5, chunk: Buffer.from(chunk), note } as const);
  for (const one of unpackBatch(packBatch([copied]))) recording.copied(one);
  return records.slice(1);
}

test('a line that was changed is recorded as the client got it, with the server’s beside it and a mark on it', () => {
  const change = { by: 'tierscope', how: 'edited', requestId: 1, heldMs: 20 } as const;
  const records = recorded({ label: 'It was edited.', change, original: { raw: LINE } }, 'other\n');
  expect(records).toEqual([
    {
      ...{ type: 'frame', seq: 2, at: 5, session: 's1', direction: 'server-to-client' },
      ...{ raw: 'other', changed: change, original: LINE },
    },
    { type: 'mark', seq: 3, at: 5, session: 's1', label: 'It was edited.', about: 2 },
  ]);
});

test('an answer that never left is recorded by a mark that has its text', () => {
  const change = { by: 'tierscope', how: 'never-answered', requestId: 1 } as const;
  expect(recorded({ label: 'Never sent.', change, original: { rawBase64: '/w==' } })).toEqual([
    {
      ...{ type: 'mark', seq: 2, at: 5, session: 's1', label: 'Never sent.' },
      ...{ changed: change, originalBase64: '/w==' },
    },
  ]);
});
