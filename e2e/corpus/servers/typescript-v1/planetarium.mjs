// A planetarium. Runs with @modelcontextprotocol/sdk 1.32.2 and zod 3, from a folder that has them.
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'planetarium', version: '3.3.0' });
const text = (value, more) => ({ content: [{ type: 'text', text: value }], ...more });
const objects = {
  hubble:
    'Hubble, 1990. Spherical aberration: an error of the mirror of 2.2 µm, corrected in 1993. Gyroscope 3 failed in 2024.',
  beagle: 'Beagle 2: mission failed. Contact lost on 25 December 2003; found again on pictures of 2015.',
  vulcan: 'No object of that name is known. Did you mean "Vulpecula"?',
  comet:
    '{"name":"C/2025 K1","elements":null,"notFoundIn":["MPC","JPL"],"foundIn":["COBS"],"residualError":0.42}',
  ceres: '{"status":"error","detail":"ephemeris service: certificate has expired"}',
  eris: 'Request failed: getaddrinfo ENOTFOUND horizons.example',
  sedna: '{"data":null,"message":"quota exceeded, nothing was computed"}',
};

server.registerTool('look_up', { inputSchema: { name: z.string().min(3) } }, ({ name }) => {
  if (name === 'nibiru')
    return text('Nibiru does not exist; look_up knows hubble, beagle, comet.', { isError: true });
  if (name === 'moon') throw new TypeError("Cannot read properties of undefined (reading 'phase')");
  console.error(`ERROR cache miss for ${name}, falling back to the catalogue`);
  return text(objects[name]);
});
server.registerTool(
  'seats',
  {
    inputSchema: { show: z.enum(['noon', 'evening', 'broken']) },
    outputSchema: { free: z.number(), refused: z.number(), lastError: z.string().nullable() },
  },
  ({ show }) => {
    if (show === 'broken') return text('counting');
    const seats = { free: show === 'noon' ? 0 : 31, refused: 4, lastError: null };
    return text(JSON.stringify(seats), { structuredContent: seats });
  },
);
server.registerTool('project', { inputSchema: { slides: z.array(z.string()) } }, ({ slides }) => {
  if (slides.length === 0) return text('No slides.');
  if (slides.includes('nebula')) return text(`Projected 1 of 2 slides. Failed:\n- nebula: file is corrupt`);
  return text(`${slides.length} slides projected, 0 failed.`);
});
server.registerTool('rotate', { inputSchema: { seconds: z.number() } }, async ({ seconds }) => {
  await new Promise((done) => setTimeout(done, seconds * 1000));
  return text('The dome points north. It was stuck for a moment.');
});
server.registerResource('log', 'dome://log', {}, (uri) => ({
  contents: [{ uri: uri.href, text: '[error] motor 2 overheated\n[info] motor 2 cooled down' }],
}));
server.registerResource(
  'show',
  new ResourceTemplate('dome://shows/{day}', { list: undefined }),
  {},
  (_uri, { day }) => {
    if (day === 'monday') throw new Error('The house is closed on Monday');
    return { contents: [] };
  },
);
server.registerPrompt('narrate', { argsSchema: { sky: z.string() } }, ({ sky }) => ({
  messages: [
    {
      role: 'user',
      content: { type: 'text', text: `Tell the story of ${sky}, and of how it was not found at first.` },
    },
  ],
}));
process.stdin.on('end', () => {
  console.error('FATAL projector lamp still on');
  process.exit(1);
});
await server.connect(new StdioServerTransport());
