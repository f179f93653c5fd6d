// A server of the older era that answers `server/discover` in the way given by its argument.
import { createInterface } from 'node:readline';

const way = process.argv[2] ?? '';

/** @param {object} message */
function say(message) {
  console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
}

/** @param {{ id: unknown }} request */
function probed({ id }) {
  switch (way) {
    case 'silent':
      return;
    case 'exits':
      console.error('panic: no such method');
      process.exit(101);
      break;
    case 'wrong-id':
      return say({ id: 'err_1', error: { code: -32600, message: 'Server not initialized' } });
    case 'late':
      return void setTimeout(() => say({ id, error: { code: -32601, message: 'Method not found' } }), 1500);
    default:
      return say({ id, error: { code: Number(way), message: 'refused', data: '' } });
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line);
  const { id, method, params } = request;
  if (id === undefined || method === undefined) return;
  if (method === 'server/discover') return probed(request);
  if (method === 'initialize') {
    const { protocolVersion } = params;
    const serverInfo = { name: 'negotiator', version: '1.0.0' };
    return say({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
  }
  if (method === 'tools/list') {
    return say({ id, result: { tools: [{ name: 'way', inputSchema: { type: 'object' } }] } });
  }
  say({ id, result: { content: [{ type: 'text', text: `probe met: ${way}` }] } });
});
