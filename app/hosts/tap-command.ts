/** How entries in hosts' files start a tap, from any folder and without a PATH. */
export type TapCommand = {
  /** Absolute paths: the program, and its script if it has one. */
  readonly command: readonly string[];
  /** `--data` and the folder in which an app looks, if it is not the default. */
  readonly options?: readonly string[];
};

/** The words before a server's own command: program and arguments, then `tap --label NAME --`. */
export function tapWords({ command, options = [] }: TapCommand, label: string): readonly string[] {
  return [...command, 'tap', '--label', label, ...options, '--'];
}

/** A tap's address, followed by the server's own address after `#`, which is never sent. */
export const TAPPED_ADDRESS = /^http:\/\/127\.0\.0\.1:\d+\/t\/[\w-]{22}[^#]*#(?=https?:)/;

/** Starts the tap of a remote server, which no agent does; undefined for an entry with a command. */
export function remoteTapWords(
  { command, options = [] }: TapCommand,
  label: string,
  own = '',
  tapped = '',
): readonly string[] | undefined {
  const isRemote = TAPPED_ADDRESS.test(tapped) && tapped.endsWith(`#${own}`);
  return isRemote ? [...command, 'tap', '--label', label, ...options, '--url', own] : undefined;
}

/** Tap options that take the next word, whatever it is: a server may be named `--`. */
const VALUE_OPTIONS: readonly (string | undefined)[] = ['--label', '--data'];
const MAX_PROGRAM_WORDS = 4;

/** Where the server's command starts in a command line tapped by any tap; undefined if it is not tapped. */
export function tappedAt(words: readonly string[], tapCommand: readonly string[]): number | undefined {
  const ours = tapCommand.length;
  const isOurs = words[ours] === 'tap' && tapCommand.every((word, at) => word === words[at]);
  const tap = isOurs ? ours : words.indexOf('tap');
  const program = words.slice(0, Math.max(0, tap)).findLast((word) => !word.startsWith('-'));
  if (tap < 1 || (!isOurs && (tap > MAX_PROGRAM_WORDS || !namesTierscope(program ?? '')))) return undefined;
  let at = tap + 1;
  // A word that is not an option starts the command, and the rest belongs to that.
  while (words[at]?.startsWith('-') && words[at] !== '--') at += VALUE_OPTIONS.includes(words[at]) ? 2 : 1;
  return words[at] === '--' && at + 1 < words.length ? at + 1 : undefined;
}

/** The server's own command or address, behind any tap. */
export function withoutTap(words: readonly string[]): readonly string[] {
  const [command = '', ...args] = words.slice(tappedAt(words, []) ?? 0);
  return [command.replace(TAPPED_ADDRESS, ''), ...args];
}

/** True for a program file or package of this name: `/opt/x/tierscope.js`, `tierscope@1`. */
function namesTierscope(word: string): boolean {
  return /^tierscope(?:[.@]|$)/i.test(word.split(/[/\\]/).at(-1) ?? '');
}
