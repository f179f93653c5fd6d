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
