import { stringAt } from '../../base/json-value.ts';
import { byTime, documentItems } from './document-array.ts';
import { entryTime } from './entry-time.ts';
import { type DocumentFormat, NO_PROCESS } from './foreign-format.ts';

/** MCP Inspector 2.x, console export: `{timestamp, message}`, stderr and nothing else. */
export const inspectorConsole: DocumentFormat = {
  kind: 'document',
  title: 'MCP Inspector, console export',
  notes: ['The console export holds stderr only: open the protocol export for the messages.', NO_PROCESS],
  recognises: ({ document }) =>
    document?.kind === 'array' &&
    document.members.size === 2 &&
    document.members.has('timestamp') &&
    (document.members.get('message') ?? '').startsWith('"'),
  read: (text, journal) =>
    byTime(
      documentItems(text, journal).map(({ value }) => ({
        epochMs: entryTime(value.timestamp, journal),
        body: { type: 'stderr', text: (stringAt(value, 'message') ?? '').replace(/\r?\n$/, '') },
      })),
    ),
};
