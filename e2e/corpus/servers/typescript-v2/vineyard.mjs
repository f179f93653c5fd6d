// A vineyard in 2026-07-28. Runs with @modelcontextprotocol/server 2.4.0 and zod 4.
import { McpServer, ProtocolError } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const text = (value, more) => ({ content: [{ type: 'text', text: value }], ...more });
const plots = {
  south: () =>
    text('Riesling, 1.2 ha. 9 vines failed after the frost of April, replanted. Mildew: none found.'),
  east: () => text('{"plot":"east","diseases":[],"lastError":null,"rejectedGrapesKg":310}'),
  north: () => text('There is no plot called north.'),
  cellar: () => text('Temperature could not be read: modbus exception 2 (illegal data address)'),
  press: () => text('{"success":false,"code":"PRESS_BUSY"}'),
  lab: () => text('403 Forbidden'),
  hail: () => text('Hail alarm of 4 July was false. Denied claims: 0. Errors of the rocket: none.'),
  slope: () => {
    throw new Error('Plot slope is under water; try again when the river is below 3 m');
  },
  rows: () => text('Row 1: sprayed\nRow 2: sprayed\nRow 3: error, nozzle blocked'),
  gate: () => {
    throw new ProtocolError(-32603, 'gate controller did not answer');
  },
};

serveStdio(() => {
  const server = new McpServer({ name: 'vineyard', version: '1.1.0' });
  server.registerTool('inspect', { inputSchema: z.object({ plot: z.string() }) }, ({ plot }) => {
    console.error(`ERROR telemetry: could not report the inspection of ${plot}`);
    return plots[plot]();
  });
  server.registerTool(
    'barrels',
    {
      inputSchema: z.object({ leaking: z.boolean() }),
      outputSchema: z.object({ barrels: z.array(z.string()) }),
    },
    () => text('{"barrels":[]}', { structuredContent: { barrels: [] } }),
  );
  server.registerTool('ferment', {}, async () => {
    await new Promise((done) => setTimeout(done, 2500));
    return text('Fermentation ended late, after one stuck tank.');
  });
  server.registerResource('diary', 'vineyard://diary', {}, (uri) => ({
    contents: [{ uri: uri.href, text: '3 May: tractor failure. 4 May: no errors.' }],
  }));
  server.registerPrompt('label', { argsSchema: z.object({ wine: z.string() }) }, ({ wine }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Write a label for ${wine}` } }],
  }));
  return server;
});
