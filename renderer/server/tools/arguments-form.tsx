import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import type { JsonObject } from '../../../app/base/json-value.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import type { Draft } from '../../state/server/call-draft.ts';
import { type CallLimits, readLimits } from '../../state/server/call-limits.ts';
import { checkArguments } from '../../state/server/check-arguments.ts';
import { offerActivity } from '../../state/server/offer-activity.ts';
import { setDraft, useRail } from '../../state/server/rail-store.ts';
import { sendRefusal } from '../../state/session/session-words.ts';
import { Button } from '../../ui/controls/button.tsx';
import type { Suggest } from '../../ui/forms/form-context.ts';
import { ArgumentsEditor } from './arguments-editor.tsx';
import styles from './call-form.module.css';
import { isUnderWay } from './call-to-cancel.ts';
import { cancelCall } from './call-tool.ts';
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

type Props = {
  readonly info: SessionInfo;
  /** The place of the draft. */
  readonly place: string;
  readonly method: string;
  readonly target: string;
  /** True while this form waits for its own call. */
  readonly busy: boolean;
};

/** A call that ends sooner would only flicker here; so would one whose end the log has not yet. */
const SHOWN_AFTER_MS = 350;

/** Cancels the call of a form: its own, or one of before the page was loaded or of another window. */
function CancelUnderWay({ info, place, method, target, busy }: Props) {
  const { session } = info;
  const asks = liveInfo(info)?.asks ?? [];
  const { mirror } = useSessionLog(session);
  const { open } = offerActivity(mirror);
  const isOthers =
    !busy &&
    sendRefusal(info) === '' &&
    isUnderWay({ method, target }, open.values(), asks, (seq) => mirror.rowOf(seq));
  const shown = useLasting(isOthers);
  if (!busy && !shown) return null;
  return (
    <>
      <Button onClick={() => void cancelCall({ session, key: place }, method, target)}>Cancel</Button>
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
