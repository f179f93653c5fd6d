import process from 'node:process';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ownStdin } from '../../system/own-stdin.ts';
import { PacedOutput } from '../../system/paced-output.ts';
import { realProcess, streamWire } from './lab-process.ts';
import { startLab } from './lab-server.ts';

// The entry of the bundled stdio server. Only stdin keeps it alive: when stdin ends, it exits with code 0.

process.stdout.on('error', endQuietly);
process.stderr.on('error', endQuietly);
const stdin = ownStdin();
const stdout = new PacedOutput(process.stdout);
const wire = streamWire(stdout, process.stderr);
const server = await startLab(new StdioServerTransport(stdin, stdout), wire, realProcess);
/** Resolves when stdin has ended. The SDK's transport does not notice the end, but calls in flight must. */
export const ended = new Promise((resolve) => stdin.once('end', resolve)).then(() => server.close());

/** The client is gone, so nobody reads the output. */
function endQuietly(): void {
  process.exit(0);
}
