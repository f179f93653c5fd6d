import { lazy, type ReactNode, Suspense } from 'react';
import { FaultBoundary } from '../controls/fault-boundary.tsx';

/** Few texts are shown as Markdown, so its parser loads on demand. */
const MarkdownText = lazy(() =>
  import('./markdown-text.tsx').then(({ MarkdownText }) => ({ default: MarkdownText })),
);

/** How much is shown as plain text until the parser is loaded, in characters. */
const PLAIN_CHARS = 4000;

type Props = {
  readonly text: string;
  /** Replaces a text that is nested too deeply to parse. */
  readonly instead: ReactNode;
};

export function MarkdownPart({ text, instead }: Props) {
  return (
    <FaultBoundary key={text} part="Markdown" instead={instead}>
      <Suspense fallback={<span>{text.slice(0, PLAIN_CHARS)}</span>}>
        <MarkdownText text={text} />
      </Suspense>
    </FaultBoundary>
  );
}

/** The size of a part, in characters: a browser parses and renders any one in far less than half a second. */
const PART_CHARS = 4000;

/** Splits a text into parts for Markdown; a part ends at an empty line if there is one. */
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
