import { stripAnsi } from './stderr-text.ts';

/** A line of stderr, with the lines of its stack trace that can be folded away. */
export type StderrGroup = {
  readonly head: string;
  readonly folded: readonly string[];
  /** The last line of a Python traceback: the exception itself, which is never folded. Empty for none. */
  readonly tail: string;
};

/** Groups lines by what they belong to: indented lines and causes belong to the line above them. */
export function foldStderr(lines: readonly string[]): StderrGroup[] {
  const groups: { head: string; folded: string[]; tail: string }[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    const text = stripAnsi(line);
    if (last === undefined || last.tail !== '') groups.push({ head: line, folded: [], tail: '' });
    else if (/^\s+\S/.test(text) || /^Caused by: |^[}\])]+[,;]?$/.test(text)) last.folded.push(line);
    else if (endsTraceback(last, text)) last.tail = line;
    else groups.push({ head: line, folded: [], tail: '' });
  }
  return groups;
}

function endsTraceback({ head, folded }: Omit<StderrGroup, 'tail'>, text: string): boolean {
  return (
    folded.length > 0 && head.includes('Traceback (most recent call last)') && /^[\w.]+(?::|$)/.test(text)
  );
}
