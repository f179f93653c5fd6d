// A locksmith. Runs with @modelcontextprotocol/sdk 1.8.0 and zod 3, from a folder that has them.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'locksmith', version: '0.2.0' });
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const doors = {
  front: 'Door front: locked. 3 wrong codes today, access denied to key 7, tamper alarm: none.',
  back: '',
  garage: '[]',
  safe: '{"state":"locked","fault":false,"errorCount":3,"exceptions":"holidays","failsafe":"open"}',
  gate: '12 doors tested: 11 passed, 1 failed (attic: bolt jams). The report was sent to the owner.',
  attic: 'Cannot check attic: its sensor does not answer.',
};
server.tool('check', { door: z.string() }, ({ door }) => {
  console.error(`[ERROR] battery of the sensor at ${door} is below 10 %`);
  return text(doors[door]);
});
server.tool('keys', {}, () => text('No keys are missing.'));
server.tool('cut', { seconds: z.number() }, async ({ seconds }) => {
  await new Promise((done) => setTimeout(done, seconds * 1000));
  return text('Key cut at the second attempt.');
});
process.stdin.on('end', () => process.exit(1));
await server.connect(new StdioServerTransport());
