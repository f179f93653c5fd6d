import {
  CAPABILITY_SWITCHES,
  type CapabilitySwitch,
  declared,
  isDeclared,
  undeclared,
} from '../../../app/protocol/capability-switches.ts';
import { Field } from '../../ui/controls/field.tsx';
import styles from './session-settings.module.css';
import { readCapabilities, type SettingsFieldsProps } from './settings-draft.ts';

/** What the client declares: a switch for each known capability, and the whole as JSON beside them. */
export function CapabilityFields({ draft, faultAt, change }: SettingsFieldsProps) {
  const capabilities = readCapabilities(draft.capabilities);
  const set = ({ path }: CapabilitySwitch, on: boolean) => {
    if (capabilities === undefined) return;
    const next = on ? declared(capabilities, path) : undeclared(capabilities, path);
    change({ capabilities: JSON.stringify(next, null, 2) });
  };
  return (
    <fieldset className={styles.section}>
      <legend>
        Declared capabilities <span className={styles.when}>from the next start on</span>
      </legend>
      <div className={styles.two}>
        <ul className={styles.switches}>
          {CAPABILITY_SWITCHES.map((one) => (
            <li key={one.name} data-part={one.path.length > 1 && one.path[0] !== 'extensions'}>
              <label className={styles.check}>
                <input
                  type="checkbox"
                  aria-label={one.name}
                  aria-description={one.about}
                  disabled={capabilities === undefined}
                  checked={capabilities !== undefined && isDeclared(capabilities, one.path)}
                  onChange={({ target }) => set(one, target.checked)}
                />
                <span>
                  {one.name} <small>{one.about}</small>
                </span>
              </label>
            </li>
          ))}
        </ul>
        <Field label="As JSON" hint="experimental ones too" fault={faultAt('capabilities')}>
          {(wiring) => (
            <textarea
              {...wiring}
              rows={11}
              value={draft.capabilities}
              onChange={({ target }) => change({ capabilities: target.value })}
            />
          )}
        </Field>
      </div>
    </fieldset>
  );
}
