import { useState } from 'react';
import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import type { Result } from '../../../app/base/result.ts';
import type { LiveInfo } from '../../../app/contract/session-info.ts';
import type { AnswerPolicy, PolicyName, ServerRequestAnswer } from '../../../app/protocol/server-request.ts';
import type { SessionSettings, SettingsChange } from '../../../app/protocol/session-settings.ts';
import { configuredRoots, type Root, RootsEditor } from '../../shared/roots-editor.tsx';
import { host, settled } from '../../state/host/host.ts';
import { closeDialog, showDialog, useActiveSession } from '../../state/screen/screen-store.ts';
import { readObject, writtenArguments } from '../../state/server/call-draft.ts';
import { type ErrorDraft, errorAnswer, type JsonDraft } from '../../state/server/server-request-draft.ts';
import { Fault, Form, SelectField, StatusText } from '../../ui/controls/fields.tsx';
import { Button, DialogShell, kit } from '../../ui/kit.tsx';
import styles from './policy-field.module.css';
import { DraftBox, ErrorForm } from './way-body.tsx';

const NAMES: readonly PolicyName[] = ['sampling', 'elicitation', 'roots', 'ping'];

export type AnswersSettingsProps = {
  readonly answers: SessionSettings['answers'];
  readonly onChange: (answers: SessionSettings['answers']) => void;
};

/** One policy per kind of server request. Invalid text has no effect yet. */
export function AnswersSettings({ answers, onChange }: AnswersSettingsProps) {
  return (
    <fieldset className={styles.policies}>
      <legend>When the server asks</legend>
      {NAMES.map((name) => (
        <PolicyField
          key={name}
          name={name}
          policy={answers[name]}
          onChange={(policy) => onChange({ ...answers, [name]: policy })}
        />
      ))}
    </fieldset>
  );
}

type Props = {
  readonly name: PolicyName;
  readonly policy: AnswerPolicy;
  readonly onChange: (policy: AnswerPolicy) => void;
};

function PolicyField({ name, policy, onChange }: Props) {
  return (
    <div className={kit.group}>
      <SelectField
        label={POLICY_NAMES[name]}
        options={POLICY_LABELS.map(([kind, label]) => [
          kind,
          kind === 'canned' ? (CANNED_TEXTS[name] ?? label) : label,
        ])}
        value={policy.kind}
        onChange={(kind) => onChange(policyOf(kind, name))}
      />
      {policy.kind === 'canned' && <CannedResult name={name} policy={policy} onChange={onChange} />}
      {policy.kind === 'error' && <PolicyError policy={policy} onChange={onChange} />}
    </div>
  );
}

function policyOf(kind: AnswerPolicy['kind'], name: PolicyName): AnswerPolicy {
  switch (kind) {
    case 'ask':
    case 'decline':
    case 'silent':
      return { kind };
    case 'canned': {
      const result = CANNED_STARTS[name];
      return result === undefined ? { kind } : { kind, result: { ...result } };
    }
    case 'error':
      return { kind, code: -32603, message: 'Internal error' };
  }
}

type CannedProps = Props & { readonly policy: Extract<AnswerPolicy, { kind: 'canned' }> };

function CannedResult({ name, policy, onChange }: CannedProps) {
  const [typed, setTyped] = useState<JsonDraft>();
  const byItself = name === 'roots' || name === 'ping';
  if (policy.result === undefined && byItself) {
    return (
      <Button
        look="link"
        className={kit.start}
        aria-label={`${POLICY_NAMES[name]}: write another result`}
        onClick={() => onChange({ kind: 'canned', result: name === 'roots' ? { roots: [] } : {} })}
      >
        Write another result
      </Button>
    );
  }
  // A text from elsewhere replaces what was typed.
  const known = policy.result ?? CANNED_STARTS[name] ?? {};
  const draft = typed !== undefined && sameText(typed, known) ? typed : writtenArguments(known);
  const change = (next: JsonDraft) => {
    setTyped(next);
    const read = readObject(next.text);
    if (read.ok) onChange({ kind: 'canned', result: { ...read.value } });
  };
  const broken = typed !== undefined && !readObject(typed.text).ok;
  return (
    <>
      <DraftBox
        label={`${POLICY_NAMES[name]}: result (JSON)`}
        draft={broken ? typed : draft}
        onChange={change}
      />
      {broken && (
        <p role="status" className={kit.note}>
          Until the text is valid, the last valid result stays.
        </p>
      )}
    </>
  );
}

