import { describe, expect, test } from 'vitest';
import { handshaking, plain, rig, scripted, tool } from './testing/session-rig.ts';

const text = new TextEncoder();

describe('a raw message', () => {
  test('goes out as it is, recorded as such, and its answer breaks no call', async () => {
    const on = `if (request.method === 'odd') say({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } });
      else if (request.method === 'tools/call') say({ jsonrpc: '2.0', id: request.id, result: { content: [] } });
      else say({ jsonrpc: '2.0', id: request.id, result: {} });`;
    const { session, records } = rig(handshaking(on), { era: 'initialize' });
    await session.start();
    const raw = '{"id":"mine","method":"odd" }';
    const sent = session.sendRaw(text.encode(raw));
    const call = session.call(tool('any'));
    expect(sent.ok && records[sent.value - 1]).toEqual({
      type: 'frame',
      direction: 'client-to-server',
      deliberate: true,
      raw,
    });
    expect((await call).failure).toBe('');
    expect(records.filter((record) => JSON.stringify(record).includes('-32600'))).toHaveLength(1);
    expect((await session.call(plain('ping'))).failure).toBe('');
  });

  test('reaches a server that has not answered the handshake', async () => {
    const echo = scripted(`if (request.method === undefined) console.log(JSON.stringify(line));`);
    const { session, lines, reached } = rig(echo, { era: 'initialize' });
    void session.start();
    await reached((_, { pid }) => pid !== null);
    expect(session.sendRaw(text.encode('{"half')).ok).toBe(true);
    await expect.poll(() => lines('server-to-client')).toEqual(['{"half']);
    expect(session.status.state).toBe('starting');
  });

  test('has a record for each line that the server sees, and keeps bytes that are no UTF-8', async () => {
    const { session, records } = rig(handshaking(''), { era: 'initialize' });
    await session.start();
    session.sendRaw(new Uint8Array([...text.encode('{\n"a":1}\n'), 0xff]));
    const sent = records.filter((record) => record.type === 'frame' && 'deliberate' in record);
    expect(sent).toMatchObject([{ raw: '{' }, { raw: '"a":1}' }, { rawBase64: '/w==' }]);
  });

  test('cannot be sent if no process runs', () => {
    expect(rig([]).session.sendRaw(text.encode('x')).ok).toBe(false);
  });
});
