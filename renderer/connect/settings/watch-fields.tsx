import { Field } from '../../ui/controls/field.tsx';
import styles from './session-settings.module.css';
import type { SettingsFieldsProps } from './settings-draft.ts';

/** Files whose change restarts the server, and whether the last call is made again then. */
export function WatchFields({ draft, faultAt, change }: SettingsFieldsProps) {
  return (
    <fieldset className={styles.section}>
      <legend>
        Restart on change <span>the log goes on, with a mark</span>
      </legend>
      <div className={styles.two}>
        <Field label="Watch" hint="file, folder or glob on each line" fault={faultAt('watch')}>
          {(wiring) => (
            <textarea
              {...wiring}
              rows={3}
              placeholder={'src\nlib/**/*.py'}
              value={draft.watch}
              onChange={({ target }) => change({ watch: target.value })}
            />
          )}
        </Field>
        <Field label="Quiet for" hint="seconds before the restart" fault={faultAt('quiet')}>
          {(wiring) => (
            <input
              {...wiring}
              inputMode="decimal"
              value={draft.quiet}
              onChange={({ target }) => change({ quiet: target.value })}
            />
          )}
        </Field>
      </div>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={draft.repeats}
          onChange={({ target }) => change({ repeats: target.checked })}
        />
        <span>
          Repeat the last call <small>after such a restart, with the same arguments</small>
        </span>
      </label>
    </fieldset>
  );
}
