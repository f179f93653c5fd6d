import { type JsonObject, stringAt } from '../../base/json-value.ts';
import { emptyProblem, HostLogReader, toSeeMessages } from '../host-log/host-log-format.ts';
import { CLAUDE_CODE } from '../host-log/host-logs.ts';
import type { Entry } from './entry.ts';
import {
  type DocumentFormat,
  documentItems,
  type LineFormat,
  objectLines,
  strangeLine,
} from './foreign-format.ts';

const TITLE = 'Claude Code MCP log';
const NOTES = [
  'Claude Code logs what it did with a server, and no messages: calls are put together from what it says of them.',
  'The name of the server is the name of the folder that holds the file.',
  'Lines of stderr stand in the file as Claude Code read them, often several at once.',
  'Claude Code does not log exit codes, nor lines of the server’s stdout that are not JSON.',
  toSeeMessages(CLAUDE_CODE.host),
];
const ABOUT = {
  title: TITLE,
  notes: NOTES,
  emptyProblem: emptyProblem({ title: TITLE, host: CLAUDE_CODE.host }),
};

/** Claude Code's log of one server, `mcp-logs-<server>/<time>.jsonl`: its actions and stderr, without messages. */
export const claudeCodeLog: LineFormat = {
  kind: 'lines',
  ...ABOUT,
  recognizes: ({ objects }) => objects.length > 0 && objects.every(isEntry),
  start: (journal) => {
    const reader = new HostLogReader(CLAUDE_CODE, journal);
    return objectLines(journal, (value, line) => {
      const entries = entriesOf(value, reader);
      return entries ?? strangeLine(line, journal, 'it has neither "debug" nor "error"');
    });
  },
};

/** The same log before 2.0: one JSON array, `<time>.txt`. */
export const claudeCodeArrayLog: DocumentFormat = {
  kind: 'document',
  ...ABOUT,
  recognizes: ({ document }) =>
    document?.kind === 'array' &&
    document.members.has('timestamp') &&
    (document.members.has('debug') || document.members.has('error')) &&
    [...document.members.keys()].every((name) => MEMBERS.has(name)),
  read: (text, journal) => {
    const reader = new HostLogReader(CLAUDE_CODE, journal);
    return documentItems(text, journal).flatMap(({ value }) => entriesOf(value, reader) ?? []);
  },
};

const MEMBERS = new Set(['debug', 'error', 'timestamp', 'sessionId', 'cwd']);

function isEntry(value: JsonObject): boolean {
  return entryText(value) !== undefined && Object.keys(value).every((name) => MEMBERS.has(name));
}

function entryText(value: JsonObject): string | undefined {
  return stringAt(value, 'debug') ?? stringAt(value, 'error');
}

function entriesOf(value: JsonObject, reader: HostLogReader): Entry[] | undefined {
  const text = entryText(value);
  return text === undefined
    ? undefined
    : reader.line({ text, time: stringAt(value, 'timestamp'), server: undefined });
}
