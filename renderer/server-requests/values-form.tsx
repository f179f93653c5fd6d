import { useMemo } from 'react';
import { isJsonObject } from '../../app/base/json-value.ts';
import type { ServerRequest } from '../../app/contract/server-request.ts';
import { checkSchema } from '../../app/schema/check-schema.ts';
import { writtenArguments } from '../state/server/call-draft.ts';
import { unreadWords } from '../state/server/check-arguments.ts';
import { type JsonDraft, readObject } from '../state/server-requests/ask-draft.ts';
import { fieldWarnings } from '../ui/forms/field-warnings.ts';
import { hasMembers, ObjectForm } from '../ui/forms/object-form.tsx';
import styles from './asks.module.css';
import { JsonBox } from './json-box.tsx';

type Props = {
  readonly ask: ServerRequest;
  readonly draft: JsonDraft;
  readonly as: 'form' | 'json';
  readonly onChange: (draft: JsonDraft) => void;
};

/** The values of an elicitation, as the form of its schema or as JSON. What does not fit is said, not forbidden. */
export function ValuesForm({ ask, draft, as, onChange }: Props) {
  const { requestedSchema } = ask.params;
  const schema = isJsonObject(requestedSchema) ? requestedSchema : EMPTY;
  const { warnings, unread } = useMemo(() => checkSchema(schema, draft.kept), [schema, draft.kept]);
  const read = readObject(draft.text);
  if (as === 'json')
    return <JsonBox label="Content (JSON)" draft={draft} warnings={warnings} onChange={onChange} />;
  return (
    <>
      {!hasMembers(schema) && (
        <p className={styles.note}>The schema names no fields. Accepting sends what is here, or nothing.</p>
      )}
      <ObjectForm
        schema={schema}
        value={draft.kept}
        warnings={fieldWarnings(warnings)}
        disabled={!read.ok}
        onChange={(value) => isJsonObject(value) && onChange(writtenArguments(value))}
      />
      {!read.ok && (
        <p role="status" className={styles.fault}>
          {read.error} The form shows the last values that were valid; mend the text in the JSON view.
        </p>
      )}
      {unread !== '' && <p className={styles.note}>{unreadWords(unread)}</p>}
    </>
  );
}

const EMPTY = {};
