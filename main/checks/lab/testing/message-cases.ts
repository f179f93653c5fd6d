import { type Case, call, GET, SENT, slow, started } from './http-case.ts';
import { VERSION } from './raw-client.ts';

export const MESSAGE_CASES: Readonly<Record<number, Case>> = {
  34: {
    at: '/mcp',
    drive: started((client) => client.post({ id: 1, method: 'tools/nothing' }, VERSION)),
    is: ['protocol', '', 200, -32601, 'client'],
    says: '',
  },
  35: {
    at: '/mcp',
    drive: (client) => client.modern('tools/nothing', {}),
    is: ['protocol', '', 404, -32601, 'client'],
    says: '',
  },
  36: { at: '/hidden/mcp', drive: call, is: ['protocol', '', 400, -32602, 'server'], says: '' },
  37: {
    at: '/text/mcp',
    drive: started((client) => client.post({ id: 1, method: 'nothing/here' }, VERSION)),
    is: ['transport', 'http', 400, null, 'server'],
    says: 'no JSON-RPC error names it',
    rules: ['H06'],
  },
  38: {
    at: '/mcp',
    drive: (client) => client.modern('tools/call', { name: 'ok-text', arguments: {} }),
    is: ['protocol', '', 400, -32020, 'client'],
    says: 'Mcp-Name',
    rules: ['H34'],
  },
  40: {
    at: '/mcp',
    drive: (client) => client.modern('tools/list', {}, {}, '2099-01-01'),
    is: ['protocol', '', 400, -32022, 'client'],
    says: '2099-01-01',
  },
  41: {
    at: '/capable/mcp',
    drive: (client) =>
      client.modern('tools/call', { name: 'ok-text', arguments: {} }, { 'Mcp-Name': 'ok-text' }),
    is: ['protocol', '', 400, -32021, 'client'],
    says: 'elicitation',
  },
  42: {
    at: '/mcp',
    drive: started((client) => client.call('tool-error-text')),
    is: ['tool', '', 200, null, 'model'],
    says: '',
  },
  43: {
    at: '/mcp',
    drive: async (client) => {
      await client.initialize();
      client.session = undefined;
      await client.call('ok-text');
    },
    is: ['transport', 'session', 400, -32000, 'client'],
    says: 'The session id is not sent.',
    rules: ['H31'],
  },
  44: {
    at: '/mcp',
    drive: started((client) => client.call('ok-text', { 'Mcp-Session-Id': 'gone' })),
    is: ['transport', 'session', 404, -32001, 'client'],
    says: 'The session is gone.',
  },
  45: {
    at: '/forgetful/mcp',
    drive: call,
    is: ['transport', 'session', 400, -32000, 'server'],
    says: '400 keeps clients from starting',
    rules: ['H07'],
  },
  46: {
    at: '/mcp',
    drive: started(async (client) => {
      await client.whole('DELETE', '', VERSION);
      await client.call('ok-text');
    }),
    is: ['transport', 'session', 404, -32001, 'client'],
    says: 'The client ended this session itself.',
  },
  48: {
    at: '/no-get/mcp',
    drive: started((client) => client.whole('GET', '', GET)),
    is: ['transport', 'http', 404, null, 'server'],
    says: 'GET must be an event stream or 405',
    rules: ['H10'],
  },
  49: {
    at: '/mcp',
    drive: started(async (client) => {
      const stream = await client.send('GET', '', GET);
      await client.whole('GET', '', GET);
      stream?.destroy();
    }),
    is: ['transport', 'session', 409, -32000, 'client'],
    says: 'The listening stream is open already.',
  },
  50: {
    at: '/ends/mcp',
    drive: call,
    is: ['transport', 'stream', 200, null, 'server'],
    says: 'The stream ended in order, the answer never came.',
    rules: ['S01'],
  },
  51: {
    at: '/cut/mcp',
    drive: call,
    is: ['transport', 'stream', 200, null, 'server'],
    says: 'broke off its stream after 2 messages',
    rules: ['S02'],
  },
  53: {
    at: '/primed/mcp',
    drive: started(async (client) => {
      await client.call('ok-text');
      await client.whole('GET', '', { ...GET, 'Last-Event-ID': 'lab-1' });
    }),
    is: ['transport', 'stream', 404, null, 'server'],
    says: 'The stream could not be resumed.',
  },
  54: {
    at: '/mcp',
    drive: started(async (client) => {
      const first = await client.send('POST', slow(1), { ...VERSION, ...SENT });
      await client.whole('POST', slow(1), { ...VERSION, ...SENT });
      first?.destroy();
    }),
    is: ['client', '', 200, null, 'client'],
    says: '',
    rules: ['E16'],
  },
  55: {
    at: '/mcp',
    drive: started(async (client) => {
      const asked = await client.send('POST', slow(1), { ...VERSION, ...SENT });
      asked?.destroy();
    }),
    is: ['client', '', 200, null, 'client'],
    says: 'The client gave up after',
  },
  57: {
    at: '/locked/mcp',
    drive: call,
    is: ['transport', 'auth', 401, null, 'server'],
    says: 'does not say where to get one',
  },
  60: {
    at: '/scope/mcp',
    drive: call,
    is: ['transport', 'auth', 403, null, 'user'],
    says: 'The token lacks files:write.',
  },
};
