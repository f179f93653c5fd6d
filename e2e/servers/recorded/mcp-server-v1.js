// McpServer of the TypeScript SDK 1: the same tools as the other recorded servers, for comparison.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'notes', version: '1.0.0' });

server.registerTool(
  'add',
  { description: 'Adds two numbers.', inputSchema: { a: z.number(), b: z.number() } },
  ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }),
);
server.registerTool('fail', { description: 'Always fails.' }, () => {
  throw new Error('The disk is full');
});
server.registerTool(
  'count',
  { description: 'Breaks its own output schema.', outputSchema: { total: z.number() } },
  () => ({ content: [{ type: 'text', text: 'three' }], structuredContent: { total: 'three' } }),
);
server.registerTool('wait', { description: 'Answers after three seconds.' }, async () => {
  await new Promise((resolve) => setTimeout(resolve, 3000));
  return { content: [{ type: 'text', text: 'waited' }] };
});
server.registerTool('crash', { description: 'Ends the process.' }, () => {
  console.error('fatal: the store is corrupt');
  process.exit(3);
});
server.registerResource('welcome', 'note://welcome', { mimeType: 'text/plain' }, (uri) => ({
  contents: [{ uri: uri.href, text: 'Welcome.' }],
}));
server.registerPrompt(
  'greet',
  { description: 'Greets somebody.', argsSchema: { name: z.string() } },
  ({ name }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}.` } }] }),
);

await server.connect(new StdioServerTransport());
