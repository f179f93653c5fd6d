/** How entries in hosts' files start a tap, from any folder and without a PATH. */
export type TapCommand = {
  /** Absolute paths: the program's and, if it is a script, its own. */
  readonly command: readonly string[];
  /** `--data` and the folder that an app has to look in, if it is not the usual one. */
  readonly options?: readonly string[];
};

/** The words in front of a server's own command: program and arguments, then `tap --label NAME --`. */
export function tapWords({ command, options = [] }: TapCommand, label: string): readonly string[] {
  return [...command, 'tap', '--label', label, ...options, '--'];
}

/** The address of a tap, and after `#`, which is never sent, the server's own as the file has it. */
export const TAPPED_ADDRESS = /^http:\/\/127\.0\.0\.1:\d+\/t\/[\w-]{22}[^#]*#(?=https?:)/;

/** What starts the tap of a remote server, which no agent does; undefined for an entry that is a command. */
export function remoteTapWords(
  { command, options = [] }: TapCommand,
  label: string,
  own = '',
  tapped = '',
): readonly string[] | undefined {
  const isRemote = TAPPED_ADDRESS.test(tapped) && tapped.endsWith(`#${own}`);
  return isRemote ? [...command, 'tap', '--label', label, ...options, '--url', own] : undefined;
}

/** Options of the tap that take the next word, whatever it is: a server may be named `--`. */
const VALUE_OPTIONS: readonly (string | undefined)[] = ['--label', '--data'];
const MAX_PROGRAM_WORDS = 4;

/** Where the server's command begins in a tapped command line, by any tap; undefined if not tapped. */
export function tappedAt(words: readonly string[], tapCommand: readonly string[]): number | undefined {
  const ours = tapCommand.length;
  const isOurs = words[ours] === 'tap' && tapCommand.every((word, at) => word === words[at]);
  const tap = isOurs ? ours : words.indexOf('tap');
  const program = words.slice(0, Math.max(0, tap)).findLast((word) => !word.startsWith('-'));
  if (tap < 1 || (!isOurs && (tap > MAX_PROGRAM_WORDS || !namesTierscope(program ?? '')))) return undefined;
  let at = tap + 1;
  // A word that is no option would be the command already, and what follows is its own.
  while (words[at]?.startsWith('-') && words[at] !== '--') at += VALUE_OPTIONS.includes(words[at]) ? 2 : 1;
  return words[at] === '--' && at + 1 < words.length ? at + 1 : undefined;
}

/** True for a program file or package of this name: `/opt/x/tierscope.js`, `tierscope@1`. */
function namesTierscope(word: string): boolean {
  return /^tierscope(?:[.@]|$)/i.test(word.split(/[/\\]/).at(-1) ?? '');
}
