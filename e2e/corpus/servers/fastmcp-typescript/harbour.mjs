// A harbour office. Runs with fastmcp 4.20.16 (TypeScript) and zod 4.
import { FastMCP, UserError } from 'fastmcp';
import { z } from 'zod';

const server = new FastMCP({ name: 'harbour-office', version: '1.4.0' });
const ways = {
  calm: () => 'Calm sea. The error of the tide gauge is below 2 cm.',
  soft: () => '{"success": false, "error": "No berth is free before noon"}',
  fetch: () => 'Error fetching tide table: timeout of 5000ms exceeded',
  mixed: () => 'Moored 3 ships. Failed: 1 (Aurora: draught too deep)',
  user: () => {
    throw new UserError('Berth 9 is closed, choose one from 1 to 8.');
  },
  thrown: () => {
    throw new Error('crane 4 lost power');
  },
  byHand: () => ({ content: [{ type: 'text', text: 'not moored' }], isError: true }),
};
server.addTool({
  name: 'moor',
  description: 'Moors a ship.',
  parameters: z.object({ ship: z.string(), berth: z.number().int().min(1).max(8).optional() }),
  execute: async ({ ship }) => (ways[ship] ?? (() => `${ship} is moored`))(),
});
server.addTool({
  name: 'tow',
  description: 'Tows a ship, slowly.',
  timeoutMs: 800,
  execute: async () => {
    await new Promise((done) => setTimeout(done, 2500));
    return 'towed';
  },
});
server.addTool({
  name: 'log',
  description: 'Writes the harbour log.',
  execute: async (_args, { log }) => {
    log.error('fog bank, visibility failed below 100 m');
    console.log('harbour log written');
    return 'ok';
  },
});
server.addResource({
  uri: 'harbour://tides',
  name: 'tides',
  mimeType: 'text/plain',
  load: async () => ({ text: 'high at 4' }),
});
server.addResource({
  uri: 'harbour://radar',
  name: 'radar',
  load: async () => {
    throw new Error('radar mast down');
  },
});
server.addPrompt({
  name: 'greet',
  description: 'Greets a crew.',
  arguments: [{ name: 'ship', required: true }],
  load: async ({ ship }) => `Greet the crew of ${ship}`,
});
await server.start({ transportType: 'stdio' });
