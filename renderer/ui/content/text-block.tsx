import { lazy, Suspense } from 'react';
import { FaultBoundary } from '../controls/fault-boundary.tsx';
import { Paged } from '../controls/paged.tsx';
import { LongText } from '../json-tree/long-text.tsx';
import styles from './content-blocks.module.css';
import { markdownParts } from './markdown-parts.ts';
import { ScrollBox } from './scroll-box.tsx';

/** Text beyond this is cut and can be shown in full. */
const TEXT_CHARS = 4000;
/** A longer text is not read as Markdown: to turn its parts over would take longer than to read it as it is. */
export const MOST_MARKDOWN_CHARS = 200_000;

/** Few results are read as Markdown: its reader comes when it is asked for. */
const Markdown = lazy(() =>
  import('./markdown-text.tsx').then(({ MarkdownText }) => ({ default: MarkdownText })),
);

type Props = { readonly text: string; readonly markdown: boolean };

/** A server's text, word for word, or as the Markdown that it may be. */
export function TextBlock({ text, markdown }: Props) {
  if (text === '') return <p className={styles.problem}>Empty text.</p>;
  if (markdown && text.length <= MOST_MARKDOWN_CHARS) {
    return (
      <Paged items={markdownParts(text)} noun="part" size={1}>
        {([part = ''], from) => (
          <ScrollBox className={styles.markdown}>
            <FaultBoundary
              key={from}
              part="Markdown"
              instead={
                <>
                  <p className={styles.problem}>This cannot be read as Markdown: it is nested too deeply.</p>
                  <LongText text={part} firstChars={TEXT_CHARS} />
                </>
              }
            >
              <Suspense fallback={<span>{part.slice(0, TEXT_CHARS)}</span>}>
                <Markdown text={part} />
              </Suspense>
            </FaultBoundary>
          </ScrollBox>
        )}
      </Paged>
    );
  }
  return (
    <ScrollBox className={styles.text}>
      <LongText text={text} firstChars={TEXT_CHARS} />
    </ScrollBox>
  );
}
