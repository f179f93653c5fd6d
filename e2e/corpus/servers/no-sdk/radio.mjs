// A radio station, written without an SDK: a careless server that drops, logs and exits. Runs with Node alone.
import { createInterface } from 'node:readline';

const write = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
const says = (value, more) => ({ content: [{ type: 'text', text: value }], ...more });
const calls = {
  play: () => says('Now playing: Error of My Ways (the failed mix)'),
  playlist: () => says('[]'),
  rating: () => ({ content: [], structuredContent: { isError: true, message: 'no ratings' } }),
  tune: () => says('ERROR: frequency 88.8 is not licensed'),
  record: () => says('{"ok": false, "errors": ["disk full"]}'),
  news: () => says('Headlines: bank denied access to fund; three trains failed; missing cat found'),
  contents: () => ({ contents: [{ type: 'text', text: 'wrong member' }] }),
  flag: () => says('the transmitter is off', { isError: 1 }),
  number: () => 42,
  stack: () =>
    says(
      'Error: no signal\n    at Tuner.lock (/opt/radio/tuner.js:41:13)\n    at async main (/opt/radio/main.js:9:3)',
      { isError: true },
    ),
};

process.stdout.write('Radio FM 0.2\nlistening on stdin\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    return console.error('dropped a line');
  }
  const { id, method, params } = message;
  if (id === undefined || id === null) return undefined;
  const ok = (result) => write({ jsonrpc: '2.0', id, result });
  if (method === 'initialize')
    return ok({
      protocolVersion: '2099-01-01',
      capabilities: { tools: {} },
      serverInfo: { name: 'radio-fm', version: '0.2' },
    });
  if (method === 'tools/list')
    return ok({
      tools: [...Object.keys(calls), 'off_air', 'dead_air'].map((name) => ({
        name,
        inputSchema: { type: 'object' },
      })),
    });
  if (method !== 'tools/call') return method === 'ping' ? ok({}) : undefined;
  process.stdout.write(`[${params.name}] on air\n`);
  if (params.name === 'dead_air') return undefined;
  if (params.name === 'off_air') throw new Error('the mast fell');
  if (calls[params.name] === undefined)
    return write({ jsonrpc: '2.0', id, error: { code: -32601, message: `Unknown tool ${params.name}` } });
  return ok(calls[params.name]());
});
