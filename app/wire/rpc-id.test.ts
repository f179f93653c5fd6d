import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRpcId } from './envelope.ts';

function idOf(raw: string) {
  const value: { id?: unknown } = JSON.parse(raw);
  return readRpcId(value.id, raw);
}

describe('a JSON-RPC id', () => {
  test('the number 5 and the string "5" are two ids', () => {
    expect(idOf('{"id":5}')).toEqual({ key: 'n:5', text: '5' });
    expect(idOf('{"id":"5"}')).toEqual({ key: 's:5', text: '"5"' });
  });

  test('null, booleans, objects and arrays are no ids', () => {
    for (const id of ['null', 'true', '{}', '[1]']) expect(idOf(`{"id":${id}}`)).toBeUndefined();
  });

  test('integers beyond 2^53 keep the digits of the wire and stay apart', () => {
    expect(idOf('{"id":9007199254740993}')?.text).toBe('9007199254740993');
    expect(idOf('{"id":9007199254740993}')?.key).not.toBe(idOf('{"id":9007199254740992}')?.key);
  });

  test('an id inside the result or inside a text is not the id of the message', () => {
    const raw =
      '{"result":{"id":9007199254740992,"text":"\\"id\\":1e300 {[\\""},"id" : 9007199254740993,"jsonrpc":"2.0"}';
    expect(idOf(raw)?.text).toBe('9007199254740993');
    expect(idOf('{"result":{"id":1e300},"id":2.5}')?.text).toBe('2.5');
  });

  test('of two ids in one object the last counts, as JSON.parse has it', () => {
    expect(idOf('{"id":9007199254740993,"id":9007199254740995}')?.text).toBe('9007199254740995');
  });

  test('one fraction is one id however it is written', () => {
    expect(idOf('{"id":1.50}')).toEqual({ key: 'n:1.5', text: '1.50' });
    expect(idOf('{"id":15e-1}')?.key).toBe('n:1.5');
    expect(idOf('{"id":1.0}')).toEqual({ key: 'n:1', text: '1' });
  });

  test('any big integer is read digit by digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }), fc.boolean(), (size, negative) => {
        const digits = String(negative ? -size : size);
        expect(idOf(`{"params":{"id":3},"id":${digits}}`)).toEqual({ key: `n:${digits}`, text: digits });
      }),
    );
  });
});
