import process from 'node:process';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { realProcess } from './lab-process.ts';
import { startLab } from './lab-server.ts';
import { streamWire } from './lab-wire.ts';

// The entry of the bundled stdio server. Only stdin keeps it alive: when stdin ends, it exits with code 0.

process.stdout.on('error', endQuietly);
process.stderr.on('error', endQuietly);
await startLab(new StdioServerTransport(), streamWire(process.stdout, process.stderr), realProcess);

/** Nobody reads any more: the client is gone. */
function endQuietly(): void {
  process.exit(0);
}
