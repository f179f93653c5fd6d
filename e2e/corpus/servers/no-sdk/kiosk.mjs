// A newspaper kiosk of 2025-11-25, written without an SDK, that forgets and mumbles. Runs with Node alone.
import { createInterface } from 'node:readline';

const write = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
const says = (value, more) => ({ content: [{ type: 'text', text: value }], ...more });
const errors = {
  closed: { code: -32000, message: 'Connection closed' },
  timeout: { code: -32001, message: 'Request timed out' },
  near: { code: -32000, message: 'Connection closed by the printer at noon' },
  versions: {
    code: -32004,
    message: 'Version not supported',
    data: { supported: ['2026-07-28'], requested: '2027-01-01' },
  },
  url: { code: -32042, message: 'Subscribe first', data: { elicitations: [] } },
  detail: { code: -32603, message: 'Internal error', data: { message: 'the paper roll is torn' } },
  trace: {
    code: -32603,
    message:
      'boom\n    at Kiosk.print (/srv/kiosk/print.js:12:7)\n    at Socket.<anonymous> (/srv/kiosk/main.js:4:2)',
  },
  plain: { code: -32603, message: 'No paper is left; order some at the office.' },
};
const results = {
  weekly: () => says('Weekly: 3 errata, 1 correction, none failed to print'),
  hermes: () => ({ reason: 'not_found', message: 'no such issue', isError: true, content: [] }),
  shouted: () => says('ERROR:STOCK - out of stock, call again tomorrow', { isError: true }),
  vague: () => says('Internal server error', { isError: true }),
  limit: () => says('{"error":{"code":429,"message":"Rate limit reached for kiosk"}}'),
  note: () => says('{"status":"ok","error":null,"warnings":["page 3 failed the spell check"]}'),
  empty: () => says('No results found.'),
};
const names = [...Object.keys(errors), ...Object.keys(results), 'faint', 'late'];
let ready = false;

function call(id, name) {
  if (errors[name] !== undefined) return write({ jsonrpc: '2.0', id, error: errors[name] });
  if (name === 'late')
    return setTimeout(() => write({ jsonrpc: '2.0', id, result: says('late news') }), 2600);
  if (name === 'faint') ready = false;
  const result = results[name] ?? (() => says(name === 'faint' ? 'I feel dizzy' : `Unknown item ${name}`));
  return write({ jsonrpc: '2.0', id, result: result() });
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    ready = true;
    const { protocolVersion } = params;
    return write({
      jsonrpc: '2.0',
      id,
      result: {
        protocolVersion,
        capabilities: { tools: {}, resources: {} },
        serverInfo: { name: 'kiosk', version: '1' },
      },
    });
  }
  if (id === undefined) return undefined;
  if (!ready)
    return write({ jsonrpc: '2.0', id, error: { code: -32600, message: 'Server not initialized' } });
  if (method === 'ping') return write({ jsonrpc: '2.0', id, result: {} });
  if (method === 'tools/list')
    return write({
      jsonrpc: '2.0',
      id,
      result: { tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) },
    });
  if (method === 'tools/call') return call(id, params.name);
  if (method === 'resources/list') return write({ jsonrpc: '2.0', id, result: { resources: [] } });
  if (method === 'resources/read')
    return write({ jsonrpc: '2.0', id, error: { code: -32002, message: 'Resource not found' } });
  return write({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
});
process.stdin.on('end', () => process.exit(1));
