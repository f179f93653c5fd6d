import { LongText } from '../json-tree/long-text.tsx';
import { Paged } from '../list/paged.tsx';
import styles from './content-blocks.module.css';
import { MarkdownPart } from './markdown-part.tsx';
import { markdownParts } from './markdown-parts.ts';
import { ScrollBox } from './scroll-box.tsx';

/** Text beyond this is cut and can be shown in full. */
const TEXT_CHARS = 4000;
/** A longer text is not read as Markdown: to turn its parts over would take longer than to read it as it is. */
export const MAX_MARKDOWN_CHARS = 200_000;

type Props = { readonly text: string; readonly markdown: boolean };

/** A server's text, word for word, or as the Markdown that it may be. */
export function TextBlock({ text, markdown }: Props) {
  if (text === '') return <p className={styles.problem}>Empty text.</p>;
  if (markdown && text.length <= MAX_MARKDOWN_CHARS) {
    return (
      <Paged items={markdownParts(text)} noun="part" size={1}>
        {([part = '']) => (
          <ScrollBox className={styles.markdown}>
            <MarkdownPart
              text={part}
              instead={
                <>
                  <p className={styles.problem}>This cannot be read as Markdown: it is nested too deeply.</p>
                  <LongText text={part} firstChars={TEXT_CHARS} />
                </>
              }
            />
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
