import { parseJson } from '../../base/json-value.ts';
import { type Entry, frameEntry, markEntry } from './entry.ts';
import type { LineFormat } from './foreign-format.ts';

// 2026-07-24 02:03:14.089 [debug] [editor -> server] {…}
const LINE = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+) \[(trace|debug|info|warning|error)\] (.*)$/s;
const SENT = /^\[(editor -> server|server -> editor|Client Says|Server Says)\] (.*)$/s;
const STDERR = '[server stderr] ';
const STATE = 'Connection state: ';
/** A line of stdout that is not JSON, as a JSON string (VS Code's mainThreadMcp.ts). */
const UNPARSED = 'Failed to parse message: ';

/** VS Code's output log of one MCP server. Messages are in it from the log level on that shows them. */
export const vscodeLog: LineFormat = {
  kind: 'lines',
  title: 'VS Code MCP output log',
  notes: [
    'VS Code parses messages and writes them again: key order and number forms may differ from the wire.',
    'VS Code logs messages only at the log level Debug or Trace: what came before the level was set is missing.',
  ],
  recognizes: ({ lines }) =>
    lines.some((line) => {
      const entry = LINE.exec(line)?.[3] ?? '';
      return SENT.test(entry) || entry.startsWith(STDERR) || entry.startsWith(STATE);
    }),
  start: (journal) => {
    let inStderr = false;
    return ({ text }) => {
      const line = text.replace(/\r$/, '');
      const match = LINE.exec(line);
      if (match === null) return inStderr ? stderr(line) : markEntry(line);
      const entry = match[3] ?? '';
      inStderr = entry.startsWith(STDERR);
      return { ...entryOf(entry), epochMs: journal.timeOf(match[1]) };
    };
  },
};

function entryOf(entry: string): Entry {
  const sent = SENT.exec(entry);
  if (sent !== null) {
    const fromClient = sent[1] === 'editor -> server' || sent[1] === 'Client Says';
    return frameEntry(fromClient ? 'client-to-server' : 'server-to-client', sent[2] ?? '');
  }
  if (entry.startsWith(STDERR)) return stderr(entry.slice(STDERR.length));
  const unparsed = entry.startsWith(UNPARSED) ? jsonString(entry.slice(UNPARSED.length)) : undefined;
  if (unparsed !== undefined) return frameEntry('server-to-client', unparsed.replace(/\r?\n$/, ''));
  if (entry.startsWith('Starting server ') && !entry.includes(' from ')) {
    return { body: { type: 'process', event: 'spawned' } };
  }
  if (entry.startsWith(`${STATE}Error `)) return failed(entry.slice(STATE.length + 'Error '.length));
  return markEntry(entry);
}

function failed(reason: string): Entry {
  // A signal ends a process without a code: "exited with code null".
  const exit = /exited with code (-?\d+|null)/.exec(reason);
  if (exit !== null) {
    const exitCode = exit[1] === 'null' ? null : Number(exit[1]);
    return { body: { type: 'process', event: 'exited', exitCode, message: reason } };
  }
  if (/^\d{3} status |https?:\/\//.test(reason)) return markEntry(`The connection failed: ${reason}`);
  return { body: { type: 'process', event: 'spawn-failed', message: reason } };
}

function jsonString(text: string): string | undefined {
  const value = parseJson(text);
  return typeof value === 'string' ? value : undefined;
}

function stderr(text: string): Entry {
  return { body: { type: 'stderr', text } };
}
