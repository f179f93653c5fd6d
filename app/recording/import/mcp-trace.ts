import { isJsonObject, type JsonObject, numberOf, stringAt, writtenOut } from '../../base/json-value.ts';
import { memberText } from '../../wire/json-scan.ts';
import { lineByteLength } from '../../wire/line-text.ts';
import { type Entry, markEntry, messageAt } from './entry.ts';
import {
  type ForeignLine,
  type LineFormat,
  NO_PROCESS,
  NO_STDERR,
  objectLines,
  readDirection,
  strangeLine,
} from './foreign-format.ts';
import type { ImportJournal } from './import-journal.ts';

const BARE =
  'mcp-trace recorded these messages without their bodies (--record-bodies keeps them): they are shown as marks.';

/** mcp-trace, schema version 2: one stdio message per line, with its body only on request. */
export const mcpTrace: LineFormat = {
  kind: 'lines',
  title: 'mcp-trace',
  notes: ['mcp-trace parses messages and replaces secrets before it writes them.', NO_STDERR, NO_PROCESS],
  recognizes: ({ objects }) =>
    objects.some(
      (line) =>
        (line.schemaVersion === 2 && 'observedAt' in line && isJsonObject(line.metadata)) ||
        (line.schemaVersion === 1 && 'upstream' in line),
    ),
  start: (journal) =>
    objectLines(journal, (value, line) => {
      if (value.schemaVersion === 1) {
        return strangeLine(line, journal, 'it is an HTTP exchange of schema version 1, which is not read');
      }
      if (value.schemaVersion !== 2) return strangeLine(line, journal, 'its schema version is unknown');
      return entryOf(value, line, journal);
    }),
};

function entryOf(value: JsonObject, line: ForeignLine, journal: ImportJournal): Entry | undefined {
  const direction = readDirection(value.direction);
  if (direction === undefined) return strangeLine(line, journal, 'its direction is unknown');
  const place = { epochMs: journal.timeOf(value.observedAt) };
  if (!isJsonObject(value.body)) {
    journal.note(BARE);
    return markEntry(bareLabel(direction, value), place);
  }
  const { body } = value;
  const bodyText = memberText(line.text, 'body') ?? '';
  if (body.format === 'base64' && typeof body.value === 'string') {
    return { ...place, body: { type: 'frame', direction, rawBase64: body.value } };
  }
  const raw = stringAt(body, 'value') ?? messageAt(bodyText, 'value') ?? '';
  const missing = body.truncated === true ? numberOf(body.bytes) - lineByteLength({ raw }) : 0;
  const truncated = missing > 0 && Number.isSafeInteger(missing) ? { truncatedBytes: missing } : {};
  return { ...place, body: { type: 'frame', direction, raw, ...truncated } };
}

function bareLabel(direction: string, value: JsonObject): string {
  const metadata = isJsonObject(value.metadata) ? value.metadata : {};
  const answer = metadata.isError === true || value.isError === true ? 'error response' : metadata.kind;
  const id = metadata.id === undefined ? '' : `, id ${JSON.stringify(metadata.id)}`;
  const method = writtenOut(metadata.method ?? 'unknown');
  return `${writtenOut(answer)}, ${direction.replaceAll('-', ' ')}: ${method}${id}, ${writtenOut(value.bytes)} bytes, text not recorded`;
}
