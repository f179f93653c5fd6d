import { describe, expect, test } from 'vitest';
import { isReadInPart, LEFT_OUT_TEXT } from '../base/json-value.ts';
import { readMessage } from './envelope.ts';
import { lightText } from './heavy-line.ts';

const answer = (result: string) => `{"jsonrpc":"2.0","result":${result},"id":7}`;
const list = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => item(index)).join();

describe('a line that would hold the parser', () => {
  test.each([
    ['a million levels', () => '['.repeat(1e6) + ']'.repeat(1e6)],
    ['a million empty objects', () => `[${list(1e6, () => '{}')}]`],
    ['members of two hundred thousand names', () => `{${list(2e5, (at) => `"k${at}":1`)}}`],
    ['objects of two hundred thousand names', () => `[${list(2e5, (at) => `{"a":0,"k${at}":1}`)}]`],
    ['long names', () => `{${list(2e5, (at) => `"a rather long name ${at}":1`)}}`],
    ['a number of twenty million digits', () => '9'.repeat(2e7)],
    ['a million short texts', () => `[${list(1e6, (at) => `"s${at}"`)}]`],
  ])('is an answer to its request: %s', (_, result) => {
    const line = answer(result());
    const light = lightText(line);
    expect(light?.cut).toBeGreaterThan(0);
    expect(light?.text.length).toBeLessThan(line.length);
    const { envelope, value } = readMessage(line);
    expect(envelope).toMatchObject({ kind: 'result', id: { text: '7' }, cut: light?.cut });
    expect(value).toMatchObject({ jsonrpc: '2.0', id: 7 });
  });

  test('whose id is a number of twenty million digits is an answer', () => {
    const { envelope } = readMessage(`{"jsonrpc":"2.0","id":${'9'.repeat(2e7)},"result":{}}`);
    expect(envelope).toMatchObject({ kind: 'result', result: { '…': LEFT_OUT_TEXT }, cut: 2 });
  });

  test('keeps what comes before the budget is used up, as it is', () => {
    const line = answer(`{"first":[1,{"a":"]}"}],"many":[${list(1e6, () => '{}')}],"last":[]}`);
    const { envelope } = readMessage(line);
    const result = envelope.kind === 'result' ? (envelope.result as Record<string, unknown>) : {};
    expect(result.first).toEqual([1, { a: ']}' }]);
    expect((result.many as unknown[]).length).toBeGreaterThan(300_000);
    expect(result.last).toEqual([]);
  });

  test('keeps the tier of a result, and the kinds of its members', () => {
    const many = list(2e5, (at) => `"k${at}":1`);
    const line = answer(
      `{"structuredContent":{${many}},"content":[{"type":"text"}],"_meta":{"a":1},"isError":true}`,
    );
    const { envelope } = readMessage(line);
    expect(envelope).toMatchObject({
      kind: 'result',
      result: { content: [], _meta: { '…': LEFT_OUT_TEXT }, isError: true, '…': LEFT_OUT_TEXT },
    });
    const result = envelope.kind === 'result' ? (envelope.result as Record<string, unknown>) : {};
    expect(result.structuredContent).toMatchObject({ k0: 1, '…': LEFT_OUT_TEXT });
    expect(isReadInPart(result.structuredContent)).toBe(true);
  });

  test('keeps its id though half a million members stand before it', () => {
    const { envelope } = readMessage(
      `{"jsonrpc":"2.0",${list(5e5, (at) => `"k${at}":1`)},"params":{"a":1}, "id" : "x",\n"method":"m"}`,
    );
    expect(envelope).toMatchObject({
      kind: 'request',
      id: { text: '"x"' },
      method: 'm',
      params: { '…': LEFT_OUT_TEXT },
    });
  });

  test('loses the messages of a batch after two thousand, and says how many', () => {
    const batch = (count: number) => `[${list(count, (at) => `{"jsonrpc":"2.0","id":${at}.5,"result":{}}`)}]`;
    const { envelope, value } = readMessage(batch(2002));
    expect(envelope).toMatchObject({ kind: 'batch', cut: 2 });
    expect(envelope.kind === 'batch' && envelope.items.at(-1)).toMatchObject({ id: { text: '1999.5' } });
    expect(value).toHaveLength(2000);
    expect(readMessage(batch(2000)).envelope).not.toHaveProperty('cut');
    expect(readMessage(batch(400_000)).envelope).toMatchObject({ kind: 'batch', items: { length: 2000 } });
  });

  test('is not JSON if it ends inside a value', () => {
    expect(readMessage('['.repeat(2e6)).envelope).toEqual({
      kind: 'not-json',
      reason: 'Unexpected end of JSON input',
    });
    expect(readMessage(`[${'[],'.repeat(1e6)}"`).envelope.kind).toBe('not-json');
    expect(readMessage(`{"a":1,${'"a":[],'.repeat(1e6)}`).envelope.kind).toBe('not-json');
  });
});

describe('a line within the budget is read whole', () => {
  test.each([
    ['a text of twenty megabytes', () => JSON.stringify('word '.repeat(4e6))],
    ['escapes', () => JSON.stringify('\\"\n'.repeat(1e6))],
    [
      'fifty thousand records',
      () =>
        `[${list(5e4, (at) => `{"id":${at},"name":"name ${at}","tags":["a","b"],"owner":{"id":7,"name":"x"}}`)}]`,
    ],
    ['a million numbers', () => `[${list(1e6, String)}]`],
    ['a million members of one name', () => `{${list(1e6, () => '"a":1')}}`],
  ])('%s', (_, result) => {
    expect(lightText(answer(result()))).toBeUndefined();
  });
});
