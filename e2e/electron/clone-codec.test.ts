import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cloneCodec } from './clone-codec.js';
import { encoded, MessageChannelMain } from './message-ports.js';

const { encode, decode } = cloneCodec();
const throughText = (value: unknown): unknown => decode(encode(structuredClone(value)));

test('whatever can be cloned comes out as its clone', () => {
  const values = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
  });
  fc.assert(
    fc.property(values, (value) => {
      expect(throughText(value)).toStrictEqual(structuredClone(value));
    }),
  );
});

test('a member that is undefined is there, unlike in JSON', () => {
  expect(Object.keys(throughText({ a: undefined }) as object)).toEqual(['a']);
});

test('a cycle, a shared object and a depth of 100,000 survive', () => {
  const shared = { name: 'one' };
  const value: { self?: unknown; both: unknown[] } = { both: [shared, shared] };
  value.self = value;
  const copy = throughText(value) as typeof value;
  expect(copy.self).toBe(copy);
  expect(copy.both[0]).toBe(copy.both[1]);

  let deep: unknown = 'bottom';
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  let read = decode(encode(deep));
  while (Array.isArray(read)) read = read[0];
  expect(read).toBe('bottom');
});

test.each([
  ['a function', () => undefined],
  ['a symbol', Symbol('s')],
  ['a promise', Promise.resolve()],
])("%s is refused with Electron's sentence", (_what, value) => {
  expect(() => encoded({ value })).toThrow('An object could not be cloned.');
});

test('messages wait for start, come in order, and the end comes after them', async () => {
  const { port1, port2 } = new MessageChannelMain();
  const heard: unknown[] = [];
  const closed = new Promise<void>((resolve) => port2.once('close', () => resolve()));
  port2.on('message', ({ data }: { data: unknown }) => heard.push(data));
  port1.postMessage(1);
  port1.postMessage({ two: undefined });
  port2.start();
  port1.postMessage(3);
  port1.close();
  port1.postMessage('too late');
  await closed;
  expect(heard).toStrictEqual([1, { two: undefined }, 3]);
});
