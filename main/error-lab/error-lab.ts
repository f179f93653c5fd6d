import process from 'node:process';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { realProcess, streamWire } from './lab-process.ts';
import { startLab } from './lab-server.ts';

// The entry of the bundled stdio server. Only stdin keeps it alive: when stdin ends, it exits with code 0.

process.stdout.on('error', endQuietly);
process.stderr.on('error', endQuietly);
const wire = streamWire(process.stdout, process.stderr);
const server = await startLab(new StdioServerTransport(), wire, realProcess);
// The SDK's transport does not notice the end of stdin; calls in flight must.
process.stdin.once('end', () => void server.close());

/** Nobody reads any more: the client is gone. */
function endQuietly(): void {
  process.exit(0);
}
