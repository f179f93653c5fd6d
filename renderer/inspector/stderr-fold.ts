import { stripAnsi } from '../../app/frame/ansi.ts';

/** A line of stderr, with the indented lines below it (a stack trace) that can be folded away. */
export type StderrGroup = { readonly head: string; readonly folded: readonly string[] };

/** Groups lines by what they belong to: indented lines belong to the line above them. */
export function foldStderr(lines: readonly string[]): StderrGroup[] {
  const groups: { head: string; folded: string[] }[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    const below = /^\s+\S/.test(stripAnsi(line));
    if (last !== undefined && below) last.folded.push(line);
    else groups.push({ head: line, folded: [] });
  }
  return groups;
}
