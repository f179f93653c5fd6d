// The street lamps of a town. Runs with @modelcontextprotocol/sdk 1.18.2, on its low-level Server.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

const text = (value, more) => ({ content: [{ type: 'text', text: value }], ...more });
const json = (value, more) => text(JSON.stringify(value), more);
const town = new Server(
  { name: 'street-lamps', version: '3.1.0' },
  { capabilities: { tools: {}, resources: {} } },
);

const lamp = {
  L100: () => json({ lamp: 'L100', burning: true, hours: 8121, faults: [], lastFault: null }),
  L101: () =>
    json({
      lamp: 'L101',
      burning: false,
      hours: 20544,
      faults: ['ballast failure', 'photocell error'],
      repairOrdered: true,
    }),
  L102: () => json({ ok: false, why: 'segment controller 7 is offline' }),
  L103: () => {
    throw new Error('modem of cabinet 12 does not respond');
  },
  L104: () => {
    throw new McpError(4101, 'cabinet 14 is locked by maintenance');
  },
  L105: () => text('Reading L105… checksum wrong, retrying… checksum wrong, giving up.'),
};
const tools = {
  read_lamp: ({ id }) => {
    if (typeof id !== 'string') throw new McpError(-32602, 'id must be a string such as "L100"');
    return (lamp[id] ?? (() => json({ lamp: null, message: `${id} is not in the register` })))();
  },
  switch_on: ({ ids = [] }) => {
    if (ids.length === 0) return text('Switched on: none (the list was empty).');
    const rows = ids.map((id) => `${id} ${lamp[id] === undefined ? '✗ unknown in the register' : '✓'}`);
    return text(rows.join('\n'));
  },
  faults: ({ street }) =>
    json(
      street === 'Station Road'
        ? { street, open: 4, failed_lamps: ['L210', 'L214', 'L219', 'L230'] }
        : { street, open: 0, failed_lamps: [] },
    ),
  dim: ({ level }) => {
    if (level > 100)
      return text('A level above 100 does not exist. Give a number from 0 to 100.', { isError: true });
    if (level === 0) return text('The lamps stay as they are: the council forbids complete darkness.');
    return text(`All lamps now burn at ${level} %. (Was ${level} % before, too.)`);
  },
  self_test: () =>
    text(
      'SELF TEST\nrelays 48 passed, 2 failed\nphotocells 12 passed, 0 failed\nresult: FAIL (see relay 17 and 23)',
    ),
  download_log: () =>
    json({ log: null, error: { code: 'EHOSTUNREACH', syscall: 'connect', address: '10.4.0.9' } }),
  import_plan: ({ rows = [] }) =>
    json({
      imported: rows.length - 1,
      skipped: 1,
      details: [{ row: rows.length, problem: 'the date 31 June does not exist' }],
    }),
  census: () => ({ content: '2140 lamps' }),
  where: async () => {
    try {
      return json(await town.listRoots());
    } catch (refusal) {
      return text(`Where you are stays a mystery to me (${refusal.message})`);
    }
  },
  walk: async () => {
    await new Promise((done) => setTimeout(done, 4000));
    return text('walked past 12 lamps');
  },
  firmware: () => {
    setTimeout(() => {
      throw new Error('firmware image rejected by cabinet 3');
    }, 200);
    return new Promise(() => {});
  },
};
town.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })),
}));
town.setRequestHandler(CallToolRequestSchema, ({ params }) => {
  const run = tools[params.name];
  if (run === undefined) throw new Error(`there is no tool ${params.name} here`);
  return run(params.arguments ?? {});
});
town.setRequestHandler(ListResourcesRequestSchema, () => ({
  resources: [{ uri: 'lamps://outages', name: 'outages' }],
}));
town.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
  if (uri === 'lamps://outages')
    return {
      contents: [
        {
          uri,
          mimeType: 'application/json',
          text: '{"errors":[{"lamp":"L101","since":"2026-11-02"}],"failed":1}',
        },
      ],
    };
  if (uri === 'lamps://empty') return { contents: [] };
  throw new McpError(-32002, 'Resource not found', { uri });
});
console.error('street-lamps: 0 fatal, 3 warnings: error budget of November 82 %');
await town.connect(new StdioServerTransport());
