import { expect, test } from 'vitest';
import { frameSchema } from './record.ts';

const frame = { type: 'frame', seq: 1, at: 0.5, session: 's1', direction: 'server-to-client' };

test('a frame has either text or base64', () => {
  expect(frameSchema.safeParse({ ...frame, raw: '' }).success).toBe(true);
  expect(frameSchema.safeParse({ ...frame, rawBase64: 'Yf9i' }).success).toBe(true);
  expect(frameSchema.safeParse(frame).success).toBe(false);
  expect(frameSchema.safeParse({ ...frame, raw: '', rawBase64: '' }).success).toBe(false);
});

test('base64 that no one could read is a damaged record', () => {
  for (const rawBase64 of ['Yf9', 'Yf9i=', '====', 'Yf 9', 'Yf9\u00e9'])
    expect(frameSchema.safeParse({ ...frame, rawBase64 }).success).toBe(false);
});

test('a base64 line of many megabytes is checked without running out of stack', () => {
  expect(frameSchema.safeParse({ ...frame, rawBase64: 'AAAA'.repeat(4_000_000) }).success).toBe(true);
});

test('unknown fields are kept', () => {
  expect(frameSchema.parse({ ...frame, raw: '{}', vendor: 1 })).toMatchObject({ vendor: 1 });
});
