// @ts-nocheck mcp-ts-core is installed only to record it
import { createApp, prompt, resource, tool, z } from '@cyanheads/mcp-ts-core';
import { JsonRpcErrorCode, McpError, notFound } from '@cyanheads/mcp-ts-core/errors';

const text = z.object({ text: z.string().describe('The answer') });
const shown = ({ text }) => [{ type: 'text', text }];

const add = tool('add', {
  description: 'Adds two numbers.',
  input: z.object({ a: z.number().describe('The first'), b: z.number().describe('The second') }),
  output: z.object({ total: z.number().describe('The sum') }),
  handler: async ({ a, b }) => ({ total: a + b }),
  format: ({ total }) => [{ type: 'text', text: String(total) }],
});
const fail = tool('fail', {
  description: 'Always fails.',
  input: z.object({}),
  output: text,
  format: shown,
  handler: async () => {
    throw new Error('The disk is full');
  },
});
const full = tool('full_disk', {
  description: 'Fails as its contract says.',
  input: z.object({}),
  output: text,
  format: shown,
  errors: [
    {
      reason: 'disk_full',
      code: JsonRpcErrorCode.ServiceUnavailable,
      when: 'The store has no room left.',
      retryable: true,
      recovery: 'Remove old notes with prune, then try again.',
    },
  ],
  handler: async (_input, ctx) => {
    throw ctx.fail('disk_full', 'The disk is full', { ...ctx.recoveryFor('disk_full') });
  },
});
const conflict = tool('conflict', {
  description: 'Fails with a code and nothing else.',
  input: z.object({}),
  output: text,
  format: shown,
  handler: async () => {
    throw new McpError(JsonRpcErrorCode.Conflict, 'The note was changed by somebody else');
  },
});
const upstream = tool('upstream', {
  description: 'Fails with a plain error whose words say more.',
  input: z.object({}),
  output: text,
  format: shown,
  handler: async () => {
    throw new Error('The request to the store timed out');
  },
});
const wait = tool('wait', {
  description: 'Answers after three seconds.',
  input: z.object({}),
  output: text,
  format: shown,
  handler: async () => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    return { text: 'waited' };
  },
});
const note = resource('note://{id}', {
  description: 'One note.',
  params: z.object({ id: z.string().describe('Its name') }),
  handler: async ({ id }) => {
    if (id === 'welcome') return { text: 'Welcome.' };
    throw notFound(`Note ${id} not found`, { id });
  },
});
const greet = prompt('greet', {
  description: 'Greets somebody.',
  args: z.object({ name: z.string().describe('Who is greeted') }),
  generate: ({ name }) => [{ role: 'user', content: { type: 'text', text: `Greet ${name}.` } }],
});

await createApp({
  name: 'notes',
  version: '1.0.0',
  tools: [add, fail, full, conflict, upstream, wait],
  resources: [note],
  prompts: [greet],
});
