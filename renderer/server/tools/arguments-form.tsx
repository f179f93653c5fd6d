import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import type { JsonObject } from '../../../app/base/json-value.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import {
  type CallDraft,
  type ChosenLimits,
  checkArguments,
  grouped,
  type LimitsDraft,
  limitText,
  readLimits,
  sessionLimits,
} from '../../state/server/call-draft.ts';
import { serverActivity } from '../../state/server/server-activity.ts';
import { type DraftKey, setDraft, useSidebar } from '../../state/server/sidebar-store.ts';
import { sendRefusal } from '../../state/session/session-text.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Form } from '../../ui/controls/form.tsx';
import type { Suggest } from '../../ui/forms/form-context.ts';
import { ArgumentsEditor } from './arguments-editor.tsx';
import styles from './call-form.module.css';
import { cancelCall, isUnderWay } from './call-tool.ts';
import fold from './fold.module.css';
import limitsFieldsStyles from './limits-fields.module.css';
import { PastCalls } from './past-calls.tsx';

type ArgumentsFormProps = {
  readonly info: SessionInfo;
  /** The accessible name of the form. */
  readonly label: string;
  /** What the button says, and what it says while the answer is awaited. */
  readonly verb: readonly [idle: string, busy: string];
  readonly draftKey: DraftKey;
  readonly first: CallDraft;
  readonly schema: JsonObject;
  /** What is sent: to find it in the log, to cancel it, and for the calls that were saved. */
  readonly method: string;
  readonly target: string;
  /** What stands above the arguments; `asJson` if no form names them. */
  readonly about: (asJson: boolean) => ReactNode;
  /** What else can be set, below the arguments; gets what is typed, or undefined while it cannot be read. */
  readonly more?: (args: JsonObject | undefined) => ReactNode;
  readonly suggest?: Suggest | undefined;
  /** True if earlier and saved calls are of use. */
  readonly past?: boolean;
  readonly onSend: (args: JsonObject, limits: ChosenLimits) => void;
};

/** Sends a request with arguments from a form or as JSON, checked while typing, within limits of its own. */
export function ArgumentsForm(props: ArgumentsFormProps) {
  const { info, label, verb, draftKey, first, schema, method, target, onSend } = props;
  const typed = useSidebar((sidebar) => sidebar.drafts[draftKey]);
  const draft = { ...first, ...typed };
  const busy = useSidebar((sidebar) => sidebar.calling[draftKey] === true);
  const failure = useSidebar((sidebar) => sidebar.failures[draftKey] ?? '');
  const check = useMemo(() => checkArguments(draft.text, schema), [draft.text, schema]);
  const args = check.kind === 'ready' ? check.value : undefined;
  const limits = readLimits(draft);
  const refusal = sendRefusal(info);
  const ready = refusal === '' && args !== undefined && limits.ok && !busy;
  const send = () => {
    if (ready && args !== undefined && limits.ok) onSend(args, limits.value);
  };
  const change = (next: Partial<CallDraft>) => setDraft(draftKey, { ...draft, ...next });
  return (
    <Form className={styles.form} aria-label={label} byKeys onSubmit={send}>
      {props.about(draft.view === 'json')}
      <ArgumentsEditor
        schema={schema}
        draft={draft}
        check={check}
        suggest={refusal === '' ? props.suggest : undefined}
        onChange={change}
      />
      {props.more?.(args)}
      {!limits.ok && <p className={styles.fault}>{limits.error}</p>}
      {refusal !== '' && <p className={styles.note}>{refusal}</p>}
      {failure !== '' && (
        <p role="status" className={styles.note}>
          {failure}
        </p>
      )}
      <LimitsFields info={info} draft={draft} onChange={change} />
      {props.past && (
        <PastCalls info={info} method={method} target={target} draftKey={draftKey} args={args} />
      )}
      <div className={styles.actions}>
        <Button
          look="primary"
          type="submit"
          disabled={!ready}
          title={refusal === '' ? 'Ctrl+Enter' : refusal}
        >
          {busy ? verb[1] : verb[0]}
        </Button>
        <CancelUnderWay info={info} draftKey={draftKey} method={method} target={target} busy={busy} />
      </div>
    </Form>
  );
}

type Props = {
  readonly info: SessionInfo;
  readonly draftKey: DraftKey;
  readonly method: string;
  readonly target: string;
  /** True while this form waits for its own call. */
  readonly busy: boolean;
};

/** A call that ends sooner would only flicker here; so would one whose end the log has not yet. */
const SHOWN_AFTER_MS = 350;

/** Cancels the call of a form: its own, or one from before the page was loaded or from another window. */
function CancelUnderWay({ info, draftKey, method, target, busy }: Props) {
  const { session } = info;
  const serverRequests = liveInfo(info)?.serverRequests ?? [];
  const { mirror } = useSessionLog(session);
  const { open } = serverActivity(mirror);
  const isOthers =
    !busy &&
    sendRefusal(info) === '' &&
    isUnderWay({ method, target }, open.values(), serverRequests, (seq) => mirror.rowOf(seq));
  const shown = useLasting(isOthers);
  if (!busy && !shown) return null;
  return (
    <>
      <Button onClick={() => void cancelCall({ session, key: draftKey }, method, target)}>Cancel</Button>
      {!busy && (
        <span role="status" className={styles.note}>
          A call is under way.
        </span>
      )}
    </>
  );
}

/** True once `on` has lasted for a moment. */
function useLasting(on: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setLasts(true), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [on]);
  return on && lasts;
}

type LimitsFieldsProps = {
  readonly info: SessionInfo;
  readonly draft: LimitsDraft;
  readonly onChange: (limits: LimitsDraft) => void;
};

/** How long this call may take: folded, it says which limits hold; open, each can be set for the call. */
function LimitsFields({ info, draft, onChange }: LimitsFieldsProps) {
  const own = sessionLimits(liveInfo(info)?.settings);
  const read = readLimits(draft);
  const set = Object.values(read.ok ? read.value : {}).length > 0;
  const most = own.maxTotalTimeoutMs === 0 ? 'none' : grouped(own.maxTotalTimeoutMs);
  return (
    <details className={`${fold.fold} ${limitsFieldsStyles.limits}`}>
      <summary>
        Limits{' '}
        <span data-own={!set}>
          {read.ok ? limitText(read.value, own) : 'cannot be read'}
          {set ? '' : " · session's"}
        </span>
      </summary>
      <Row label="time-out" unit="ms">
        {(id) => (
          <input
            id={id}
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
          <select
            id={id}
            value={draft.reset ?? ''}
            onChange={(event) => onChange({ ...draft, reset: resetOf(event.target.value) })}
          >
            <option value="">session: {own.resetTimeoutOnProgress ? 'resets' : 'no reset'}</option>
            <option value="yes">resets the time-out</option>
            <option value="no">does not reset it</option>
          </select>
        )}
      </Row>
    </details>
  );
}

function resetOf(value: string): 'yes' | 'no' | '' {
  return value === 'yes' || value === 'no' ? value : '';
}

type RowProps = {
  readonly label: string;
  readonly unit: string;
  readonly children: (id: string) => ReactNode;
};

function Row({ label, unit, children }: RowProps) {
  const id = useId();
  return (
    <div className={limitsFieldsStyles.row}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {unit !== '' && <span>{unit}</span>}
    </div>
  );
}
