import { useId } from 'react';
import type { SchemaWarning } from '../../../app/schema/schema-walk.ts';
import styles from '../controls/arguments-editor.module.css';

type Props = {
  readonly label: string;
  readonly text: string;
  /** Why the text cannot be read, in one sentence; empty if it can. */
  readonly fault: string;
  readonly note?: string;
  readonly warnings?: readonly SchemaWarning[];
  readonly onChange: (text: string) => void;
};

const MAX_WARNINGS = 6;

/** JSON as text; below it stands what is wrong with it, or what does not fit its schema. */
export function JsonBox({ label, text, fault, note = '', warnings = [], onChange }: Props) {
  const id = useId();
  return (
    <div>
      <textarea
        aria-label={label}
        className={styles.arguments}
        spellCheck={false}
        rows={Math.min(14, Math.max(4, text.split('\n').length))}
        aria-invalid={fault !== ''}
        aria-describedby={id}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      <div id={id} role="status" className={styles.check}>
        {fault !== '' && <p className={styles.fault}>{fault}</p>}
        {note !== '' && <p>{note}</p>}
        {fault === '' && warnings.length > 0 && (
          <ul className={styles.warnings} aria-label="Does not fit the schema">
            {warnings.slice(0, MAX_WARNINGS).map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                {path !== '' && <code>{path}</code>} {message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
