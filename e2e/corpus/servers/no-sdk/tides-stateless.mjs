// A tide table of 2026-07-28, written without an SDK and careless about that revision. Runs with Node alone.
import { createInterface } from 'node:readline';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const cached = { resultType: 'complete', ttlMs: 1000, cacheScope: 'public' };
const says = (value, more) => ({ resultType: 'complete', content: [{ type: 'text', text: value }], ...more });
const write = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
const calls = {
  high: () => says('High water at 04:12, no storm warning failed'),
  untyped: () => ({ content: [{ type: 'text', text: 'low at 10:31' }] }),
  strange: () => says('moon', { resultType: 'maybe' }),
  flat: () => says('Error -32021: the client did not declare sampling', { isError: true }),
  hollow: () => ({ resultType: 'input_required' }),
  ask: () => ({
    resultType: 'input_required',
    inputRequests: { name: { method: 'elicitation/create', params: {} } },
  }),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return undefined;
  const ok = (result) => write({ jsonrpc: '2.0', id, result });
  const fail = (code, message, data) => write({ jsonrpc: '2.0', id, error: { code, message, data } });
  const version = params?._meta?.[VERSION];
  if (version === '1.0.0') return fail(-32022, 'Unsupported protocol version');
  if (method === 'server/discover')
    return ok({ ...cached, supportedVersions: ['2026-07-28'], capabilities: { tools: {}, resources: {} } });
  if (method === 'initialize') return fail(-32601, 'Method not found');
  if (method === 'ping') return ok({});
  if (method === 'tools/list')
    return ok({
      resultType: 'complete',
      tools: Object.keys(calls)
        .concat('server_ask')
        .map((name) => ({ name, inputSchema: { type: 'object' } })),
    });
  if (method === 'resources/list')
    return ok({ ...cached, resources: [{ uri: 'tides://today', name: 'today' }] });
  if (method === 'resources/read') {
    if (params.uri === 'tides://today')
      return ok({ ...cached, contents: [{ uri: params.uri, text: '04:12' }] });
    return params.uri === 'tides://old'
      ? fail(-32002, 'Resource not found', { uri: params.uri })
      : ok({ ...cached, contents: [] });
  }
  if (method === 'logging/setLevel') return fail(-32601, 'Method not found');
  if (method !== 'tools/call') return fail(-32601, `Unknown method ${method}`);
  if (params.name === 'server_ask') {
    write({ jsonrpc: '2.0', id: 'r1', method: 'roots/list' });
    return ok(says('asked for roots'));
  }
  if (params.name === 'need') return fail(-32021, 'Sampling is needed', { requiredCapabilities: {} });
  if (calls[params.name] === undefined) return fail(-32602, `Unknown tool: ${params.name}`);
  return ok(calls[params.name]());
});
