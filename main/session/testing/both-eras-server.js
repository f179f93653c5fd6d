// A server of @modelcontextprotocol/server 2.x for tests. With the argument `reject` it refuses the `initialize` era.
import { acceptedContent, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const legacy = process.argv[2] === 'reject' ? 'reject' : 'serve';
const name = z.object({ name: z.string() });

/** @param {string} text */
function said(text) {
  return { content: [{ type: /** @type {const} */ ('text'), text }] };
}

serveStdio(
  () => {
    const server = new McpServer(
      { name: 'both-eras', version: '1.2.3' },
      { capabilities: { tools: { listChanged: true }, resources: { subscribe: true } } },
    );
    server.registerTool('greet', { inputSchema: name }, async (args) => said(`hello ${args.name}`));
    server.registerTool('ask-name', {}, async (ctx) => {
      const given = acceptedContent(ctx.mcpReq.inputResponses, 'who', name);
      if (given !== undefined) return said(`hello ${given.name}`);
      const who = inputRequired.elicit({ message: 'Who are you?', requestedSchema: name });
      return inputRequired({ inputRequests: { who }, requestState: 'as it was' });
    });
    server.registerTool('ask-roots', {}, async (ctx) => {
      const given = ctx.mcpReq.inputResponses?.roots;
      if (given !== undefined) return said(JSON.stringify(given));
      return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
    });
    server.registerTool('grow', {}, async () => {
      server.registerTool(`grown-${Math.random()}`, {}, async () => said('new'));
      return said('grown');
    });
    server.registerTool('touch', { inputSchema: z.object({ uri: z.string() }) }, async ({ uri }) => {
      await server.server.sendResourceUpdated({ uri });
      return said('touched');
    });
    server.registerTool('counted', { outputSchema: z.object({ count: z.number() }) }, async () => ({
      ...said('2'),
      structuredContent: { count: 2 },
    }));
    server.registerResource('note', 'note://one', {}, async (uri) => ({
      contents: [{ uri: uri.href, text: 'a note' }],
    }));
    return server;
  },
  { legacy },
);
