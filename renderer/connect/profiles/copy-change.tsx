import type { HostCopy } from '../../../app/contract/profile-commands.ts';
import styles from './other-hosts-dialog.module.css';

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;

/** The change of a file, line by line, and what the host's form cannot say. */
export function CopyChange({ copy }: { readonly copy: HostCopy }) {
  return (
    <>
      {copy.change.length === 0 ? (
        <p className={styles.note}>The file has this server already, just so.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys
        <ol className={styles.change} aria-label="Change of the file" tabIndex={0}>
          {copy.change.map(({ kind, line, text }) => (
            <li key={`${kind} ${line}`} data-kind={kind}>
              <span>{line}</span>
              {SIGNS[kind]}
              <code>{text}</code>
            </li>
          ))}
        </ol>
      )}
      {copy.notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </>
  );
}
