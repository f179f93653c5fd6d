// A bakery on the low-level Server. Runs with @modelcontextprotocol/sdk 1.32.2, from a folder that has it.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

console.log('Bakery 0.4, the ovens are warming up');
const server = new Server(
  { name: 'corner-bakery', version: '0.4.0' },
  { capabilities: { tools: {}, resources: {}, prompts: {} } },
);
const inputSchema = { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] };
const outputSchema = { type: 'object', properties: { loaves: { type: 'integer' } }, required: ['loaves'] };
const thrown = {
  internal: () => new McpError(-32603, 'The oven door does not close'),
  request: () => new McpError(-32600, 'No orders after six'),
  params: () => new McpError(-32602, 'order must name a kind of bread'),
  zero: () => Object.assign(new Error('unclassified'), { code: 0 }),
  http: () => Object.assign(new Error('Payment required before baking'), { code: 402 }),
  own: () => Object.assign(new Error('Flour is out'), { code: 7001 }),
  legacy: () => new McpError(-32000, 'The delivery van is away', { van: 2 }),
  closed: () => new McpError(-32000, 'Connection closed'),
  timeout: () => new McpError(-32001, 'Request timed out', { timeout: 60000 }),
  data: () => new McpError(-32603, 'Internal error', 'The yeast has died'),
  text: () => Object.assign(new Error('sieve missing'), { code: 'ENOENT' }),
  plain: () => new Error('dough stuck in the mixer'),
};
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: [
    { name: 'bake', description: 'Bakes an order.', inputSchema },
    { name: 'stock', description: 'Counts the loaves.', inputSchema: { type: 'object' }, outputSchema },
  ],
}));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
  if (params.name === 'stock') return { content: [{ type: 'text', text: '12 loaves, 0 errors' }] };
  if (params.name !== 'bake')
    return { content: [{ type: 'text', text: `Cannot do ${params.name}` }], isError: true };
  const order = params.arguments?.order;
  const error = thrown[order];
  if (error !== undefined) throw error();
  console.log(`baking ${order}`);
  if (order === 'mixed') {
    const results = [
      { loaf: 1, status: 'ok' },
      { loaf: 2, status: 'error', message: 'burnt' },
    ];
    return { content: [{ type: 'text', text: JSON.stringify({ results }) }] };
  }
  if (order === 'cake')
    return { content: [{ type: 'text', text: 'Unable to bake cake: request failed with status code 404' }] };
  return { content: [{ type: 'text', text: `${order}: baked without a fault` }] };
});
server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => {
  if (params.uri === 'bakery://menu') return { contents: [{ uri: params.uri, text: 'rye, wheat' }] };
  if (params.uri === 'bakery://old') throw new McpError(-32002, 'Resource not found', { uri: params.uri });
  return { contents: [] };
});
server.setRequestHandler(GetPromptRequestSchema, ({ params }) => ({
  messages: [{ role: 'user', content: { type: 'text', text: `Prompt "${params.name}" not found` } }],
}));

await server.connect(new StdioServerTransport());
