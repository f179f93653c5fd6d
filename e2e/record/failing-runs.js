// Two reproducible recordings of one server: 20,000 frames with 500 errors of three causes, and an earlier run with two
// of them. Each message has a different number, so that no two errors are identical.

const CALLS = 9998;

/** @typedef {{ tool: string, every: number, from: number, most: number, answer: (at: number) => object | undefined }} Cause */

/** @type {readonly Cause[]} */
const CAUSES = [
  {
    tool: 'order-status',
    ...{ every: 31, from: 40, most: 300 },
    answer: (at) => ({
      result: {
        content: [
          {
            type: 'text',
            text: `No order ${4000 + at} in shop "s${at % 7}". Call list-orders for the numbers.`,
          },
        ],
        isError: true,
      },
    }),
  },
  {
    tool: 'search',
    ...{ every: 60, from: 500, most: 150 },
    answer: (at) => ({ error: { code: -32603, message: `connect ECONNREFUSED 10.0.0.${at % 250}:5432` } }),
  },
  // Without an answer the client gives up.
  { tool: 'export', ...{ every: 20, from: 8500, most: 50 }, answer: () => undefined },
];

const TOOLS = ['order-status', 'search', 'export', 'list-orders'];

/**
 * The text of a recording of the server "shop": its latest run with all three causes, or the run before.
 * @param {'latest' | 'before'} run
 */
export function failingRun(run) {
  const hour = run === 'latest' ? '11' : '09';
  const causes = run === 'latest' ? CAUSES : CAUSES.slice(0, 2);
  /** @type {object[]} */
  const lines = [
    { type: 'header', format: 'tierscope', version: 1, startedAt: `2026-11-24T${hour}:00:00.000Z` },
    {
      type: 'session',
      seq: 1,
      at: 0,
      session: 's1',
      label: 'shop',
      origin: 'connect',
      command: 'shop-server',
    },
    { type: 'process', seq: 2, at: 1, session: 's1', event: 'spawned', pid: 4711 },
  ];
  let at = 10;
  /** @param {object} record */
  const add = (record) => lines.push({ ...record, seq: lines.length, at, session: 's1' });
  /** @param {string} direction @param {object} message */
  const frame = (direction, message) =>
    add({ type: 'frame', direction, raw: JSON.stringify({ jsonrpc: '2.0', ...message }) });
  greet(frame);
  const counts = new Map();
  for (let call = 0; call < CALLS; call += 1) {
    at += 30;
    const cause = causes.find((one) => {
      const isDue = call >= one.from && (call - one.from) % one.every === 0;
      return isDue && (counts.get(one) ?? 0) < one.most;
    });
    if (cause !== undefined) counts.set(cause, (counts.get(cause) ?? 0) + 1);
    const tool = cause?.tool ?? TOOLS[call % TOOLS.length] ?? '';
    const id = call + 10;
    frame('client-to-server', {
      id,
      method: 'tools/call',
      params: { name: tool, arguments: { number: String(call) } },
    });
    at += 3;
    const answer =
      cause === undefined
        ? { result: { content: [{ type: 'text', text: `Done: ${call}` }] } }
        : cause.answer(call);
    if (answer !== undefined) frame('server-to-client', { id, ...answer });
    else {
      at += 5000;
      add({ type: 'client', event: 'timeout', id, message: 'Request timed out after 5000 ms' });
    }
  }
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

/** @param {(direction: string, message: object) => void} frame */
function greet(frame) {
  const clientInfo = { name: 'tierscope', version: '0' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  frame('client-to-server', { id: 0, method: 'initialize', params });
  const serverInfo = { name: 'shop', version: '2.1.0' };
  frame('server-to-client', {
    id: 0,
    result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo },
  });
  frame('client-to-server', { method: 'notifications/initialized' });
  frame('client-to-server', { id: 1, method: 'tools/list' });
  const inputSchema = { type: 'object', properties: { number: { type: 'string' } } };
  const tools = TOOLS.map((name) => ({ name, description: `Does ${name}.`, inputSchema }));
  frame('server-to-client', { id: 1, result: { tools } });
}
