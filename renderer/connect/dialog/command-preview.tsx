import { formatCommand } from '../../ui/format/command-text.ts';
import styles from './connect-dialog.module.css';

/** Shows how the command line falls into words, so that a forgotten quote is seen before it runs. */
export function CommandPreview({ line }: { readonly line: string }) {
  const { words, open } = formatCommand(line);
  if (words.length === 0) return null;
  return (
    <ol className={styles.preview} aria-label="The command in words">
      {words.map((word, index) => (
        <li key={index} data-first={index === 0}>
          {word === '' ? '(empty)' : word}
        </li>
      ))}
      {open ? <li data-open="true">a quote has no end</li> : null}
    </ol>
  );
}
