import { useId } from 'react';
import type { SchemaWarning } from '../../app/schema/schema-walk.ts';
import { readObject, withText } from '../state/server/call-draft.ts';
import type { JsonDraft } from '../state/server-requests/server-request-draft.ts';
import styles from '../ui/controls/arguments-editor.module.css';

type Props = {
  readonly label: string;
  readonly draft: JsonDraft;
  readonly warnings?: readonly SchemaWarning[];
  readonly onChange: (draft: JsonDraft) => void;
};

/** A JSON object as text; its fault stands below, and so does what does not fit its schema. */
export function JsonBox({ label, draft, warnings = [], onChange }: Props) {
  const id = useId();
  const read = readObject(draft.text);
  return (
    <div>
      <textarea
        aria-label={label}
        className={styles.arguments}
        spellCheck={false}
        rows={Math.min(14, Math.max(4, draft.text.split('\n').length))}
        aria-invalid={!read.ok}
        aria-describedby={id}
        value={draft.text}
        onChange={(event) => onChange(withText(draft, event.target.value))}
      />
      <div id={id} role="status" className={styles.check}>
        {!read.ok && <p className={styles.fault}>{read.error}</p>}
        {read.ok && warnings.length > 0 && (
          <ul className={styles.warnings} aria-label="Does not fit the schema">
            {warnings.slice(0, 6).map(({ path, message }) => (
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
