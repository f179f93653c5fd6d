import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packAnswer, unpackAnswer } from './binary-answer.ts';

const member = fc.oneof(fc.jsonValue(), fc.uint8Array());
const name = fc.string({ maxLength: 5 }).filter((text) => text !== '__proto__');

describe('an answer with bytes', () => {
  it('comes back as it was, wherever it lies', () => {
    const values = fc
      .dictionary(name, member, { maxKeys: 5, noNullPrototype: true })
      .filter((value) => Object.values(value).some((one) => one instanceof Uint8Array));
    fc.assert(
      fc.property(values, fc.nat(9), (value, offset) => {
        const message = { t: 's', i: 'one', r: { ok: true, value } };
        const packed = packAnswer(message) ?? new Uint8Array();
        const carried = new Uint8Array(packed.length + offset);
        carried.set(packed, offset);
        const plain = (one: unknown) => JSON.parse(JSON.stringify(one));
        expect(plain(unpackAnswer(carried.subarray(offset)))).toEqual(plain(message));
      }),
    );
  });

  it('has its bytes where numbers of eight bytes can be read', () => {
    const value = { a: 'x', first: new Uint8Array(3), second: new Uint8Array([1, 2, 3]) };
    const packed = packAnswer({ t: 's', i: 'one', r: { ok: true, value } }) ?? new Uint8Array();
    const { r } = unpackAnswer(packed) as { r: { value: typeof value } };
    expect([r.value.first.byteOffset % 8, r.value.second.byteOffset % 8]).toEqual([0, 0]);
    expect([...r.value.second]).toEqual([1, 2, 3]);
  });

  it.each([
    null,
    'text',
    { t: 'q', m: 'logGrew', a: [{ bytes: new Uint8Array(1) }] },
    { t: 's', i: 'one', r: { ok: true, value: { rows: [1] } } },
    { t: 's', i: 'one', r: { ok: false, error: 'no' } },
    { t: 's', i: 'one', e: 'no' },
  ])('is not what this is: %j', (message) => {
    expect(packAnswer(message)).toBeUndefined();
  });
});
