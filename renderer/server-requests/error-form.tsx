import type { ErrorDraft } from '../state/server-requests/ask-draft.ts';
import { Field } from '../ui/controls/field.tsx';
import styles from './asks.module.css';

type Props = { readonly draft: ErrorDraft; readonly onChange: (draft: ErrorDraft) => void };

/** A JSON-RPC error of the user's choosing. Any code may be sent: how a server takes it is the question. */
export function ErrorForm({ draft, onChange }: Props) {
  return (
    <>
      <div className={styles.pair}>
        <Field label="Code">
          {(wiring) => (
            <input
              {...wiring}
              inputMode="numeric"
              value={draft.code}
              onChange={(event) => onChange({ ...draft, code: event.target.value })}
            />
          )}
        </Field>
        <Field label="Message">
          {(wiring) => (
            <input
              {...wiring}
              value={draft.message}
              onChange={(event) => onChange({ ...draft, message: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Field label="Data" hint="JSON, optional">
        {(wiring) => (
          <textarea
            {...wiring}
            rows={2}
            value={draft.data}
            onChange={(event) => onChange({ ...draft, data: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
