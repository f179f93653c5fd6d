/** A variable's name as servers write it: capitals with at least one underscore, or a word that says what it is. */
const NAME = '([A-Z][A-Z0-9]{0,60}(?:_[A-Z0-9]{1,60}){1,12})';
const MISSING =
  '(?:required|missing|not set|must be set|not provided|not defined|not found|undefined|unset|empty)';

/** What servers say of a variable that is not there, before and after its name; KeyError is `os.environ[…]`. */
const SENTENCES: readonly RegExp[] = [
  new RegExp(`\\bKeyError: '${NAME}'`),
  new RegExp(`\\b${NAME}\\b[^.\\n]{0,60}\\b${MISSING}\\b`),
  new RegExp(`\\b${MISSING}\\b[^.\\n]{0,60}\\b${NAME}\\b`, 'i'),
  new RegExp(`\\b(?:please )?(?:set|provide|export|specify|define)\\b[^.\\n]{0,40}\\b${NAME}\\b`, 'i'),
];

/** Names of error codes look the same. */
const CODES = /^(?:ERR|MODULE)_/;

const MAX_CHARS = 600;

/** The environment variable that a line of stderr says is missing; undefined for a line that says nothing such. */
export function missingVariable(line: string): string | undefined {
  const text = line.slice(0, MAX_CHARS);
  for (const sentence of SENTENCES) {
    const name = sentence.exec(text)?.[1];
    if (name !== undefined && /^[A-Z0-9_]+$/.test(name) && !CODES.test(name)) return name;
  }
  return undefined;
}

/** What to do about a variable that is missing. */
export function setVariable(name: string): string {
  return `Set ${name} for the server: here among its variables, in a host’s configuration in env of its entry, on the command line with --env ${name}=…. No client passes on every variable of your shell.`;
}
