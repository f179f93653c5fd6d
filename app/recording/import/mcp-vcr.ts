import { isJsonObject, parseBounded, stringAt } from '../../base/json-value.ts';
import { memberOf, memberText } from '../../wire/json-scan.ts';
import { type Entry, frameEntry, messageAt, sessionBody } from './entry.ts';
import {
  type DocumentFormat,
  documentItems,
  type LineFormat,
  lineFrame,
  NO_PROCESS,
  NO_STDERR,
  objectLines,
  REWRITTEN,
  readDirection,
} from './foreign-format.ts';
import type { ImportJournal } from './import-journal.ts';

/** An MCP-VCR cassette: YAML with `meta` and `messages`, times in milliseconds since the start. */
export const mcpVcr: DocumentFormat = {
  kind: 'document',
  title: 'MCP-VCR',
  notes: [
    'The file is YAML: messages were written as YAML and are shown as JSON, so number forms and escapes may differ from the wire.',
    NO_STDERR,
    NO_PROCESS,
  ],
  recognizes: ({ text }) =>
    /^meta:\s*$/m.test(text) &&
    /^\s+(?:recorded_at|session_id|schema_version):/m.test(text) &&
    !/^\s*[{[]/.test(text),
  read: (text, journal, { yamlToJson }) => {
    const read = yamlToJson?.(text);
    if (read === undefined || !read.ok) {
      journal.problem(
        0,
        `The file cannot be read as YAML: ${read === undefined ? 'no reader is at hand' : read.error}.`,
      );
      return [];
    }
    for (const problem of read.value.problems) journal.problem(0, problem);
    return entriesOf(read.value.json, journal);
  },
};

function entriesOf(json: string, journal: ImportJournal): Entry[] {
  const meta: unknown = parseBounded(memberText(json, 'meta') ?? '{}');
  const start = journal.timeOf(isJsonObject(meta) ? meta.recorded_at : undefined) ?? 0;
  const command = isJsonObject(meta) ? meta.server_command : undefined;
  const label = stringAt(meta, 'session_id') ?? 'MCP-VCR';
  const entries: Entry[] = [{ epochMs: start, body: sessionBody(label, command) }];
  const from = memberOf(json, 'messages')?.start;
  let index = 0;
  for (const { text, value } of from === undefined ? [] : documentItems(json, journal, from)) {
    index += 1;
    const direction = readDirection(value.dir);
    const raw = messageAt(text, 'payload');
    if (direction === undefined || raw === undefined) {
      journal.problem(0, `Message ${index} has no direction or no payload and was left out.`);
      continue;
    }
    const epochMs = start + (typeof value.t === 'number' ? value.t : 0);
    entries.push(frameEntry(direction, raw, { epochMs }));
  }
  return entries;
}

/** MCP-VCR's `ndjson` format: a `_type: meta` line, then `{t, dir, payload}` with t in milliseconds. */
export const mcpVcrLines: LineFormat = {
  kind: 'lines',
  title: 'MCP-VCR, lines',
  notes: [REWRITTEN, NO_STDERR, NO_PROCESS],
  recognizes: ({ objects }) =>
    objects.some((line) => line._type === 'meta' && 'recorded_at' in line) ||
    objects.some(
      (line) => typeof line.t === 'number' && 'payload' in line && readDirection(line.dir) !== undefined,
    ),
  start: (journal) => {
    let start = 0;
    return objectLines(journal, (value, line) => {
      if (value._type === 'meta') {
        start = journal.timeOf(value.recorded_at) ?? 0;
        return {
          epochMs: start,
          body: sessionBody(stringAt(value, 'session_id') ?? 'MCP-VCR', value.server_command),
        };
      }
      const epochMs = start + (typeof value.t === 'number' ? value.t : 0);
      return lineFrame({ line, journal }, value.dir, messageAt(line.text, 'payload'), { epochMs });
    });
  },
};
