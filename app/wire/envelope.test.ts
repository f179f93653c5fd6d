import { describe, expect, test } from 'vitest';
import { allSteps } from '../base/steps.ts';
import { type Envelope, readEnvelope, readMessage, readMessageInSteps } from './envelope.ts';

function faults(raw: string): readonly string[] {
  const envelope = readEnvelope(raw);
  return 'faults' in envelope ? envelope.faults : [envelope.kind];
}

function error(raw: string): Extract<Envelope, { kind: 'error' }>['error'] {
  const envelope = readEnvelope(raw);
  if (envelope.kind !== 'error') throw new Error(`${envelope.kind}, not an error`);
  return envelope.error;
}

describe('a well-formed message', () => {
  test('a request has a method and an id', () => {
    expect(readEnvelope('{"jsonrpc":"2.0","id":1,"method":"ping"}')).toEqual({
      kind: 'request',
      id: { key: 'n:1', text: '1' },
      method: 'ping',
      params: undefined,
      faults: [],
    });
  });

  test('a notification has a method and no id', () => {
    expect(readEnvelope('{"jsonrpc":"2.0","method":"a/b","params":{"x":1}}')).toEqual({
      kind: 'notification',
      method: 'a/b',
      params: { x: 1 },
      faults: [],
    });
  });

  test('a result may be any value, null too', () => {
    expect(readEnvelope('{"jsonrpc":"2.0","id":"a","result":null}')).toMatchObject({
      kind: 'result',
      result: null,
      faults: [],
    });
  });

  test('an error has its code as the wire shows it; code 0 is a code', () => {
    const read = error('{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"boom","data":[1]}}');
    expect(read).toEqual({ code: 0, codeText: '0', message: 'boom', data: [1] });
    expect(faults('{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"boom"}}')).toEqual([]);
  });

  test('white space and a carriage return around it change nothing', () => {
    expect(readEnvelope(' {"jsonrpc":"2.0","id":1,"result":{}}\r').kind).toBe('result');
  });
});

describe('a code that is not an integer is read and named', () => {
  test.each([
    ['a float', '-32602.5', '-32602.5', ['code-not-integer']],
    ['a string', '"ENOENT"', '"ENOENT"', ['code-not-integer']],
    ['null', 'null', 'null', ['code-not-integer']],
    ['a number that no double holds', '1e999', '1e999', ['code-not-integer']],
    ['an integer that no double holds', '-99999999999999999999', '-99999999999999999999', []],
    ['an integer written as a float', '-32602.0', '-32602', []],
  ])('%s', (_, written, shown, broken) => {
    const raw = `{"jsonrpc":"2.0","id":1,"error":{"code":${written},"message":"m"}}`;
    expect(error(raw).codeText).toBe(shown);
    expect(faults(raw)).toEqual(broken);
  });

  test('a missing code is no code', () => {
    expect(error('{"jsonrpc":"2.0","id":1,"error":{"message":"m"}}').codeText).toBe('');
    expect(faults('{"jsonrpc":"2.0","id":1,"error":{"message":"m"}}')).toEqual(['code-missing']);
  });
});

describe('a broken answer is still an answer, and every break is named', () => {
  test.each([
    ['{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"m"}}', 'error', ['result-and-error']],
    ['{"jsonrpc":"2.0","id":1}', 'result', ['no-result-no-error']],
    ['{"jsonrpc":"2.0","id":null,"result":{}}', 'result', ['id-null']],
    ['{"jsonrpc":"2.0","result":{}}', 'result', ['id-missing']],
    ['{"jsonrpc":"2.0","id":[1],"result":{}}', 'result', ['id-not-string-or-integer']],
    ['{"jsonrpc":"2.0","id":1.5,"result":{}}', 'result', ['id-not-string-or-integer']],
    ['{"id":1,"result":{}}', 'result', ['version-not-2.0']],
    ['{"jsonrpc":2.0,"id":1,"result":{}}', 'result', ['version-not-2.0']],
    ['{"jsonrpc":"2.0","id":1,"error":"boom"}', 'error', ['error-not-object']],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":1}}', 'error', ['message-not-string']],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","result":{}}', 'result', ['method-in-answer']],
    ['\uFEFF{"jsonrpc":"2.0","id":1,"result":{}}', 'result', ['byte-order-mark']],
  ])('%s', (raw, kind, broken) => {
    expect(readEnvelope(raw).kind).toBe(kind);
    expect(faults(raw)).toEqual(broken);
  });

  test('an error that is a string is its message', () => {
    expect(error('{"jsonrpc":"2.0","id":1,"error":"boom"}').message).toBe('boom');
  });
});

