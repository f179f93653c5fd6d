// A lending library. Runs with @modelcontextprotocol/sdk 1.32.2 and zod 3, from a folder that has both.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ErrorCode, McpError, UrlElicitationRequiredError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

const text = (value) => ({ content: [{ type: 'text', text: value }] });
const server = new McpServer(
  { name: 'branch-library', version: '3.1.0' },
  { capabilities: { logging: {}, tools: {} } },
);

server.registerTool('find_book', { inputSchema: { title: z.string(), copies: z.number().optional() } }, (a) =>
  text(a.title === 'Emma' ? 'Emma, Jane Austen, shelf 4, on loan until Friday' : 'No book with this title.'),
);
server.registerTool('summary', { inputSchema: { title: z.string() } }, ({ title }) =>
  text(`${title}: a comedy of errors. The hero fails, is denied entry, and is not found for three days.`),
);
server.registerTool('overdue', { outputSchema: { books: z.array(z.string()), errors: z.number() } }, () => ({
  content: [],
  structuredContent: { books: [], errors: 0 },
}));
server.registerTool('shelf_count', { outputSchema: { count: z.number() } }, () => ({
  ...text('many'),
  structuredContent: { count: 'many' },
}));
const lent = {
  'json-success': () => text('{"success":false,"message":"The card has expired."}'),
  'json-error': () => text('{"error":"card_blocked","detail":"Three books are overdue."}'),
  plain: () => text('Error: the reader has no valid card.'),
  failed: () => text('Failed to reserve the book: the catalogue did not answer within 5 s.'),
  status: () => text('HTTP/1.1 503 Service Unavailable'),
  denied: () => text('No permission to lend from the reading room.'),
  partial: () => text('{"lent":["Emma"],"failed":[{"title":"Persuasion","reason":"on loan"}]}'),
  thrown: () => {
    throw new Error('The printer for receipts is out of paper; lend the book without a receipt.');
  },
  bare: () => {
    throw new Error('Error');
  },
  protocol: () => {
    throw new McpError(ErrorCode.InvalidRequest, 'The reader is blocked until Monday');
  },
  empty: () => ({ content: [], isError: true }),
  trace: () => ({
    ...text(new TypeError("Cannot read properties of undefined (reading 'card')").stack),
    isError: true,
  }),
  url: () => {
    throw new UrlElicitationRequiredError([
      {
        mode: 'url',
        elicitationId: 'fee-7',
        url: 'https://library.example/pay',
        message: 'Pay the fee first.',
      },
    ]);
  },
};
server.registerTool('lend', { inputSchema: { how: z.string() } }, ({ how }) => lent[how]());
server.registerTool('inventory', {}, async (extra) => {
  await new Promise((done) => setTimeout(done, 2500));
  if (extra.signal.aborted) console.error('inventory was cancelled');
  return text('4 812 books');
});
server.registerTool('close_branch', {}, () => {
  console.error('fatal: the catalogue file is locked');
  process.exit(3);
});
server.registerResource('hours', 'library://hours', {}, (uri) => ({
  contents: [{ uri: uri.href, text: 'Closed on Mondays.' }],
}));
server.registerResource('map', 'library://map', {}, () => {
  throw new Error('the scanner is offline');
});
server.registerPrompt('recommend', { argsSchema: { genre: z.string() } }, ({ genre }) => ({
  messages: [{ role: 'user', content: { type: 'text', text: `Recommend ${genre}.` } }],
}));

await server.connect(new StdioServerTransport());
