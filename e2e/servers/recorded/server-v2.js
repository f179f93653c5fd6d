// McpServer of the TypeScript SDK 2; one factory serves both eras, and the client's first message decides.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

function notes() {
  const server = new McpServer({ name: 'notes', version: '2.0.0' });
  server.registerTool(
    'add',
    { description: 'Adds two numbers.', inputSchema: z.object({ a: z.number(), b: z.number() }) },
    ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }),
  );
  server.registerTool('fail', { description: 'Always fails.' }, () => {
    throw new Error('The disk is full');
  });
  server.registerTool(
    'count',
    { description: 'Breaks its own output schema.', outputSchema: z.object({ total: z.number() }) },
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
    { description: 'Greets somebody.', argsSchema: z.object({ name: z.string() }) },
    ({ name }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}.` } }] }),
  );
  return server;
}

serveStdio(notes);
