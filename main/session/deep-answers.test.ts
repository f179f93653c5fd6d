import { describe, expect, test } from 'vitest';
import type { RecordBody } from './record-body.ts';
import { handshaking, plain, rig, tool } from './testing/session-rig.ts';

/** Answers with 20,000 levels: as a tool's schema, as a result, or next to a number that JSON.parse rounds. */
const SERVER = handshaking(`
  const deep = '{"a":'.repeat(20000) + '1' + '}'.repeat(20000);
  const answer = (result) => say('{"jsonrpc":"2.0","id":' + JSON.stringify(request.id) + ',"result":' + result + '}');
  if (request.method === 'tools/list') {
    answer('{"tools":[{"name":"deep","inputSchema":{"type":"object","properties":' + deep + '}}]}');
  } else if (request.method === 'tools/call') {
    answer('{"content":[{"type":"text","text":"fine"}],"structuredContent":' + deep + '}');
  } else {
    say('{"jsonrpc":"2.0","id":1.5,"result":{"text":"' + 'x'.repeat(9000000) + '"}}');
    answer('{}');
  }
`);

const rawsOf = (records: readonly RecordBody[]) =>
  records.flatMap((record) => (record.type === 'frame' && 'raw' in record ? [record.raw] : []));

describe('answers that are too much for whoever walks them', () => {
  test('a tool with a deep schema and a deep result are answered, bounded, and recorded whole', async () => {
    const { session, records } = rig(SERVER, { era: 'initialize' });
    await session.start();
    const call = await session.call(tool('deep'));
    expect(JSON.stringify(call).length).toBeLessThan(10_000);
    expect(rawsOf(records).some((raw) => raw.includes('structuredContent') && raw.length > 100_000)).toBe(
      true,
    );
  });

  test('a stray answer of 9 MB with a fraction for an id is recorded, and the session goes on', async () => {
    const { session, records } = rig(SERVER, { era: 'initialize' });
    await session.start();
    await session.call(plain('ping'));
    expect(rawsOf(records).some((raw) => raw.length > 9_000_000)).toBe(true);
  });
});
