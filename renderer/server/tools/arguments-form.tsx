import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import type { JsonObject } from '../../../app/base/json-value.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { Draft } from '../../state/server/call-draft.ts';
import { type CallLimits, readLimits } from '../../state/server/call-limits.ts';
import { checkArguments } from '../../state/server/check-arguments.ts';
import { setDraft, useRail } from '../../state/server/rail-store.ts';
import { sendRefusal } from '../../state/session/session-words.ts';
import { Button } from '../../ui/controls/button.tsx';
import type { Suggest } from '../../ui/forms/form-context.ts';
import { ArgumentsEditor } from './arguments-editor.tsx';
import styles from './call-form.module.css';
import { CancelUnderWay } from './cancel-under-way.tsx';
import { LimitsFields } from './limits-fields.tsx';
import { PastCalls } from './past-calls.tsx';

export type ArgumentsFormProps = {
  readonly info: SessionInfo;
  /** The name of the form for the ear. */
  readonly label: string;
  /** What the button says, and what it says while the answer is awaited. */
  readonly verb: readonly [idle: string, busy: string];
  /** The place of the draft. */
  readonly draftKey: string;
  readonly first: Draft;
  readonly schema: JsonObject;
  /** What is sent: to find it in the log, to cancel it, and for the calls that were saved. */
  readonly method: string;
  readonly target: string;
  /** What is said of it above the arguments; `asJson` where no form names them. */
  readonly about: (asJson: boolean) => ReactNode;
  /** What else can be set, below the arguments; gets what is typed, or undefined while it cannot be read. */
  readonly more?: (args: JsonObject | undefined) => ReactNode;
  readonly suggest?: Suggest | undefined;
  /** True where earlier and saved calls are of use. */
  readonly past: boolean;
  readonly onSend: (args: JsonObject, limits: CallLimits) => void;
};

/** Sends a request with arguments from a form or as JSON, checked while typing, within limits of its own. */
export function ArgumentsForm(props: ArgumentsFormProps) {
  const { info, label, verb, draftKey, first, schema, method, target, onSend } = props;
  const typed = useRail((rail) => rail.drafts[draftKey]);
  const draft = { ...first, ...typed };
  const busy = useRail((rail) => rail.calling[draftKey] === true);
  const failure = useRail((rail) => rail.failures[draftKey] ?? '');
  const check = useMemo(() => checkArguments(draft.text, schema), [draft.text, schema]);
  const args = check.kind === 'ready' ? check.value : undefined;
  const limits = readLimits(draft);
  const refusal = sendRefusal(info);
  const ready = refusal === '' && args !== undefined && limits.ok && !busy;
  const send = () => {
    if (ready && args !== undefined && limits.ok) onSend(args, limits.value);
  };
  const change = (next: Partial<Draft>) => setDraft(draftKey, { ...draft, ...next });
  return (
    <form
      className={styles.form}
      aria-label={label}
      onKeyDown={(event) => sendByKey(event, send)}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
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
      {props.past && <PastCalls info={info} method={method} target={target} place={draftKey} args={args} />}
      <div className={styles.actions}>
        <Button
          look="primary"
          type="submit"
          disabled={!ready}
          title={refusal === '' ? 'Ctrl+Enter' : refusal}
        >
          {busy ? verb[1] : verb[0]}
        </Button>
        <CancelUnderWay info={info} place={draftKey} method={method} target={target} busy={busy} />
      </div>
    </form>
  );
}

/** Ctrl+Enter sends from anywhere in the form. */
function sendByKey(event: KeyboardEvent, send: () => void): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  send();
}
