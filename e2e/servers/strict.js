// A server that answers each mistake as JSON-RPC 2.0 requires, and exits when asked to.
import { createInterface } from 'node:readline';

/** @param {object} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
/** @param {unknown} id @param {number} code @param {string} message */
const refuse = (id, code, message) => send({ id, error: { code, message } });

/** @type {Record<string, (id: unknown, params: any) => void>} */
const methods = {
  initialize: (id, params) =>
    send({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'strict', version: '1.0.0' },
      },
    }),
  ping: (id) => send({ id, result: {} }),
  'tools/list': (id) => send({ id, result: { tools: [{ name: 'noop', inputSchema: { type: 'object' } }] } }),
  die: () => process.exit(7),
};

/** @param {string} line */
function parsed(line) {
  try {
    return { value: JSON.parse(line) };
  } catch {
    return undefined;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const read = parsed(line);
  if (read === undefined) {
    process.stderr.write('that was no JSON\n');
    refuse(null, -32700, 'Parse error');
    continue;
  }
  const { jsonrpc, id, method, params } = read.value ?? {};
  if (
    jsonrpc !== '2.0' ||
    (typeof method !== 'string' && !('result' in read.value || 'error' in read.value))
  ) {
    refuse(id ?? null, -32600, 'Invalid Request');
  } else if (typeof method !== 'string' || id === undefined) {
  } else if (methods[method] !== undefined) methods[method](id, params);
  else refuse(id, -32601, `Method not found: ${method}, ${line.length} characters`);
}
