import { type CatalogEntry, catalogEntries } from './catalog.ts';
import { bestWorded } from './meaning-evidence.ts';

/** The vocabulary of messages from processes that fail to start or end early. */
const PROCESSES = 'processes';

const MISSING_VARIABLE = 'missing variable';

/** The process entry whose template best matches a line; undefined if none does. */
export function processEntryOf(line: string): CatalogEntry | undefined {
  const best = bestWorded(processEntries(), [line]);
  return best?.entry ?? (missingVariable(line) === undefined ? undefined : processEntry(MISSING_VARIABLE));
}

/** True if the entry explains why a process failed; an exit code or signal alone does not. */
export function namesCause({ vocabulary, codeText }: CatalogEntry): boolean {
  return vocabulary === PROCESSES && !/^(?:exit \d|SIG[A-Z])/.test(codeText);
}

/** The process entry with this label, such as `ENOENT` or `exit 127`; undefined if there is none. */
export function processEntry(label: string): CatalogEntry | undefined {
  return processEntries().find((entry) => entry.codeText === label);
}

let entries: readonly CatalogEntry[] | undefined;

function processEntries(): readonly CatalogEntry[] {
  entries ??= catalogEntries().filter(({ vocabulary }) => vocabulary === PROCESSES);
  return entries;
}

/** A variable name as servers write it: capitals with at least one underscore. */
const NAME = '([A-Z][A-Z0-9]{0,60}(?:_[A-Z0-9]{1,60}){1,12})';
const MISSING =
  '(?:required|missing|not set|must be set|not provided|not defined|not found|undefined|unset|empty)';

/** Messages about a missing variable, with text before and after its name; KeyError is `os.environ[…]`. */
const SENTENCES: readonly RegExp[] = [
  new RegExp(`\\bKeyError: '${NAME}'`),
  new RegExp(`\\b${NAME}\\b[^.\\n]{0,60}\\b${MISSING}\\b`),
  new RegExp(`\\b${MISSING}\\b[^.\\n]{0,60}\\b${NAME}\\b`, 'i'),
  new RegExp(`\\b(?:requires?|needs?)\\b.{0,20}\\b${NAME}\\b.{0,30}\\b(?:set|configured)\\b`),
  new RegExp(`\\b(?:please )?(?:set|provide|export|specify|define)\\b[^.\\n]{0,40}\\b${NAME}\\b`, 'i'),
];

/** Names of error codes look the same. */
const CODES = /^(?:(?:ERR|MODULE|INVALID|FAILED|MISSING|NO)_|RESOURCE_EXHAUSTED)/;

const MAX_CHARS = 600;

/** The environment variable that a stderr line reports as missing; undefined for other lines. */
export function missingVariable(line: string): string | undefined {
  const text = line.slice(0, MAX_CHARS);
  for (const sentence of SENTENCES) {
    const name = sentence.exec(text)?.[1];
    if (name !== undefined && /^[A-Z0-9_]+$/.test(name) && !CODES.test(name)) return name;
  }
  return undefined;
}

export function setVariable(name: string): string {
  return `Set ${name} for the server: here among its variables, in a host’s configuration in env of its entry, on the command line with --env ${name}=…. No client passes on every variable of your shell.`;
}
