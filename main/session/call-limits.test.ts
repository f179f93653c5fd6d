import { describe, expect, test } from 'vitest';
import { handshaking, rig, tool } from './testing/session-rig.ts';

describe('limits of a call', () => {
  const slow = handshaking(`
    const token = request.params._meta && request.params._meta.progressToken;
    let sent = 0;
    const timer = setInterval(() => {
      sent += 1;
      say({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: token, progress: sent } });
      if (sent === 8) { clearInterval(timer); say({ jsonrpc: '2.0', id: request.id, result: { content: [] } }); }
    }, 200);`);

  test('start again with progress if the session is set so', async () => {
    const { session } = rig(slow, { era: 'initialize', resetTimeoutOnProgress: true });
    await session.start();
    // Less than the eight steps take together, and far more than one of them.
    session.configure({ timeoutMs: 1200 });
    expect((await session.call(tool('slow'))).failure).toBe('');
    expect((await session.call(tool('slow'), { resetTimeoutOnProgress: false })).failure).toBe(
      'No answer within 1.2 s.',
    );
  });

  test('end a call for good if a maximum is set', async () => {
    const { session, clientEvents } = rig(slow, { era: 'initialize' });
    await session.start();
    const limits = { timeoutMs: 10_000, resetTimeoutOnProgress: true, maxTotalTimeoutMs: 150 };
    expect((await session.call(tool('slow'), limits)).failure).toBe('No answer within 150 ms.');
    expect(clientEvents()).toMatchObject([{ event: 'timeout', message: 'timed out after 150 ms' }]);
  });
});
