import { Field } from '../../ui/controls/field.tsx';
import styles from './session-settings.module.css';
import type { SettingsFieldsProps } from './settings-draft.ts';

/** How long calls may take; a call may set its own limits beside its arguments. */
export function TimeoutFields({ draft, faultAt, change }: SettingsFieldsProps) {
  return (
    <fieldset className={styles.section}>
      <legend>
        Time-outs <span>of calls that set none of their own</span>
      </legend>
      <div className={styles.three}>
        <Field label="Time-out" hint="seconds without an answer" fault={faultAt('timeout')}>
          {(wiring) => (
            <input
              {...wiring}
              inputMode="decimal"
              value={draft.timeout}
              onChange={({ target }) => change({ timeout: target.value })}
            />
          )}
        </Field>
        <Field label="Maximum" hint="seconds; empty: none" fault={faultAt('most')}>
          {(wiring) => (
            <input
              {...wiring}
              inputMode="decimal"
              placeholder="none"
              value={draft.most}
              onChange={({ target }) => change({ most: target.value })}
            />
          )}
        </Field>
        <Field label="Probe" hint="seconds" fault={faultAt('probe')}>
          {(wiring) => (
            <input
              {...wiring}
              inputMode="decimal"
              title="How long auto waits for the answer to server/discover"
              value={draft.probe}
              onChange={({ target }) => change({ probe: target.value })}
            />
          )}
        </Field>
      </div>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={draft.resets}
          onChange={({ target }) => change({ resets: target.checked })}
        />
        <span>
          Progress starts the time-out anew <small>the maximum goes on all the same</small>
        </span>
      </label>
    </fieldset>
  );
}
