// The low-level Server of the TypeScript SDK 1: its author decides what every failure looks like.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

const capabilities = { tools: {}, resources: {}, prompts: {} };
const server = new Server({ name: 'notes', version: '1.0.0' }, { capabilities });
const noArguments = { type: 'object', properties: {} };
const numbers = { a: { type: 'number' }, b: { type: 'number' } };

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: [
    {
      name: 'add',
      description: 'Adds two numbers.',
      inputSchema: { type: 'object', properties: numbers, required: ['a', 'b'] },
    },
    { name: 'fail', description: 'Always fails.', inputSchema: noArguments },
    { name: 'full_disk', description: 'Says that it failed.', inputSchema: noArguments },
    { name: 'wait', description: 'Answers after three seconds.', inputSchema: noArguments },
    { name: 'crash', description: 'Ends the process.', inputSchema: noArguments },
  ],
}));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const { a, b } = params.arguments ?? {};
  switch (params.name) {
    case 'add':
      if (typeof a !== 'number' || typeof b !== 'number') {
        throw new McpError(ErrorCode.InvalidParams, 'Invalid arguments for add: a and b must be numbers', {
          validation_errors: [{ path: 'a', message: 'expected a number' }],
        });
      }
      return { content: [{ type: 'text', text: String(a + b) }] };
    case 'fail':
      throw new Error('The disk is full');
    case 'full_disk':
      return {
        content: [{ type: 'text', text: 'The disk is full. Remove old notes with prune, then try again.' }],
        isError: true,
      };
    case 'wait':
      await new Promise((resolve) => setTimeout(resolve, 3000));
      return { content: [{ type: 'text', text: 'waited' }] };
    case 'crash':
      console.error('fatal: the store is corrupt');
      process.exit(3);
      break;
    default:
      // Typical of authors who do not know the error codes.
      throw new Error(`Unknown tool: ${params.name}`);
  }
});
server.setRequestHandler(ListResourcesRequestSchema, () => ({
  resources: [{ uri: 'note://welcome', name: 'welcome' }],
}));
server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => {
  if (params.uri === 'note://welcome') return { contents: [{ uri: params.uri, text: 'Welcome.' }] };
  // The specification's code for a missing resource, up to 2025-11-25.
  throw Object.assign(new Error('Resource not found'), { code: -32002, data: { uri: params.uri } });
});
server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [{ name: 'greet' }] }));
server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
  if (params.name === 'greet') {
    return { messages: [{ role: 'user', content: { type: 'text', text: 'Say hello.' } }] };
  }
  throw new McpError(ErrorCode.InvalidParams, `Unknown prompt: ${params.name}`);
});

await server.connect(new StdioServerTransport());
