// The map room of a library, without an SDK: its tools come in pages, and some of their schemas are wrong.
import { createInterface } from 'node:readline';

const text = { type: 'string' };
const schema = (properties, more = {}) => ({ type: 'object', properties, ...more });
const tool = (name, inputSchema) => ({
  name,
  description: `Does what ${name} says with a map.`,
  inputSchema,
});

const PAGES = [
  // All of this is right: a reference to a definition, one that leads back through a list, a pattern, a default.
  [
    tool('find_map', schema({ area: { $ref: '#/$defs/area' } }, { $defs: { area: text } })),
    tool(
      'sort_maps',
      schema(
        { shelf: { $ref: '#/$defs/shelf' } },
        { $defs: { shelf: schema({ inside: { type: 'array', items: { $ref: '#/$defs/shelf' } } }) } },
      ),
    ),
    tool('count_maps', schema({ year: { type: 'string', pattern: '^1[5-9]\\d\\d$', default: '1854' } })),
  ],
  [tool('fold_map', schema({ size: { $ref: '#/$defs/size' } }, { $defs: { scale: text } }))],
  [
    tool(
      'trace_river',
      schema(
        { from: { $ref: '#/$defs/a' } },
        { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
      ),
    ),
  ],
  [tool('name_map', schema({ label: { type: 'string', pattern: '([a-z]+' } }))],
  [tool('print_map', schema({ copies: { type: 'integer', default: 'one' } }))],
  [tool('borrow map', schema({ card: text }))],
  [
    tool(
      'sell_map',
      schema({ id: text, shelf: text }, { anyOf: [{ required: ['id'] }, { required: ['shelf'] }] }),
    ),
  ],
  [tool('draw_map', schema({ colour: { type: 'any' } }))],
  [{ name: 'hang_map', description: 'Hangs a map on the wall.', inputSchema: {} }],
];

const METHODS = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'map-room', version: '2.1.0' },
  }),
  ping: () => ({}),
  'tools/list': ({ cursor = '0' } = {}) => {
    const page = Number(cursor);
    const more = page + 1 < PAGES.length ? { nextCursor: String(page + 1) } : {};
    return { tools: PAGES[page], ...more };
  },
  'tools/call': ({ name }) => ({ content: [{ type: 'text', text: `${name} is done.` }] }),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = METHODS[method];
  const end =
    answer === undefined
      ? { error: { code: -32601, message: `Method not found: ${method}` } }
      : { result: answer(params) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...end })}\n`);
});
