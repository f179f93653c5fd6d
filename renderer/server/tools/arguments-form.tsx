import { type ReactNode, useEffect, useMemo } from 'react';
import { createPortal } from 'react-dom';
import type { JsonObject } from '../../../app/base/json-value.ts';
import type { Row } from '../../../app/frame/row.ts';
import { callOutcome } from '../../../app/session/server-activity.ts';
import { useSustained } from '../../state/host/host.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { focusTarget } from '../../state/screen/focus-targets.ts';
import { type CallDraft, checkArguments, readLimits } from '../../state/server/call-draft.ts';
import {
  type FormPlace,
  setFormPlace,
  useFormPlace,
  useFormPlaces,
  wantMiddle,
} from '../../state/server/form-place.ts';
import { serverActivity } from '../../state/server/server-activity.ts';
import { setDraft, useSidebar } from '../../state/server/sidebar-store.ts';
import { sendRefusal } from '../../state/session/session-text.ts';
import { Form } from '../../ui/controls/fields.tsx';
import { focusForm, type Suggest } from '../../ui/forms/form-context.ts';
import { fieldCount } from '../../ui/forms/value-field.tsx';
import { Button, IconButton, kit } from '../../ui/kit.tsx';
import { DestructiveGlyph } from '../lists/server-list.tsx';
import { createTask } from '../tasks/poll-task.ts';
import { ArgumentsEditor, LimitsFields } from './arguments-editor.tsx';
import styles from './arguments-form.module.css';
import parts from './call-form.module.css';
import { callsUnderWay, cancelCall, type SentRequest, sendRequest } from './call-tool.ts';
import { type FormRequest, PastCalls } from './past-calls.tsx';

type ArgumentsFormProps = FormRequest & {
  readonly label: string;
  readonly verb: readonly [idle: string, busy: string];
  readonly first: CallDraft;
  readonly schema: JsonObject;
  /** Shown above the arguments; `asJson` if no form names them. */
  readonly about: (asJson: boolean) => ReactNode;
  /** Other settings below the arguments; gets the typed arguments, or undefined while they are invalid. */
  readonly more?: (args: JsonObject | undefined) => ReactNode;
  readonly suggest?: Suggest | undefined;
  /** Why the request may be destructive, as a sentence; empty or omitted if that is unknown. */
  readonly danger?: string;
  /** True to offer earlier and saved calls. */
  readonly past?: boolean;
  readonly params: (args: JsonObject) => JsonObject | undefined;
  readonly toolCall?: SentRequest['toolCall'];
};

const formTarget = focusTarget('form', focusForm);

/** Sends a request with arguments from a form or as JSON, checked while typing. */
export function ArgumentsForm(props: ArgumentsFormProps) {
  const { info, label, draftKey, first, schema, method, target, params, toolCall } = props;
  const typed = useSidebar((sidebar) => sidebar.drafts[draftKey]);
  const draft = { ...first, ...typed };
  const busy = useSidebar((sidebar) => sidebar.calling[draftKey] === true);
  const check = useMemo(() => checkArguments(draft.text, schema), [draft.text, schema]);
  const fields = useMemo(() => fieldCount(schema), [schema]);
  const place = useFormPlace(fields);
  const args = check.kind === 'ready' ? check.value : undefined;
  const limits = readLimits(draft);
  const refusal = sendRefusal(info);
  const ready = refusal === '' && args !== undefined && limits.ok && !busy;
  const send = () => {
    if (!ready || args === undefined || !limits.ok || method === '') return;
    const caller = { session: info.session, key: draftKey };
    const request = { method, params: params(args), toolCall };
    void (toolCall === 'task'
      ? createTask(caller, request, limits.value)
      : sendRequest(caller, request, limits.value));
  };
  const change = (next: Partial<CallDraft>) => setDraft(draftKey, { ...draft, ...next, at: '' });
  return (
    <FormFrame place={place}>
      <Form
        ref={formTarget}
        className={`${kit.rest} ${kit.scroll} ${kit.panel} ${parts.form} ${styles.form}`}
        data-place={place}
        data-busy={busy}
        data-at={draft.at}
        aria-label={label}
        byKeys
        onSubmit={send}
      >
        <div className={styles.about}>
          <div className={styles.place}>
            <PlaceButton place={place} fields={fields} />
          </div>
          {props.about(draft.view === 'json')}
        </div>
        <div className={styles.arguments}>
          <ArgumentsEditor
            schema={schema}
            draft={draft}
            check={check}
            suggest={refusal === '' ? props.suggest : undefined}
            onChange={change}
          />
          {props.more?.(args)}
          {!limits.ok && <p className={kit.fault}>{limits.error}</p>}
          <LimitsFields info={info} draft={draft} onChange={change} />
          {props.past && (
            <PastCalls info={info} method={method} target={target} draftKey={draftKey} args={args} />
          )}
        </div>
        <div className={`${kit.wrap} ${parts.actions} ${styles.foot}`}>
          <FormNote {...props} refusal={refusal} />
          <SendButton {...props} busy={busy} ready={ready} refusal={refusal} />
          <CancelUnderWay {...props} busy={busy} />
        </div>
      </Form>
    </FormFrame>
  );
}

