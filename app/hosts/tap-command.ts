/** The words in front of a server's own command: program and arguments, then `tap --label NAME --`. */
export function tapWords(tapCommand: readonly string[], label: string): readonly string[] {
  return [...tapCommand, 'tap', '--label', label, '--'];
}

/** Options of the tap may stand between `tap` and `--`. */
const MAX_OPTION_WORDS = 6;
const MAX_PROGRAM_WORDS = 4;

/**
 * Where the server's own command begins in a tapped command line, or undefined if it is not tapped.
 * A tap that the user wrote, or a Tierscope in another folder, counts too.
 */
export function tappedAt(words: readonly string[], tapCommand: readonly string[]): number | undefined {
  const tap = words.indexOf('tap');
  if (tap < 1 || tap > Math.max(MAX_PROGRAM_WORDS, tapCommand.length)) return undefined;
  const program = words.slice(0, tap);
  const ours = program.length === tapCommand.length && program.every((word, at) => word === tapCommand[at]);
  if (!ours && !program.some(namesTierscope)) return undefined;
  const dashes = words.indexOf('--', tap + 1);
  const found = dashes > 0 && dashes - tap <= MAX_OPTION_WORDS && dashes + 1 < words.length;
  return found ? dashes + 1 : undefined;
}

/** True for a program file or package of this name: `/opt/x/tierscope.js`, `tierscope@1`. */
function namesTierscope(word: string): boolean {
  return /^tierscope(?:[.@]|$)/i.test(word.split(/[/\\]/).at(-1) ?? '');
}
