import { namesSecret } from '../../../app/profiles/profile.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CrossMark } from '../../ui/controls/cross-mark.tsx';
import styles from './profile-dialog.module.css';
import type { DraftVariable } from './profile-draft.ts';

type Props = {
  readonly env: readonly DraftVariable[];
  readonly note: string;
  readonly fault: string;
  readonly change: (env: readonly DraftVariable[]) => void;
};

/** The variables of a profile; the value of a secret one is typed blind and never shown again. */
export function EnvEditor({ env, note, fault, change }: Props) {
  const edit = (key: number, part: Partial<DraftVariable>) =>
    change(env.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const next = Math.max(-1, ...env.map(({ key }) => key)) + 1;
  return (
    <fieldset>
      <legend>Environment variables</legend>
      {env.map((one) => (
        <div key={one.key} className={styles.variable}>
          <input
            aria-label="Variable name"
            placeholder="NAME"
            spellCheck={false}
            value={one.name}
            onChange={({ target }) => {
              const guess = !one.secret && one.name === '' ? false : one.secret;
              edit(one.key, { name: target.value, secret: guess || namesSecret(target.value) });
            }}
          />
          <input
            aria-label={`Value of ${one.name || 'the variable'}`}
            placeholder={one.kept ? 'kept; type to replace' : 'value'}
            type={one.secret ? 'password' : 'text'}
            spellCheck={false}
            autoComplete="off"
            value={one.value}
            onChange={({ target }) => edit(one.key, { value: target.value })}
          />
          <label className={styles.secret}>
            <input
              type="checkbox"
              checked={one.secret}
              onChange={({ target }) => edit(one.key, { secret: target.checked, kept: false })}
            />
            secret
          </label>
          <Button
            look="icon"
            aria-label={`Remove ${one.name || 'the variable'}`}
            onClick={() => change(env.filter(({ key }) => key !== one.key))}
          >
            <CrossMark />
          </Button>
        </div>
      ))}
      {fault === '' ? null : (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      <div className={styles.under}>
        <Button
          onClick={() => change([...env, { key: next, name: '', value: '', secret: false, kept: false }])}
        >
          Add a variable
        </Button>
        <p>{note}</p>
      </div>
    </fieldset>
  );
}
