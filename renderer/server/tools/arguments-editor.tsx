import { useId, useMemo } from 'react';
import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import {
  type ArgumentCheck,
  type CallDraft,
  type DraftView,
  withText,
  writtenArguments,
} from '../../state/server/call-draft.ts';
import styles from '../../ui/controls/arguments-editor.module.css';
import { Segments } from '../../ui/controls/segments.tsx';
import type { Suggest } from '../../ui/forms/form-context.ts';
import { fieldWarnings } from '../../ui/forms/form-value.ts';
import { ObjectForm } from '../../ui/forms/object-form.tsx';

type Props = {
  readonly schema: JsonObject;
  readonly draft: CallDraft;
  readonly check: ArgumentCheck;
  /** Undefined if the server does not complete arguments. */
  readonly suggest?: Suggest | undefined;
  readonly onChange: (draft: CallDraft) => void;
};

/** The arguments of a call as a form or as JSON: two views of one text. */
export function ArgumentsEditor({ schema, draft, check, suggest, onChange }: Props) {
  const warnings = useMemo(() => fieldWarnings(check.kind === 'ready' ? check.warnings : []), [check]);
  return (
    <>
      <ViewSwitch view={draft.view} onChange={(view) => onChange({ ...draft, view })} />
      {draft.view === 'form' ? (
        <>
          <ObjectForm
            schema={schema}
            value={draft.kept}
            warnings={warnings}
            disabled={check.kind === 'fault'}
            suggest={suggest}
            onChange={(value) => isJsonObject(value) && onChange({ ...draft, ...writtenArguments(value) })}
          />
          <div role="status" className={styles.check}>
            {check.kind === 'fault' && (
              <p className={styles.fault}>
                {check.message} The form shows the last arguments that were valid; correct the text in the
                JSON view.
              </p>
            )}
            {check.kind === 'ready' && check.note !== '' && <p>{check.note}</p>}
          </div>
        </>
      ) : (
        <JsonView draft={draft} check={check} onChange={onChange} />
      )}
    </>
  );
}

const VIEWS = [
  ['form', 'Form'],
  ['json', 'JSON'],
] as const;

type SwitchProps = { readonly view: DraftView; readonly onChange: (view: DraftView) => void };

function ViewSwitch({ view, onChange }: SwitchProps) {
  return (
    <div className={styles.head}>
      <span>Arguments</span>
      <Segments label="Arguments as" options={VIEWS} value={view} onChange={onChange} />
    </div>
  );
}

function JsonView({ draft, check, onChange }: Pick<Props, 'draft' | 'check' | 'onChange'>) {
  const id = useId();
  return (
    <>
      <textarea
        id={id}
        aria-label="Arguments (JSON)"
        className={styles.arguments}
        spellCheck={false}
        rows={Math.min(12, Math.max(3, draft.text.split('\n').length))}
        aria-invalid={check.kind === 'fault'}
        aria-describedby={`${id}-check`}
        value={draft.text}
        onChange={(event) => onChange(withText(draft, event.target.value))}
      />
      <div id={`${id}-check`} role="status" className={styles.check}>
        <Checked check={check} />
      </div>
    </>
  );
}

function Checked({ check }: { readonly check: ArgumentCheck }) {
  if (check.kind === 'fault') return <p className={styles.fault}>{check.message}</p>;
  return (
    <>
      {check.note !== '' && <p>{check.note}</p>}
      {check.warnings.length > 0 && (
        <ul className={styles.warnings} aria-label="Does not fit the schema">
          {check.warnings.slice(0, 6).map((warning) => (
            <li key={`${warning.path} ${warning.message}`}>
              {warning.path !== '' && <code>{warning.path}</code>} {warning.message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
