// A lighthouse of 2026-07-28, written without an SDK, with its own ideas of that revision. Runs with Node alone.
import { createInterface } from 'node:readline';

const info = {
  _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'lighthouse', version: '4' } },
  resultType: 'complete',
};
const cache = { ttlMs: 0, cacheScope: 'private' };
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const block = (value) => [{ type: 'text', text: value }];
const lamps = {
  lamp: { content: block('Lamp on, 0 failures since 1931') },
  horn: { content: block('{"status":"failed","detail":"compressor empty"}') },
  boat: { content: block('Required client capability missing: elicitation (-32021)'), isError: true },
  bare: undefined,
};
const faults = {
  dark: [-32050, 'the lamp is dark'],
  link: [-32042, 'open the harbour page', { elicitations: [] }],
  keeper: [-32603, 'the keeper sleeps'],
  need: [-32021, 'sampling is needed', { requiredCapabilities: { sampling: {} } }],
  vague: [-32021, 'something is needed'],
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return undefined;
  const version = params?._meta?.['io.modelcontextprotocol/protocolVersion'];
  const fail = (code, message, data) => send({ id, error: { code, message, data } });
  if (version === undefined) return fail(-32602, 'Missing _meta io.modelcontextprotocol/protocolVersion');
  if (version !== '2026-07-28')
    return fail(-32022, `Unsupported protocol version: ${version}`, {
      supported: ['2026-07-28'],
      requested: version,
    });
  if (method === 'server/discover')
    return send({
      id,
      result: {
        ...info,
        ...cache,
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {}, prompts: {} },
      },
    });
  if (method === 'tools/list') {
    const tools = [...Object.keys(lamps), ...Object.keys(faults)].map((name) => ({
      name,
      inputSchema: { type: 'object' },
    }));
    return send({ id, result: { ...info, ...cache, tools } });
  }
  if (method === 'prompts/list')
    return send({ id, result: { ...info, resultType: 'input_required', requestState: 'p' } });
  if (method === 'prompts/get')
    return send({
      id,
      result: {
        ...info,
        resultType: 'input_required',
        inputRequests: { who: { method: 'sampling/createMessage', params: {} } },
      },
    });
  if (method === 'logging/setLevel') return send({ id, result: info });
  if (method !== 'tools/call') return fail(-32601, 'Method not found');
  const { name } = params;
  if (faults[name] !== undefined) return fail(...faults[name]);
  if (name === 'bare') return send({ id, result: { resultType: 'complete', content: block('no name') } });
  return lamps[name] === undefined
    ? fail(-32602, `Unknown tool: ${name}`)
    : send({ id, result: { ...info, ...lamps[name] } });
});