function sameText({ text }: JsonDraft, known: unknown): boolean {
  const read = readObject(text);
  return read.ok && JSON.stringify(read.value) === JSON.stringify(known);
}

type ErrorProps = {
  readonly policy: Extract<AnswerPolicy, { kind: 'error' }>;
  readonly onChange: (policy: AnswerPolicy) => void;
};

function PolicyError({ policy, onChange }: ErrorProps) {
  const { code, message, data } = policy;
  const [typed, setTyped] = useState<ErrorDraft>({
    code: String(code),
    message,
    data: data === undefined ? '' : JSON.stringify(data, null, 2),
  });
  const read: Result<ServerRequestAnswer> = errorAnswer(typed);
  const change = (next: ErrorDraft) => {
    setTyped(next);
    const answer = errorAnswer(next);
    if (answer.ok && answer.value.kind === 'error') onChange(answer.value);
  };
  return (
    <>
      <ErrorForm draft={typed} onChange={change} />
      <StatusText
        className={kit.fault}
        text={read.ok ? '' : `${read.error} Until then the last valid error stays.`}
      />
    </>
  );
}

const POLICY_LABELS: readonly (readonly [AnswerPolicy['kind'], string])[] = [
  ['ask', 'ask me'],
  ['decline', 'decline'],
  ['canned', 'give a canned answer'],
  ['error', 'answer with an error'],
  ['silent', 'never answer, so that it times out'],
];

export const POLICY_NAMES: Record<PolicyName, string> = {
  sampling: 'Sampling',
  elicitation: 'Elicitation',
  roots: 'Roots list',
  ping: 'Ping',
};

const CANNED_TEXTS: Partial<Record<PolicyName, string>> = {
  roots: 'answer with the roots below',
  ping: 'answer',
};

/** The initial canned results; for the other kinds the session has its own. */
const CANNED_STARTS: Partial<Record<PolicyName, JsonObject>> = {
  sampling: {
    role: 'assistant',
    content: { type: 'text', text: 'A canned answer.' },
    model: 'canned',
    stopReason: 'endTurn',
  },
  elicitation: { action: 'accept', content: {} },
};

/** The policies and roots of the active session, which take effect when applied. */
export function ServerRequestsDialog() {
  const info = useActiveSession();
  return (
    <DialogShell title="Answers and roots" width={600}>
      {info?.kind !== 'live' ? (
        <p className={kit.dialog}>Only a session with a server of its own has answers and roots.</p>
      ) : (
        <ServerRequestsSettings key={info.session} info={info} settings={info.settings} />
      )}
    </DialogShell>
  );
}

type ServerRequestsDialogProps = { readonly info: LiveInfo; readonly settings: SessionSettings };

function ServerRequestsSettings({ info, settings }: ServerRequestsDialogProps) {
  const [answers, setAnswers] = useState(settings.answers);
  const [roots, setRoots] = useState<readonly Root[]>(settings.roots);
  const [fault, setFault] = useState('');
  const apply = async () => {
    const given = configuredRoots(roots);
    const others = JSON.stringify(given) !== JSON.stringify(settings.roots);
    const change: SettingsChange = others ? { answers, roots: given } : { answers };
    const applied = await settled(host().configure({ session: info.session, settings: change }));
    if (applied.ok) closeDialog('server-requests');
    else setFault(applied.error);
  };
  return (
    <Form className={kit.dialog} onSubmit={() => void apply()}>
      <AnswersSettings answers={answers} onChange={setAnswers} />
      <RootsEditor roots={roots} folder={info.cwd} onChange={setRoots} />
      <p className={kit.note}>{rootsNote(info)}</p>
      <Fault text={fault} />
      <div className={kit.foot}>
        <Button onClick={() => showDialog(null)}>Cancel</Button>
        <Button look="primary" type="submit">
          Apply
        </Button>
      </div>
    </Form>
  );
}

function rootsNote({ era, settings }: LiveInfo): string {
  const { roots } = settings.capabilities ?? {};
  if (roots === undefined) return 'The client does not declare roots: the server cannot ask for them.';
  if (era === 'modern') return 'Since 2026-07-28 a server asks for the roots whenever it needs them.';
  return isJsonObject(roots) && roots.listChanged === true
    ? 'New roots are announced by notifications/roots/list_changed.'
    : 'roots.listChanged is not declared: the server learns of new roots only when it asks again.';
}
