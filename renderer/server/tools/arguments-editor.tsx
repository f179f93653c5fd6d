import { useMemo } from 'react';
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
import { JsonBox } from '../../ui/forms/json-box.tsx';
import { hasMembers, ObjectForm } from '../../ui/forms/object-form.tsx';

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
          {!hasMembers(schema) && Object.keys(draft.kept).length === 0 && (
            <p className={styles.none}>It declares no arguments.</p>
          )}
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
        <JsonBox
          label="Arguments (JSON)"
          text={draft.text}
          fault={check.kind === 'fault' ? check.message : ''}
          {...(check.kind === 'ready' ? { note: check.note, warnings: check.warnings } : {})}
          onChange={(text) => onChange(withText(draft, text))}
        />
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
