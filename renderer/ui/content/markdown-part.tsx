import { lazy, type ReactNode, Suspense } from 'react';
import { FaultBoundary } from '../controls/fault-boundary.tsx';

/** Few texts are read as Markdown: its reader comes when it is asked for. */
const MarkdownText = lazy(() =>
  import('./markdown-text.tsx').then(({ MarkdownText }) => ({ default: MarkdownText })),
);

/** Characters that stand in plain until the reader is there. */
const PLAIN_CHARS = 4000;

type Props = {
  readonly text: string;
  /** What stands for a text that is nested too deeply to be read. */
  readonly instead: ReactNode;
};

/** A server's text as safe Markdown. */
export function MarkdownPart({ text, instead }: Props) {
  return (
    <FaultBoundary key={text} part="Markdown" instead={instead}>
      <Suspense fallback={<span>{text.slice(0, PLAIN_CHARS)}</span>}>
        <MarkdownText text={text} />
      </Suspense>
    </FaultBoundary>
  );
}

/** Characters of a part: to read and to draw one takes a browser far less than half a second, whatever is in it. */
const PART_CHARS = 4000;

/** A text as parts to be read as Markdown one by one; a part ends at an empty line where there is one. */
export function markdownParts(text: string, most = PART_CHARS): string[] {
  const parts: string[] = [];
  let from = 0;
  let fence = '';
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at) + 1;
    const start = text.slice(at, Math.min(end, at + 6)).trim();
    const mark = start.startsWith('```') ? '```' : start.startsWith('~~~') ? '~~~' : '';
    if (mark !== '') fence = fence === '' ? mark : fence === mark ? '' : fence;
    const isBreak = fence === '' && text.slice(at, Math.min(end, at + most)).trim() === '';
    if (at > from && (end - from > 2 * most || (isBreak && end - from > most / 2 && at - from > 0))) {
      parts.push(text.slice(from, at));
      from = at;
    }
    for (; end - from > 2 * most; from += most) parts.push(text.slice(from, from + most));
    at = end;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
