// A server whose one tool shows its arguments and the variables set by a test.
import { createInterface } from 'node:readline';

const { TOKEN, PLACE } = process.env;
const text = [...process.argv.slice(2), `TOKEN=${TOKEN}`, `PLACE=${PLACE}`].join(' ');

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const serverInfo = { name: 'environment', version: '1.0.0' };
  const results = new Map(
    Object.entries({
      initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo },
      'tools/list': { tools: [{ name: 'tell', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text }] },
    }),
  );
  const result = results.get(method);
  const error = { code: -32601, message: 'Method not found' };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) }));
});
