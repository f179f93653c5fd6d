import { formatCommand } from '../../ui/format/command-text.ts';
import styles from './connect-dialog.module.css';

/** Shows the arguments that the command line makes, so that a forgotten quote shows before it runs. */
export function CommandPreview({ line }: { readonly line: string }) {
  const { args, open } = formatCommand(line);
  if (args.length === 0) return null;
  return (
    <ol className={styles.preview} aria-label="Arguments of the command">
      {args.map((arg, index) => (
        <li key={index} data-first={index === 0}>
          {arg === '' ? '(empty)' : arg}
        </li>
      ))}
      {open ? <li data-open="true">a quote has no end</li> : null}
    </ol>
  );
}
