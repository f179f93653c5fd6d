// A weather desk. Runs with @modelcontextprotocol/sdk 1.8.0 and zod 3, from a folder that has both.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

const server = new McpServer({ name: 'weather-desk', version: '1.0.2' });
const text = (value, more) => ({ content: [{ type: 'text', text: value }], ...more });
const ways = {
  sunny: () => text('Sunny. No warnings, no failures of the radar.'),
  empty: () => text('[]'),
  table: () => text('{"errors":[],"stations":3,"failed":0}'),
  quota: () => text('You have exceeded your request quota for today. Upgrade your plan.'),
  unauthorized: () => text('401 Unauthorized: invalid API key'),
  nested: () => text('{"status":"error","code":"STATION_OFFLINE","message":"station 12 does not answer"}'),
  thrown: () => {
    throw new Error('connect ECONNREFUSED 10.0.0.7:443');
  },
  coded: () => {
    throw new McpError(-32050, 'The radar is calibrating');
  },
  generic: () => text('An error occurred', { isError: true }),
  silent: () => text('', { isError: true }),
  category: () =>
    text('ERROR:UPSTREAM — the satellite feed is late, try again in 10 minutes', { isError: true }),
};
server.tool('forecast', { place: z.string(), days: z.number().int().max(7).optional() }, ({ place }) =>
  (ways[place] ?? (() => text(`${place}: rain`)))(),
);
server.tool('radar', async () => {
  await new Promise((done) => setTimeout(done, 1800));
  return text('radar picture 14');
});
server.resource('bulletin', 'weather://bulletin', (uri) => ({
  contents: [{ uri: uri.href, text: 'Gale warning' }],
}));
server.prompt('brief', { place: z.string() }, ({ place }) => ({
  messages: [{ role: 'user', content: { type: 'text', text: `Brief me on ${place}` } }],
}));
process.on('exit', () => console.error('ERROR level log: desk closed (this is only chatter)'));

await server.connect(new StdioServerTransport());
process.stdin.on('close', () => process.exit(1));
