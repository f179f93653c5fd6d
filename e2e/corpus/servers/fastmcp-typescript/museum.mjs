// A museum. Runs with fastmcp 4.20.16 (TypeScript) and zod 4.
import { FastMCP, UserError } from 'fastmcp';
import { z } from 'zod';

const server = new FastMCP({ name: 'town-museum', version: '0.9.1' });
server.addTool({
  name: 'find_piece',
  description: 'Finds a piece of the collection.',
  parameters: z.object({ title: z.string(), room: z.enum(['east', 'west']).optional() }),
  execute: async ({ title }) => {
    if (title === 'Mona') throw new UserError('The piece is on loan. Ask for another title of the list.');
    if (title === 'crash') return null.title;
    if (title === 'http') return 'Request failed with status code 500';
    if (title === 'login') return 'Please log in first: your session has expired.';
    if (title === 'word')
      return 'The Fall of Icarus: he failed to keep away from the sun. Error and exception are its theme.';
    return JSON.stringify({ hits: [], total: 0 });
  },
});
server.addTool({
  name: 'measure',
  description: 'Measures a room.',
  parameters: z.object({}),
  outputSchema: z.object({ width: z.number() }),
  execute: async () => ({ content: [{ type: 'text', text: 'wide' }], structuredContent: { width: 'wide' } }),
});
server.addTool({
  name: 'guard',
  description: 'Makes a round.',
  execute: async () => {
    await new Promise((done) => setTimeout(done, 1500));
    return 'all quiet';
  },
});
server.addTool({
  name: 'alarm',
  description: 'Ends the day.',
  execute: async () => {
    setTimeout(() => {
      throw new Error('alarm system short circuit');
    }, 50);
    await new Promise((done) => setTimeout(done, 1500));
    return 'closed';
  },
});
await server.start({ transportType: 'stdio' });
