// A server of @modelcontextprotocol/server 2.x (2026-07-28) whose tool needs two answers before it completes.
import { acceptedContent, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const day = z.object({ day: z.iso.date(), seats: z.number().int().min(1).default(2) });

serveStdio(
  () => {
    const server = new McpServer({ name: 'rounds', version: '1.0.0' }, { capabilities: { tools: {} } });
    server.registerTool('book', { inputSchema: z.object({ to: z.string() }) }, async ({ to }, ctx) => {
      const { inputResponses } = ctx.mcpReq;
      const when = acceptedContent(inputResponses, 'when', day);
      if (when === undefined) {
        return inputRequired({
          inputRequests: {
            when: inputRequired.elicit({ message: `When to ${to}?`, requestedSchema: day }),
            folders: inputRequired.listRoots(),
          },
          requestState: 'round-1',
        });
      }
      const text = `${to} on ${when.day} for ${when.seats}: ${JSON.stringify(inputResponses?.folders)}`;
      return { content: [{ type: 'text', text }] };
    });
    return server;
  },
  { legacy: 'reject' },
);
