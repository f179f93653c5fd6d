import type { Entry } from './entry.ts';
import { frameEntry, markEntry } from './entry.ts';
import { entryTime } from './entry-time.ts';
import type { LineFormat } from './foreign-format.ts';

// 2025-09-30T01:18:25.032Z [name] [info] Message from client: {…} { metadata: undefined }
const LINE = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)\s+(?:\[([^\]]*)\]\s+)?\[(info|error|warn|warning|debug)\]\s?(.*)$/s;
const MESSAGE = /^Message from (client|server): (.*)$/s;
const CUT = /\.\.\.\[\d+ chars truncated\]\.\.\./;

/** Claude Desktop's log of one server (`mcp-server-NAME.log`): messages, its own words, and bare stderr lines. */
export const claudeDesktopLog: LineFormat = {
  kind: 'lines',
  title: 'Claude Desktop log',
  notes: [
    'Claude Desktop parses messages and writes them again: key order and number forms may differ from the wire.',
    'Lines of the server without a time are stderr: they are shown at the time of the line above.',
    'Claude Desktop does not log exit codes, nor lines of the server’s stdout that are not JSON.',
  ],
  recognises: ({ lines }) =>
    lines.some((line) => {
      const said = LINE.exec(line)?.[4];
      return said !== undefined && (MESSAGE.test(said) || /^(Initializing server|Server started)/.test(said));
    }),
  begin:
    (journal) =>
    ({ text }) => {
      const line = text.replace(/\r$/, '');
      const match = LINE.exec(line);
      if (match === null) return { body: { type: 'stderr', text: line } };
      const epochMs = entryTime(match[1], journal);
      const said = (match[4] ?? '').replace(/ \{ metadata: .* \}(?: %o)?$/s, '');
      const message = MESSAGE.exec(said);
      if (message === null) return { ...own(said), epochMs };
      const raw = message[2] ?? '';
      if (CUT.test(raw)) {
        journal.note(
          'Claude Desktop cut the middle out of long messages ("...[N chars truncated]..."): these are marks.',
        );
        return markEntry(`A message from the ${message[1]}, cut by Claude Desktop: ${raw}`, { epochMs });
      }
      return frameEntry(message[1] === 'client' ? 'client-to-server' : 'server-to-client', raw, { epochMs });
    },
};

/** What Claude Desktop itself says of the server. */
function own(said: string): Entry {
  if (said.startsWith('Initializing server')) return { body: { type: 'process', event: 'spawned' } };
  if (/transport closed unexpectedly/i.test(said)) {
    return { body: { type: 'process', event: 'exited', exitCode: null, message: said } };
  }
  if (/^(?:spawn \S+ E[A-Z]+|Failed to (?:spawn|start))/i.test(said)) {
    return { body: { type: 'process', event: 'spawn-failed', message: said } };
  }
  return markEntry(said);
}
