import { lazy, Suspense } from 'react';
import { LongText } from '../json-tree/long-text.tsx';
import styles from './content-blocks.module.css';
import { ScrollBox } from './scroll-box.tsx';

/** Text beyond this is cut and can be shown in full. */
const TEXT_CHARS = 4000;
/** A longer text is not read as Markdown: that would freeze the page. */
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
      <ScrollBox className={styles.markdown}>
        <Suspense fallback={<span>{text.slice(0, TEXT_CHARS)}</span>}>
          <Markdown text={text} />
        </Suspense>
      </ScrollBox>
    );
  }
  return (
    <ScrollBox className={styles.text}>
      <LongText text={text} firstChars={TEXT_CHARS} />
    </ScrollBox>
  );
}
