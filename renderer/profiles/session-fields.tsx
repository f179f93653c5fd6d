import { Field } from '../controls/field.tsx';
import styles from './profile-dialog.module.css';
import type { ProfileDraft } from './profile-draft.ts';

const ERAS = [
  ['auto', 'auto: probe, then initialize'],
  ['initialize', 'initialize (up to 2025-11-25)'],
  ['modern', 'modern (2026-07-28)'],
] as const;
const CAPABILITIES = ['roots', 'sampling', 'elicitation'] as const;

type Props = {
  readonly draft: ProfileDraft;
  readonly fault: string;
  readonly change: (part: Partial<ProfileDraft>) => void;
};

/** How sessions of the profile talk: era, time-out and what the client declares. */
export function SessionFields({ draft, fault, change }: Props) {
  return (
    <div className={styles.session}>
      <Field label="Era">
        {({ className, id }) => (
          <select
            id={id}
            className={className}
            value={draft.era}
            onChange={({ target }) => {
              const era = ERAS.find(([value]) => value === target.value);
              if (era !== undefined) change({ era: era[0] });
            }}
          >
            {ERAS.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Time-out" hint="seconds" fault={fault}>
        {(wiring) => (
          <input
            {...wiring}
            inputMode="decimal"
            value={draft.timeout}
            onChange={({ target }) => change({ timeout: target.value })}
          />
        )}
      </Field>
      <fieldset className={styles.capabilities}>
        <legend>Declared capabilities</legend>
        {CAPABILITIES.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={draft.capabilities[name]}
              onChange={({ target }) =>
                change({ capabilities: { ...draft.capabilities, [name]: target.checked } })
              }
            />
            {name}
          </label>
        ))}
      </fieldset>
    </div>
  );
}
