import { type ReactNode, useId, useMemo } from 'react';
import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import { err, ok } from '../../../app/base/result.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { host, settled } from '../../state/host/host.ts';
import {
  type ArgumentCheck,
  type CallDraft,
  type DraftView,
  grouped,
  type LimitsDraft,
  limitText,
  readLimits,
  sessionLimits,
  withText,
  writtenArguments,
} from '../../state/server/call-draft.ts';
import styles from '../../ui/controls/arguments-editor.module.css';
import { Select } from '../../ui/controls/fields.tsx';
import { readCompletion, type Suggest } from '../../ui/forms/form-context.ts';
import { fieldWarnings } from '../../ui/forms/form-value.ts';
import { JsonBox } from '../../ui/forms/json-control.tsx';
import { hasMembers, ObjectForm } from '../../ui/forms/value-field.tsx';
import { kit, Segments } from '../../ui/kit.tsx';
import fold from './fold.module.css';
import limitsFieldsStyles from './limits-fields.module.css';

type Props = {
  readonly schema: JsonObject;
  readonly draft: CallDraft;
  readonly check: ArgumentCheck;
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

/** Completes arguments through the server; undefined if it does not declare completions. */
export function suggestFor(info: SessionInfo, ref: JsonObject): Suggest | undefined {
  if (!('completions' in info.serverCapabilities)) return undefined;
  const { session } = info;
  return async (name, value, others) => {
    const context = Object.keys(others).length === 0 ? {} : { context: { arguments: others } };
    const params = { ref, argument: { name, value }, ...context };
    const end = await settled(host().sendRequest({ session, method: 'completion/complete', params }));
    if (!end.ok) return end;
    if (end.value.failure !== '') return err(end.value.failure);
    const completion = readCompletion(end.value.result);
    return completion === undefined ? err('The result holds no list of values.') : ok(completion);
  };
}

type LimitsFieldsProps = {
  readonly info: SessionInfo;
  readonly draft: LimitsDraft;
  readonly onChange: (limits: LimitsDraft) => void;
};

/** The time limits of this call: a summary when folded, editable when open. */
export function LimitsFields({ info, draft, onChange }: LimitsFieldsProps) {
  const own = sessionLimits(liveInfo(info)?.settings);
  const read = readLimits(draft);
  const set = Object.values(read.ok ? read.value : {}).length > 0;
  const most = own.maxTotalTimeoutMs === 0 ? 'none' : grouped(own.maxTotalTimeoutMs);
  return (
    <details className={fold.fold}>
      <summary>
        Limits{' '}
        <code className={set ? kit.accent : ''}>
          {read.ok ? limitText(read.value, own) : 'cannot be read'}
          {set ? '' : ' (session)'}
        </code>
      </summary>
      <Row label="time-out" unit="ms">
        {(id) => (
          <input
            id={id}
            className={`${kit.grow} ${kit.mono}`}
            inputMode="numeric"
            placeholder={grouped(own.timeoutMs)}
            value={draft.timeoutMs}
            onChange={(event) => onChange({ ...draft, timeoutMs: event.target.value })}
          />
        )}
      </Row>
      <Row label="maximum" unit="ms">
        {(id) => (
          <input
            id={id}
            className={`${kit.grow} ${kit.mono}`}
            inputMode="numeric"
            placeholder={most}
            title="Altogether, also with progress; 0 for none"
            value={draft.maxTotalMs ?? ''}
            onChange={(event) => onChange({ ...draft, maxTotalMs: event.target.value })}
          />
        )}
      </Row>
      <Row label="progress" unit="">
        {(id) => (
          <Select
            id={id}
            className={kit.grow}
            value={draft.reset ?? ''}
            onChange={(reset) => onChange({ ...draft, reset })}
            options={[
              ['', `session: ${own.resetTimeoutOnProgress ? 'resets' : 'no reset'}`],
              ['yes', 'resets the time-out'],
              ['no', 'does not reset it'],
            ]}
          />
        )}
      </Row>
    </details>
  );
}

type RowProps = {
  readonly label: string;
  readonly unit: string;
  readonly children: (id: string) => ReactNode;
};

function Row({ label, unit, children }: RowProps) {
  const id = useId();
  return (
    <div className={`${kit.row} ${kit.remark} ${limitsFieldsStyles.row}`}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {unit !== '' && <span>{unit}</span>}
    </div>
  );
}
