import { describe, expect, test } from 'vitest';
import { canonicalJson, MAX_LEVELS } from '../base/json-value.ts';
import { cutNote, readEnvelope, readMessage } from './envelope.ts';

const MEGABYTES_9 = 9_000_000;
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** How many characters `work` reads one by one: a measure of work that does not depend on the machine's load. */
function looksAt(work: () => void): number {
  const { charCodeAt } = String.prototype;
  let count = 0;
  String.prototype.charCodeAt = function counted(this: string, index: number) {
    count += 1;
    return charCodeAt.call(this, index);
  };
  try {
    work();
  } finally {
    String.prototype.charCodeAt = charCodeAt;
  }
  return count;
}

describe('a number that JSON.parse rounds, in a message of 9 MB', () => {
  const text = 'x'.repeat(MEGABYTES_9);
  test.each([
    ['an id with a fraction', `{"jsonrpc":"2.0","id":1.50,"result":{"text":"${text}"}}`, '1.50'],
    ['behind the text', `{"jsonrpc":"2.0","result":{"text":"${text}"},"id":1.50}`, '1.50'],
    [
      'an id of twenty digits',
      `{"jsonrpc":"2.0","id":12345678901234567890,"result":"${text}"}`,
      '12345678901234567890',
    ],
    [
      'an id of 9 million digits',
      `{"jsonrpc":"2.0","id":1${'0'.repeat(MEGABYTES_9)},"result":{}}`,
      `1${'0'.repeat(MEGABYTES_9)}`,
    ],
  ])('%s is read as it is written', (_, raw, written) => {
    const envelope = readEnvelope(raw);
    expect(envelope.kind === 'result' && envelope.id?.text === written).toBe(true);
  });

  test('a code keeps its text, and one inside the data is another', () => {
    const error = `{"data":{"code":1e998},"code":1e999,"message":"${text}"}`;
    const envelope = readEnvelope(`{"code":1e997,"jsonrpc":"2.0","id":1,"error":${error}}`);
    expect(envelope.kind === 'error' && envelope.error.codeText).toBe('1e999');
  });

  test('a code of nine million digits is shown by its beginning', () => {
    for (const code of [`1${'0'.repeat(MEGABYTES_9)}`, `"1${'0'.repeat(MEGABYTES_9)}"`]) {
      const envelope = readEnvelope(`{"jsonrpc":"2.0","id":1,"error":{"code":${code},"message":"m"}}`);
      expect(envelope.kind === 'error' && envelope.error.codeText).toMatch(/^"?10{97,98}…$/);
    }
  });

  test('a name that is written with escapes is that name', () => {
    expect(readEnvelope('{"jsonrpc":"2.0","\\u0069d":2.50,"result":{}}')).toMatchObject({
      id: { text: '2.50' },
    });
  });

  test('a byte order mark before it changes nothing', () => {
    expect(readEnvelope('\uFEFF{"jsonrpc":"2.0","id":2.50,"result":{}}')).toMatchObject({
      id: { text: '2.50' },
    });
  });
});

describe('a batch whose ids JSON.parse rounds', () => {
  const batch = (size: number) =>
    `[${Array.from({ length: size }, (_, index) => `{"jsonrpc":"2.0","id":${index}.50,"error":{"code":1e999,"message":"m"}}`).join(',')}]`;

  test('gives each message its own id', () => {
    const envelope = readEnvelope(batch(30));
    const ids = envelope.kind === 'batch' ? envelope.items.map((item) => 'id' in item && item.id?.text) : [];
    expect(ids).toEqual(Array.from({ length: 30 }, (_, index) => `${index}.50`));
  });

  test('is read in one pass: twice as many messages are twice the work', () => {
    const [small, large] = [batch(200), batch(400)];
    const once = looksAt(() => readEnvelope(small));
    expect(looksAt(() => readEnvelope(large))).toBeLessThan(2.2 * once);
    expect(once).toBeLessThan(5 * small.length);
  });
});

test('a method of megabytes is read by its beginning', () => {
  const envelope = readEnvelope(`{"jsonrpc":"2.0","id":5,"method":"${'m'.repeat(2e6)}"}`);
  expect(envelope).toMatchObject({ kind: 'request', method: `${'m'.repeat(499)}…` });
});

describe('a message that is nested deeper than anything can bear', () => {
  test.each([
    ['a result', `{"jsonrpc":"2.0","id":1,"result":${deep(5000)}}`, 'result'],
    [
      'the data of an error',
      `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","data":${deep(5000)}}}`,
      'error',
    ],
    ['params', `{"jsonrpc":"2.0","id":1,"method":"m","params":${deep(5000)}}`, 'request'],
    ['a notification', `{"jsonrpc":"2.0","method":"m","params":${deep(5000)}}`, 'notification'],
    ['no message at all', deep(5000), 'not-json-rpc'],
  ])('%s is read down to the limit, and says so', (_, raw, kind) => {
    const { envelope, value } = readMessage(raw);
    expect(envelope).toMatchObject({ kind, cut: 1 });
    expect(cutNote(envelope)).toBe(
      `One part is not read: deeper than ${MAX_LEVELS} levels, or more than is read of one line.`,
    );
    expect(JSON.stringify(envelope).length).toBeLessThan(3000);
    expect(canonicalJson(value).length).toBeLessThan(3000);
  });

  test('of a batch each message says it of itself', () => {
    const answer = (id: number, levels: number) => `{"jsonrpc":"2.0","id":${id},"result":${deep(levels)}}`;
    const { envelope } = readMessage(`[${answer(1, 5000)},${answer(2, 5)},${answer(3, 5000)}]`);
    expect(envelope).toMatchObject({ kind: 'batch', cut: 2 });
    expect(envelope.kind === 'batch' && envelope.items.map((item) => 'cut' in item)).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('one within the limit says nothing', () => {
    const envelope = readEnvelope(`{"jsonrpc":"2.0","id":1,"result":${deep(MAX_LEVELS - 1)}}`);
    expect('cut' in envelope).toBe(false);
    expect(cutNote(envelope)).toBe('');
  });
});
