import { useState } from 'react';
import type { Result } from '../../app/base/result.ts';
import type { AnswerPolicy, PolicyName, ServerRequestAnswer } from '../../app/protocol/server-request.ts';
import type { SessionSettings } from '../../app/protocol/session-settings.ts';
import { readObject, writtenArguments } from '../state/server/call-draft.ts';
import { type ErrorDraft, errorAnswer, type JsonDraft } from '../state/server/server-request-draft.ts';
import { Button } from '../ui/controls/button.tsx';
import { SelectField } from '../ui/controls/fields.tsx';
import styles from './policy-field.module.css';
import { CANNED_STARTS, CANNED_TEXTS, POLICY_LABELS, POLICY_NAMES } from './policy-text.ts';
import { DraftBox, ErrorForm } from './way-body.tsx';

const NAMES: readonly PolicyName[] = ['sampling', 'elicitation', 'roots', 'ping'];

export type AnswersSettingsProps = {
  readonly answers: SessionSettings['answers'];
  readonly onChange: (answers: SessionSettings['answers']) => void;
};

/** One policy for each kind of server request. A text that is not valid changes nothing yet. */
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

/** What the session does with one kind of server request, and the answer that it gives by itself. */
function PolicyField({ name, policy, onChange }: Props) {
  return (
    <div className={styles.policy}>
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
        className={styles.link}
        aria-label={`${POLICY_NAMES[name]}: write another result`}
        onClick={() => onChange({ kind: 'canned', result: name === 'roots' ? { roots: [] } : {} })}
      >
        Write another result
      </Button>
    );
  }
  // A text from elsewhere takes the place of what was typed.
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
        <p role="status" className={styles.note}>
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
      {!read.ok && (
        <p role="status" className={styles.fault}>
          {read.error} Until then the last valid error stays.
        </p>
      )}
    </>
  );
}
