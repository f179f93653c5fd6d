// A server of @modelcontextprotocol/server 2.x whose notes and tools change while a client listens.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/** @param {string} text */
const said = (text) => ({ content: [{ type: /** @type {const} */ ('text'), text }] });

serveStdio(
  () => {
    const server = new McpServer(
      { name: 'notebook', version: '1.0.0' },
      { capabilities: { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true } } },
    );
    const note = (/** @type {string} */ name) =>
      server.registerResource(name, `note://${name}`, {}, (uri) => ({
        contents: [{ uri: uri.href, text: `the note ${name}` }],
      }));
    note('one');
    server.registerTool('edit', { description: 'Changes the first note.' }, async () => {
      await server.server.sendResourceUpdated({ uri: 'note://one' });
      return said('edited');
    });
    server.registerTool('add', { description: 'Adds a note.' }, () => {
      note('two');
      return said('added');
    });
    return server;
  },
  { legacy: 'reject' },
);