type NoteProps = Pick<ArgumentsFormProps, 'info' | 'draftKey' | 'method' | 'target'> & {
  readonly refusal: string;
};

/** Why nothing can be sent, or why the last call was not sent. Its end is only announced: the inspector shows it. */
function FormNote({ info, draftKey, method, target, refusal }: NoteProps) {
  const failure = useSidebar((sidebar) => sidebar.failures[draftKey] ?? '');
  const { mirror } = useSessionLog(info.session);
  const request = mirror.rowOf(serverActivity(mirror).uses(method).get(target)?.last ?? 0);
  return (
    <>
      {refusal !== '' && <p className={kit.remark}>{refusal}</p>}
      <p role="status" className={failure === '' ? kit.visuallyHidden : kit.remark}>
        {failure || (request && callOutcome(request, (seq) => mirror.rowOf(seq)).outcome)}
      </p>
    </>
  );
}

type SendProps = Pick<ArgumentsFormProps, 'verb' | 'danger'> & {
  readonly busy: boolean;
  readonly ready: boolean;
  readonly refusal: string;
};

function SendButton({ verb, danger = '', busy, ready, refusal }: SendProps) {
  const hint = [danger, 'Ctrl+Enter'].filter((text) => text !== '').join(' ');
  return (
    <Button
      look={danger === '' ? 'primary' : 'danger'}
      type="submit"
      disabled={!ready}
      title={refusal === '' ? hint : refusal}
    >
      {danger !== '' && <DestructiveGlyph />}
      {busy ? verb[1] : verb[0]}
      {danger !== '' && ' · destructive'}
    </Button>
  );
}

/** A shorter call would only flicker here, as would one whose end is not in the log yet. */
const SHOWN_AFTER_MS = 350;

type CancelProps = Pick<ArgumentsFormProps, 'info' | 'draftKey' | 'method' | 'target'> & {
  readonly busy: boolean;
};

/** Cancels the call of a form: its own, or one from before a reload or from another window. */
function CancelUnderWay({ info, draftKey, method, target, busy }: CancelProps) {
  const { session } = info;
  useSessionLog(session);
  const isOwn = (call: Pick<Row, 'method' | 'target'>) => call.method === method && call.target === target;
  const isOthers = !busy && sendRefusal(info) === '' && callsUnderWay(session).some(isOwn);
  const shown = useSustained(isOthers, SHOWN_AFTER_MS);
  if (!busy && !shown) return null;
  const cancel = () => cancelCall({ session, key: draftKey }, { method, target });
  return <Button onClick={cancel}>Cancel</Button>;
}

function FormFrame({ place, children }: { readonly place: FormPlace; readonly children: ReactNode }) {
  if (place === 'sidebar') return children;
  return <InMiddle>{children}</InMiddle>;
}

function InMiddle({ children }: { readonly children: ReactNode }) {
  const slot = useFormPlaces((state) => state.slot);
  useEffect(() => {
    wantMiddle(true);
    return () => wantMiddle(false);
  }, []);
  return slot === null ? null : createPortal(children, slot);
}

function PlaceButton({ place, fields }: { readonly place: FormPlace; readonly fields: number }) {
  const isMiddle = place === 'middle';
  const label = isMiddle ? 'Back to the sidebar' : 'Open in the middle';
  return (
    <IconButton
      name={label}
      path={
        isMiddle
          ? 'M1.8 2.4h10.4v9.2H1.8zM5.4 2.4v9.2M10.2 7H7.4M8.6 5.6 7.2 7l1.4 1.4'
          : 'M8.4 2.2h3.4v3.4M11.8 2.2 7.6 6.4M5.6 2.6H2.2v9.2h9.2V8.4'
      }
      size="small"
      title={`${label}; remembered for forms of this size`}
      onClick={() => setFormPlace(fields, isMiddle ? 'sidebar' : 'middle')}
    />
  );
}
