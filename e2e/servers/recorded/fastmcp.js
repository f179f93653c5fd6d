// @ts-nocheck fastmcp is installed only to record it
import { FastMCP, UserError } from 'fastmcp';
import { z } from 'zod';

const server = new FastMCP({ name: 'notes', version: '1.0.0' });

server.addTool({
  name: 'add',
  description: 'Adds two numbers.',
  parameters: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => String(a + b),
});
server.addTool({
  name: 'fail',
  description: 'Always fails.',
  execute: async () => {
    throw new Error('The disk is full');
  },
});
server.addTool({
  name: 'full_disk',
  description: 'Fails with words for its user.',
  execute: async () => {
    throw new UserError('The disk is full. Remove old notes with prune, then try again.');
  },
});
server.addTool({
  name: 'wait',
  description: 'Answers after three seconds.',
  execute: async () => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    return 'waited';
  },
});
server.addTool({
  name: 'hang',
  description: 'Takes longer than it may.',
  timeoutMs: 200,
  execute: async () => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    return 'late';
  },
});
server.addTool({
  name: 'crash',
  description: 'Ends the process.',
  execute: async () => {
    console.error('fatal: the store is corrupt');
    process.exit(3);
  },
});
server.addResource({
  uri: 'note://welcome',
  name: 'welcome',
  mimeType: 'text/plain',
  load: async () => ({ text: 'Welcome.' }),
});
server.addPrompt({
  name: 'greet',
  description: 'Greets somebody.',
  arguments: [{ name: 'name', description: 'Who is greeted.', required: true }],
  load: async ({ name }) => `Greet ${name}.`,
});

await server.start({ transportType: 'stdio' });
