// A garden shop that serves both eras. Runs with @modelcontextprotocol/server 2.4.0 and zod 4.
import { inputRequired, McpServer, ProtocolError } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const text = (value, more) => ({ content: [{ type: 'text', text: value }], ...more });
const ways = {
  roses: () => text('Roses, 14 left. No order failed today.'),
  none: () => text('{"orders":[],"errors":null}'),
  refused: () => text('{"ok":false,"reason":"The delivery area is closed."}'),
  page: () =>
    text('<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>'),
  lost: () => text('Order 77 could not be found.'),
  list: () => text('[{"plant":"oak","error":"sold out"},{"plant":"elm","error":"sold out"}]'),
  some: () => text('Ordered 2 of 3 plants. Error ordering elm: sold out.'),
  thrown: () => {
    throw new Error('The till is locked; ask a colleague to open it.');
  },
  coded: () => {
    throw new ProtocolError(-32603, 'The till lost its drawer');
  },
  vague: () => text('Something went wrong.', { isError: true }),
};

function shop() {
  const server = new McpServer({ name: 'garden-shop', version: '2.1.0' });
  server.registerTool('order', { inputSchema: z.object({ what: z.string().max(12) }) }, ({ what }) =>
    (ways[what] ?? (() => text(`${what}: ordered`)))(),
  );
  server.registerTool('count', { outputSchema: z.object({ pots: z.number() }) }, () => ({
    ...text('seven'),
    structuredContent: { pots: 'seven' },
  }));
  server.registerTool('water', {}, async () => {
    await new Promise((done) => setTimeout(done, 2000));
    return text('watered');
  });
  server.registerTool('advise', { inputSchema: z.object({ plant: z.string() }) }, ({ plant }) =>
    inputRequired({
      inputRequests: {
        soil: inputRequired.elicit({
          message: `Which soil for ${plant}?`,
          requestedSchema: z.object({ soil: z.string() }),
        }),
      },
      requestState: 'advice-1',
    }),
  );
  server.registerResource('opening', 'garden://opening', {}, (uri) => ({
    contents: [{ uri: uri.href, text: 'Nine to five' }],
  }));
  server.registerResource('shed', 'garden://shed', {}, () => {
    throw new Error('the shed key is missing');
  });
  server.registerPrompt('bed', { argsSchema: z.object({ season: z.string() }) }, ({ season }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Plan a bed for ${season}` } }],
  }));
  return server;
}

serveStdio(shop);