describe('what is not a message', () => {
  test.each([
    ['', 'not-json'],
    ['Server listening on port 3000', 'not-json'],
    ['{"jsonrpc":"2.0","id":1,"resu', 'not-json'],
    ['42', 'not-json-rpc'],
    ['"text"', 'not-json-rpc'],
    ['null', 'not-json-rpc'],
    ['[]', 'not-json-rpc'],
    ['[1,2]', 'not-json-rpc'],
    ['{}', 'not-json-rpc'],
    ['{"level":"info","message":"started"}', 'not-json-rpc'],
    ['{"level":"info","error":"boom"}', 'not-json-rpc'],
    ['{"jsonrpc":"2.0","method":5}', 'not-json-rpc'],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', 'not-json-rpc'],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', 'not-json-rpc'],
  ])('%s', (raw, kind) => {
    expect(readEnvelope(raw).kind).toBe(kind);
  });

  test('says why in a few words', () => {
    expect(readEnvelope('  ')).toEqual({ kind: 'not-json', reason: 'an empty line' });
    expect(readEnvelope('[1]')).toMatchObject({ reason: 'a JSON array without one JSON-RPC message' });
  });
});

describe('a batch', () => {
  test('is read item by item, with what is not a message among them', () => {
    const envelope = readEnvelope('[{"jsonrpc":"2.0","id":1,"result":{}},7,{"jsonrpc":"2.0","method":"n"}]');
    expect(envelope.kind === 'batch' && envelope.items.map((item) => item.kind)).toEqual([
      'result',
      'not-json-rpc',
      'notification',
    ]);
  });

  test('a batch inside a batch is not a message', () => {
    const envelope = readEnvelope('[{"jsonrpc":"2.0","id":1,"result":{}},[{"jsonrpc":"2.0","method":"n"}]]');
    expect(envelope.kind === 'batch' && envelope.items[1]).toMatchObject({ kind: 'not-json-rpc' });
  });
});

describe('nesting as deep as a line allows is read without running out of stack', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  test.each([
    ['as the message', deep, 'not-json-rpc'],
    ['as an id', `{"jsonrpc":"2.0","id":${deep},"method":"m"}`, 'not-json-rpc'],
    ['as an error', `{"jsonrpc":"2.0","id":1,"error":${deep}}`, 'error'],
    ['as a code', `{"jsonrpc":"2.0","id":1,"error":{"code":${deep},"message":"m"}}`, 'error'],
    ['as params', `{"jsonrpc":"2.0","id":1,"method":"m","params":${deep}}`, 'request'],
  ])('%s', (_, raw, kind) => {
    expect(readEnvelope(raw).kind).toBe(kind);
  });
});

test.each([
  '{"jsonrpc":"2.0","id":1,"result":{}}',
  '\uFEFF{"jsonrpc":"2.0","id":1,"method":"ping"}',
  '[{"jsonrpc":"2.0","id":1,"result":{}}]',
  'no JSON',
  ' ',
  `{"jsonrpc":"2.0","id":1,"result":"${'a'.repeat(600_000)}"}`,
  `{"jsonrpc":"2.0","id":1,"result":${'[{'.repeat(300_000)}`,
])('a line read in steps is read as it is at once: %#', (raw) => {
  expect(allSteps(readMessageInSteps(raw))).toEqual(readMessage(raw));
});
