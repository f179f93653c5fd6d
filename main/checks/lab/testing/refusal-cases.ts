import { type Case, call, first, started } from './http-case.ts';
import { BOTH, VERSION } from './raw-client.ts';

export const REFUSAL_CASES: Readonly<Record<number, Case>> = {
  10: {
    at: '/nothing',
    drive: first,
    is: ['transport', 'http', 404, null, 'user'],
    says: 'No MCP endpoint is at /nothing.',
  },
  11: {
    at: '/legacy/mcp',
    drive: async (client) => {
      await client.initialize();
      const stream = await client.send('GET', '', { Accept: 'text/event-stream' });
      await new Promise((resolve) => stream?.once('data', resolve));
      stream?.destroy();
    },
    is: ['transport', 'http', 405, null, 'user'],
    says: 'This is a legacy HTTP+SSE server.',
  },
  12: {
    at: '/moved/mcp',
    drive: first,
    is: ['transport', 'http', 307, null, 'user'],
    says: 'The endpoint moved to /moved/mcp/',
    rules: ['H17'],
  },
  13: {
    at: '/login/mcp',
    drive: first,
    is: ['transport', 'http', 302, null, 'operator'],
    says: 'A proxy asks for a login',
  },
  14: {
    at: '/page/mcp',
    drive: call,
    is: ['transport', 'http', 200, null, 'user'],
    says: 'A web page came instead',
    rules: ['H02'],
  },
  15: {
    at: '/empty/mcp',
    drive: call,
    is: ['transport', 'http', 200, null, 'server'],
    says: 'The answer is empty.',
    rules: ['H01'],
  },
  16: {
    at: '/not-rpc/mcp',
    drive: call,
    is: ['transport', 'http', 200, null, 'server'],
    says: 'not a JSON-RPC message',
    rules: ['H01'],
  },
  17: {
    at: '/accepted/mcp',
    drive: call,
    is: ['transport', 'http', 202, null, 'server'],
    says: 'Accepted, and never answered',
    rules: ['H01'],
  },
  18: {
    at: '/no-content/mcp',
    drive: call,
    is: ['transport', 'http', 204, null, 'server'],
    says: 'No content',
    rules: ['H01'],
  },
  19: {
    at: '/other-id/mcp',
    drive: call,
    is: ['transport', 'http', 200, null, 'server'],
    says: 'The answer is for another request.',
    rules: ['E04'],
  },
  20: {
    at: '/mcp',
    drive: started((client) => client.call('ok-text', { Accept: 'application/json' })),
    is: ['transport', 'http', 406, -32000, 'client'],
    says: 'must accept JSON and SSE',
    rules: ['H30'],
  },
  21: {
    at: '/mcp',
    drive: started((client) => client.call('ok-text', { 'Content-Type': 'text/plain' })),
    is: ['transport', 'http', 415, -32000, 'client'],
    says: 'The body must be application/json.',
  },
  22: {
    at: '/express/mcp',
    drive: started((client) => client.call('ok-text', {}, { arguments: { big: 'x'.repeat(120_000) } })),
    is: ['transport', 'http', 413, null, 'server'],
    says: 'The server takes no body over its limit.',
    rules: ['H04', 'H05'],
  },
  23: {
    at: '/express/mcp',
    drive: started((client) =>
      client.whole('POST', 'no json', { 'Content-Type': 'application/json', Accept: BOTH, ...VERSION }),
    ),
    is: ['transport', 'http', 400, null, 'server'],
    says: 'The framework answered before MCP could',
    rules: ['H04', 'H05'],
  },
  24: {
    at: '/mcp',
    drive: started((client) =>
      client.whole('POST', 'no json', { 'Content-Type': 'application/json', Accept: BOTH, ...VERSION }),
    ),
    is: ['transport', 'http', 400, -32700, 'client'],
    says: 'The body is not a JSON-RPC message.',
  },
  26: {
    at: '/mcp',
    drive: started((client) => client.call('ok-text', { 'MCP-Protocol-Version': '2099-01-01' })),
    is: ['transport', 'http', 400, -32000, 'client'],
    says: 'The server does not know the revision 2099-01-01.',
  },
  27: {
    at: '/host/mcp',
    drive: call,
    is: ['transport', 'http', 421, null, 'server'],
    says: 'refuses the name by which it was called',
  },
  28: {
    at: '/origin/mcp',
    drive: call,
    is: ['transport', 'http', 403, -32000, 'client'],
    says: 'The server refuses this Origin, as it must.',
  },
  30: {
    at: '/busy/mcp',
    drive: call,
    is: ['transport', 'http', 429, null, 'client'],
    says: 'Too many requests.',
  },
  31: {
    at: '/bad-gateway/mcp',
    drive: call,
    is: ['transport', 'http', 502, null, 'operator'],
    says: 'The gateway got no good answer',
  },
  32: {
    at: '/gateway-timeout/mcp',
    drive: call,
    is: ['transport', 'http', 504, null, 'operator'],
    says: 'the tool may still run',
  },
  33: {
    at: '/fails/mcp',
    drive: call,
    is: ['transport', 'http', 500, null, 'server'],
    says: 'before it could answer',
  },
};
