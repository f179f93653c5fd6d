// A ferry line that sends requests to its client. Runs with @modelcontextprotocol/sdk 1.32.2 and zod 3.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  CreateMessageResultSchema,
  ElicitResultSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListRootsResultSchema,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';

const says = (value, more) => ({ content: [{ type: 'text', text: value }], ...more });
const server = new Server(
  { name: 'ferry-line', version: '7.2.0' },
  { capabilities: { tools: {}, prompts: {}, logging: {} } },
);
const names = ['captain', 'model', 'roots', 'crossing', 'manifest', 'cargo', 'fog', 'busy', 'tickets'];

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: names.map((name) => ({
    name,
    inputSchema: { type: 'object', properties: { cars: { type: 'integer' } } },
    ...(name === 'tickets' ? { execution: { taskSupport: 'required' } } : {}),
  })),
}));
const ask = {
  captain: {
    method: 'elicitation/create',
    params: {
      message: 'Sail in this wind?',
      requestedSchema: { type: 'object', properties: { sail: { type: 'boolean' } } },
    },
    schema: ElicitResultSchema,
  },
  model: {
    method: 'sampling/createMessage',
    params: { messages: [{ role: 'user', content: { type: 'text', text: 'Name a ferry' } }], maxTokens: 8 },
    schema: CreateMessageResultSchema,
  },
  roots: { method: 'roots/list', schema: ListRootsResultSchema },
};
server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
  const { name } = params;
  if (ask[name] !== undefined) {
    const { schema, ...request } = ask[name];
    const answer = await extra.sendRequest(request, schema).catch((error) => error);
    return answer instanceof Error
      ? says(`The crossing was not decided: ${answer.message}`, { isError: true })
      : says(`answered: ${JSON.stringify(answer)}`);
  }
  if (name === 'crossing') {
    const token = params._meta?.progressToken;
    for (const progress of [1, 2]) {
      await new Promise((done) => setTimeout(done, 200));
      if (token !== undefined)
        await extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken: token, progress, total: 2 },
        });
    }
    await server.sendLoggingMessage({ level: 'error', data: 'engine 2 failed and was restarted' });
    return says('crossed in 0.4 s');
  }
  if (name === 'manifest') return { contents: 'no content member' };
  if (name === 'cargo') return { content: 'boxes' };
  if (name === 'fog') throw new McpError(-32001, 'Not found: a gap in the fog');
  if (name === 'busy') return says('Too many requests, please retry after 30 seconds');
  if (name === 'tickets')
    throw new McpError(-32601, "Tool tickets requires task augmentation (taskSupport: 'required')");
  throw new McpError(-32602, `Unknown tool: ${name}`);
});
server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [{ name: 'timetable' }] }));
server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
  if (params.name === 'timetable') return { messages: [{ role: 'user', content: 'at eight' }] };
  throw new McpError(-32602, `Unknown prompt: ${params.name}`);
});
await server.connect(new StdioServerTransport());
