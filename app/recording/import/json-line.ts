import { parseBounded } from '../../base/json-depth.ts';
import { isJsonObject, type JsonObject } from '../../base/json-value.ts';
import { errorMessage } from '../../base/result.ts';
import type { Direction } from '../../frame/record.ts';
import type { Entry } from './entry.ts';
import type { ForeignLine } from './foreign-format.ts';
import type { ImportJournal } from './import-journal.ts';

const CUT_OFF = 'The file ends in the middle of this line: it was cut off here, and this entry is lost.';

/** Reads lines that hold a JSON object each; a line that holds none becomes a problem. */
export function objectLines(
  journal: ImportJournal,
  read: (value: JsonObject, line: ForeignLine) => Entry | undefined,
): (line: ForeignLine) => Entry | undefined {
  return (line) => {
    const value = jsonLine(line, journal);
    return value === undefined ? undefined : read(value, line);
  };
}

function jsonLine(line: ForeignLine, journal: ImportJournal): JsonObject | undefined {
  let value: unknown;
  try {
    value = parseBounded(line.text);
  } catch (error) {
    const reason = errorMessage(error);
    const message = `This line is not JSON and was left out: ${reason}.`;
    journal.problem(line.line, line.whole ? message : CUT_OFF);
    return undefined;
  }
  if (isJsonObject(value)) return value;
  journal.problem(line.line, 'This line is not a JSON object and was left out.');
  return undefined;
}

/** Reports a line that is JSON but no entry of its format. */
export function strangeLine(line: ForeignLine, journal: ImportJournal, what: string): undefined {
  journal.problem(line.line, `This line was left out: ${what}.`);
  return undefined;
}

const CLIENT = new Set(['c2s', 'client-to-server', 'client->server', 'in', 'send', 'client_to_server']);
const SERVER = new Set([
  's2c',
  'server-to-client',
  'server->client',
  'out',
  'recv',
  'receive',
  'server_to_client',
]);

/** Reads a direction in the words of any of the formats; seen from the client if it is `send`. */
export function readDirection(value: unknown): Direction | undefined {
  if (typeof value !== 'string') return undefined;
  const word = value.toLowerCase();
  if (CLIENT.has(word)) return 'client-to-server';
  return SERVER.has(word) ? 'server-to-client' : undefined;
}
