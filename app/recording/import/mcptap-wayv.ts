import { type JsonObject, stringAt, writtenOut } from '../../base/json-value.ts';
import { memberText } from '../../wire/json-scan.ts';
import { type Entry, markEntry } from './entry.ts';
import {
  type ForeignLine,
  type LineFormat,
  lineFrame,
  NO_PROCESS,
  NO_STDERR,
  objectLines,
  readDirection,
  strangeLine,
} from './foreign-format.ts';
import type { ImportJournal } from './import-journal.ts';

const KINDS = new Set(['request', 'response', 'notification', 'raw', 'alert']);

/** mcptap by WayV: the parts of a message under other names, cut at 4096 characters and 8 levels. */
export const mcptapWayv: LineFormat = {
  kind: 'lines',
  title: 'mcptap (WayV)',
  notes: [
    'mcptap stores the parts of a message, not the message: the frames were put together from them.',
    'mcptap cuts strings at 4096 characters and values at 8 levels, and replaces values under secret keys.',
    NO_STDERR,
    NO_PROCESS,
  ],
  recognizes: ({ objects }) =>
    objects.some(
      (line) => 'server' in line && KINDS.has(writtenOut(line.kind)) && readDirection(line.dir) !== undefined,
    ),
  start: (journal) => objectLines(journal, (value, line) => entryOf(value, line, journal)),
};

function entryOf(value: JsonObject, line: ForeignLine, journal: ImportJournal): Entry | undefined {
  const place = { epochMs: journal.timeOf(value.ts), session: stringAt(value, 'server') };
  if (value.kind === 'alert') return markEntry(`mcptap alert: ${alertText(value, line.text)}`, place);
  if (value.kind === 'raw') {
    const raw = [value.raw, value.text, value.line, value.data].find((part) => typeof part === 'string');
    return lineFrame({ line, journal }, value.dir, raw, place);
  }
  if (!KINDS.has(writtenOut(value.kind))) return strangeLine(line, journal, 'its kind is unknown');
  if (line.text.includes('[truncated '))
    journal.note('Some strings of this file were cut: "…[truncated N chars]".');
  // Responses here include their request's method, which is not on the wire.
  const parts = value.kind === 'response' ? ['id', 'result', 'error'] : ['id', 'method', 'params'];
  return lineFrame({ line, journal }, value.dir, rebuilt(line.text, parts), place);
}

function rebuilt(text: string, keys: readonly string[]): string {
  const members = keys.flatMap((key) => {
    const part = memberText(text, key);
    return part === undefined ? [] : [`${JSON.stringify(key)}:${part}`];
  });
  return `{"jsonrpc":"2.0",${members.join(',')}}`;
}

function alertText(value: JsonObject, text: string): string {
  const parts = ['tool', 'change', 'detail'].flatMap((key) => stringAt(value, key) ?? []);
  return (
    stringAt(value, 'message') ?? stringAt(value, 'text') ?? (parts.length > 0 ? parts.join(', ') : text)
  );
}
