// A server whose own code fails: an exception with its trace on stderr, a silent exit, a request of its own given up.
import { createInterface } from 'node:readline';

/** @param {object} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
/** @param {unknown} id @param {string} text */
const fail = (id, text) => send({ id, result: { content: [{ type: 'text', text }], isError: true } });

/** @param {any} cities @param {string} city */
function weatherIn(cities, city) {
  return cities[city].celsius;
}

/** @type {Record<string, (id: unknown) => void>} */
const TOOLS = {
  weather: (id) => {
    try {
      weatherIn({}, 'paris');
    } catch (error) {
      console.error(error);
      fail(id, 'Error executing tool weather');
    }
  },
  leave: () => process.exit(3),
  ask: (id) => {
    const requestedSchema = { type: 'object', properties: {} };
    send({ id: 'ask-1', method: 'elicitation/create', params: { message: 'Which unit?', requestedSchema } });
    setTimeout(() => fail(id, 'MCP error -32001: Request timed out'), 1500);
  },
};

/** @type {Record<string, (id: unknown, params: any) => void>} */
const METHODS = {
  initialize: (id, { protocolVersion }) => {
    const serverInfo = { name: 'stumbler', version: '1.0.0' };
    send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
  },
  'tools/list': (id) => {
    const tools = Object.keys(TOOLS).map((name) => ({ name, inputSchema: { type: 'object' } }));
    send({ id, result: { tools } });
  },
  'tools/call': (id, { name }) => TOOLS[name]?.(id),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (METHODS[method] !== undefined) METHODS[method](id, params);
  else if (method !== undefined && id !== undefined)
    send({ id, error: { code: -32601, message: 'Method not found' } });
}
