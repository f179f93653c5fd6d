import { type Case, call, GET, SENT, slow, started } from './http-case.ts';
import { VERSION } from './raw-client.ts';

export const MESSAGE_CASES: Readonly<Record<number, Case>> = {
  34: {
    at: '/mcp',
    drive: started((client) => client.post({ id: 1, method: 'tools/nothing' }, VERSION)),
    is: ['protocol', '', 200, -32601, 'client'],
    cause: 'no-such-method',
    says: 'The server does not know the method "tools/nothing", and no revision of MCP defines it.',
  },
  35: {
    at: '/mcp',
    drive: (client) => client.modern('tools/nothing', {}),
    is: ['protocol', '', 404, -32601, 'client'],
    cause: 'no-such-method',
    says: 'The server does not know the method "tools/nothing", and no revision of MCP defines it. The TypeScript clients show only HTTP 404.',
  },
  36: {
    at: '/hidden/mcp',
    drive: call,
    is: ['protocol', '', 400, -32602, 'server'],
    cause: 'call-refused-unlisted',
    says: 'The server refuses the call of "ok-text". It says “Invalid params: city is missing”. The recording shows no list with the schema of this tool. The error is right, and its status 400 hides it: most clients show the HTTP error, with the body as text.',
  },
  37: {
    at: '/text/mcp',
    drive: started((client) => client.post({ id: 1, method: 'nothing/here' }, VERSION)),
    is: ['transport', 'http', 400, null, 'server'],
    cause: 'error-without-id',
    says: 'The request was refused with 400, and no JSON-RPC error names it.',
    rules: ['H06 server'],
  },
  38: {
    at: '/mcp',
    drive: (client) => client.modern('tools/call', { name: 'ok-text', arguments: {} }),
    is: ['protocol', '', 400, -32020, 'client'],
    cause: 'headers-differ',
    says: 'Mcp-Name is not sent.',
    rules: ['H34 client'],
  },
  40: {
    at: '/mcp',
    drive: (client) => client.modern('tools/list', {}, {}, '2099-01-01'),
    is: ['protocol', '', 400, -32022, 'client'],
    cause: 'revision-unsupported',
    says: 'The server does not speak the revision "2099-01-01". It supports 2026-07-28.',
  },
  41: {
    at: '/capable/mcp',
    drive: (client) =>
      client.modern('tools/call', { name: 'ok-text', arguments: {} }, { 'Mcp-Name': 'ok-text' }),
    is: ['protocol', '', 400, -32021, 'client'],
    cause: 'client-capability-not-declared',
    says: 'The server needs "elicitation" of the client, which the client did not declare.',
  },
  42: {
    at: '/mcp',
    drive: started((client) => client.call('tool-error-text')),
    is: ['tool', '', 200, null, 'model'],
    cause: 'tool-error',
    says: 'The tool tool-error-text ran and reports that it failed.',
  },
  43: {
    at: '/mcp',
    drive: async (client) => {
      await client.initialize();
      client.session = undefined;
      await client.call('ok-text');
    },
    is: ['transport', 'session', 400, -32000, 'client'],
    cause: 'session-id-not-sent',
    says: 'The session id is not sent.',
    rules: ['H31 client'],
  },
  44: {
    at: '/mcp',
    drive: started((client) => client.call('ok-text', { 'Mcp-Session-Id': 'gone' })),
    is: ['transport', 'session', 404, -32001, 'client'],
    cause: 'session-gone',
    says: 'The session is gone.',
  },
  45: {
    at: '/forgetful/mcp',
    drive: call,
    is: ['transport', 'session', 400, -32000, 'server'],
    cause: 'session-gone',
    says: 'The session is gone; 400 keeps clients from starting a new one.',
    rules: ['H07 server'],
  },
  46: {
    at: '/mcp',
    drive: started(async (client) => {
      await client.whole('DELETE', '', VERSION);
      await client.call('ok-text');
    }),
    is: ['transport', 'session', 404, -32001, 'client'],
    cause: 'session-ended-by-client',
    says: 'The client ended this session itself.',
  },
  48: {
    at: '/no-get/mcp',
    drive: started((client) => client.whole('GET', '', GET)),
    is: ['transport', 'http', 404, null, 'server'],
    cause: 'listening-refused',
    says: 'GET must be an event stream or 405, and is 404.',
    rules: ['H10 server'],
  },
  49: {
    at: '/mcp',
    drive: started(async (client) => {
      const stream = await client.send('GET', '', GET);
      await client.whole('GET', '', GET);
      stream?.destroy();
    }),
    is: ['transport', 'session', 409, -32000, 'client'],
    cause: 'stream-open-already',
    says: 'The listening stream is open already.',
  },
  50: {
    at: '/ends/mcp',
    drive: call,
    is: ['transport', 'stream', 200, null, 'server'],
    cause: 'stream-without-answer',
    says: /^The stream ended in order, and the answer to tools\/call \S+ never came\.$/,
    rules: ['S01 server'],
  },
  51: {
    at: '/cut/mcp',
    drive: call,
    is: ['transport', 'stream', 200, null, 'server'],
    cause: 'stream-cut',
    says: 'The server broke off its stream after 2 messages.',
    rules: ['S02 server'],
  },
  53: {
    at: '/primed/mcp',
    drive: started(async (client) => {
      await client.call('ok-text');
      await client.whole('GET', '', { ...GET, 'Last-Event-ID': 'lab-1' });
    }),
    is: ['transport', 'stream', 404, null, 'server'],
    cause: 'stream-not-resumed',
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
    cause: 'client-left',
    says: /^The second request with this id took its stream\. The client gave up after [\d.]+ m?s\.$/,
    rules: ['E16 client'],
  },
  55: {
    at: '/mcp',
    drive: started(async (client) => {
      const asked = await client.send('POST', slow(1), { ...VERSION, ...SENT });
      asked?.destroy();
    }),
    is: ['client', '', 200, null, 'client'],
    cause: 'client-left',
    says: /^The client gave up after [\d.]+ m?s\.$/,
  },
  57: {
    at: '/locked/mcp',
    drive: call,
    is: ['transport', 'auth', 401, null, 'server'],
    cause: 'token-wanted',
    says: 'The server requires a token, and does not say where to get one.',
  },
  58: {
    at: '/other-resource/mcp',
    drive: async (client) => {
      await client.initialize();
      await client.at('/.well-known/oauth-protected-resource/other-resource/mcp').whole('GET', '');
    },
    is: ['transport', 'auth', 200, null, 'server'],
    cause: 'metadata-of-other-address',
    says: /^The metadata is for https:\/\/mcp\.example\/mcp, and http:\/\/127\.0\.0\.1:\d+\/other-resource\/mcp was called\.$/,
  },
  59: {
    at: '/no-registration/mcp',
    drive: async (client) => {
      await client.initialize();
      await client.at('/.well-known/oauth-protected-resource/no-registration/mcp').whole('GET', '');
      await client.at('/.well-known/oauth-authorization-server/closed').whole('GET', '');
    },
    is: ['transport', 'auth', 200, null, 'user'],
    cause: 'no-registration',
    says: 'Clients cannot register by themselves here.',
  },
  60: {
    at: '/scope/mcp',
    drive: call,
    is: ['transport', 'auth', 403, null, 'user'],
    cause: 'token-lacks-scope',
    says: 'The token lacks files:write.',
  },
};
