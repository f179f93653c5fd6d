import type { PolicyName } from '../../app/protocol/server-request.ts';
import type { SessionSettings } from '../../app/protocol/session-settings.ts';
import styles from './policy-field.module.css';
import { PolicyField } from './policy-field.tsx';

const NAMES: readonly PolicyName[] = ['sampling', 'elicitation', 'roots', 'ping'];

export type AnswersSettingsProps = {
  readonly answers: SessionSettings['answers'];
  readonly onChange: (answers: SessionSettings['answers']) => void;
};

/** What to do when the server asks: one policy for each kind. A text that is not valid changes nothing yet. */
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
