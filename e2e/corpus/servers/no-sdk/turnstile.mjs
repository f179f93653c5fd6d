// A stadium turnstile, written without an SDK, that loses its session and answers late. Runs with Node alone.
import { createInterface } from 'node:readline';

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const block = (value) => [{ type: 'text', text: value }];
const gates = {
  north: { content: block('North gate: 212 visitors, 4 turned away (error rate 1.9 %)') },
  south: { content: block('Gate not responding: connect ETIMEDOUT 10.2.0.9:7000') },
  east: {
    content: block(JSON.stringify({ result: null, errorMessage: 'Badge reader offline', errorCode: 17 })),
  },
  west: {
    content: block(
      JSON.stringify([
        { badge: 1, ok: true },
        { badge: 2, ok: false, why: 'expired' },
      ]),
    ),
  },
  vip: { content: block('Sorry, I could not open the VIP gate because the card was rejected.') },
  staff: { content: block('Something went wrong'), isError: true },
  press: { content: block('Press pass 12 is unknown. Known passes: 1 to 11.'), isError: true },
  roof: { content: block('') },
  pitch: { content: block('   '), isError: true },
};
const faults = {
  jam: [-32000, 'Gate 3 is jammed'],
  power: [-32603, 'Internal error', 'the fuse of gate 3 is blown'],
  ticket: [-32602, 'Invalid params: ticket must have 12 digits'],
  quota: [429, 'Too many visitors at once'],
  swap: [32602, 'Invalid params'],
  gone: [-32001, 'Request timeout'],
};
let session = false;

function serve(id, method, params) {
  if (method === 'ping') return send({ id, result: {} });
  if (method === 'tools/list') {
    const tools = [...Object.keys(gates), ...Object.keys(faults), 'reboot', 'slow'].map((name) => ({
      name,
      inputSchema: { type: 'object' },
    }));
    return send({ id, result: { tools } });
  }
  if (method === 'prompts/get') return send({ id, result: { isError: true, messages: [] } });
  if (method !== 'tools/call')
    return send({ id, error: { code: -32603, message: `Unknown method: ${method}` } });
  const { name } = params;
  if (name === 'slow') return setTimeout(() => send({ id, result: { content: block('gate opened') } }), 2400);
  if (name === 'reboot') session = false;
  if (faults[name] !== undefined) {
    const [code, message, data] = faults[name];
    return send({ id, error: { code, message, data } });
  }
  if (gates[name] !== undefined) return send({ id, result: gates[name] });
  return name === 'reboot'
    ? send({ id, result: { content: block('rebooted') } })
    : send({ id, error: { code: 0, message: `tool ${name} not found` } });
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    session = true;
    const result = {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {}, prompts: {} },
      serverInfo: { name: 'turnstile', version: '9' },
    };
    return send({ id, result });
  }
  if (id === undefined) return undefined;
  return session
    ? serve(id, method, params)
    : send({ id, error: { code: -32002, message: 'Server is not initialized' } });
});
process.stdin.on('end', () => process.exit(2));
