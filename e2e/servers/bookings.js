// A server that rejects invalid arguments at the wrong tier, and logs each rejection after it has answered.
import { createInterface } from 'node:readline';

const inputSchema = {
  type: 'object',
  properties: { departureDate: { type: 'string' }, seats: { type: 'integer', minimum: 1 } },
  required: ['departureDate', 'seats'],
};

/** @param {object} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** @type {Record<string, (id: unknown, params: any) => void>} */
const methods = {
  initialize: (id, params) =>
    send({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {}, logging: {} },
        serverInfo: { name: 'bookings', version: '1.0.0' },
      },
    }),
  'tools/list': (id) => send({ id, result: { tools: [{ name: 'book-flight', inputSchema }] } }),
  'tools/call': (id) => {
    send({ id, error: { code: -32602, message: 'Invalid arguments: departureDate is required' } });
    process.stderr.write(
      `\u001b[31m[book-flight] id=${id} rejected: departureDate\u001b[0m\n    at validate (bookings.js:88:11)\n`,
    );
    const data = { tool: 'book-flight', reason: 'no departure date' };
    send({ method: 'notifications/message', params: { level: 'warning', logger: 'book-flight', data } });
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const act = methods[method];
  if (act !== undefined) act(id, params);
  else if (id !== undefined) send({ id, error: { code: -32601, message: 'Method not found' } });
}
