import { type ComponentType, createContext, useContext } from 'react';
import {
  CAPABILITY_SWITCHES,
  type CapabilitySwitch,
  declared,
  isDeclared,
  undeclared,
} from '../../../app/protocol/client-capabilities.ts';
import {
  DEFAULT_SETTINGS,
  type SessionSettings,
  settingsChanges,
} from '../../../app/protocol/session-settings.ts';
import { Field } from '../../ui/controls/field.tsx';
import { RootsEditor } from '../../ui/roots/roots-editor.tsx';
import { EraFields } from './era-fields.tsx';
import styles from './session-settings.module.css';
import { type EditedSettings, readCapabilities, type SettingsFieldsProps } from './settings-draft.ts';

/** Everything that a user can set for a session, a profile, or a session to be. */
export function SettingsFields(props: SettingsFieldsProps) {
  const AnswersFields = useContext(AnswersFieldsContext);
  return (
    <div className={styles.fields}>
      <fieldset className={styles.section}>
        <legend>
          Protocol <span className={styles.when}>from the next start on</span>
        </legend>
        <div className={styles.two}>
          <EraFields {...props} />
        </div>
      </fieldset>
      <TimeoutFields {...props} />
      <CapabilityFields {...props} />
      {AnswersFields !== undefined && (
        <AnswersFields answers={props.draft.answers} onChange={(answers) => props.change({ answers })} />
      )}
      <RootsEditor roots={props.draft.roots} onChange={(roots) => props.change({ roots: [...roots] })} />
      <WatchFields {...props} />
    </div>
  );
}

/** Files whose change restarts the server, and whether the last call is made again then. */
function WatchFields({ draft, faultAt, change }: SettingsFieldsProps) {
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

/** What the client declares: a switch for each known capability, and the whole as JSON beside them. */
function CapabilityFields({ draft, faultAt, change }: SettingsFieldsProps) {
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

/** How long calls may take; a call may set its own limits beside its arguments. */
function TimeoutFields({ draft, faultAt, change }: SettingsFieldsProps) {
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

type AnswersFieldsProps = {
  readonly answers: SessionSettings['answers'];
  readonly onChange: (answers: SessionSettings['answers']) => void;
};

/** The fields for what a session answers to server requests; the shell brings them from their feature. */
export const AnswersFieldsContext = createContext<ComponentType<AnswersFieldsProps> | undefined>(undefined);

/** The settings of a session to be, folded away behind what differs from the usual ones. */
export function FoldedSettings({ edited }: { readonly edited: EditedSettings }) {
  const { settings } = edited;
  const changes = settings === undefined ? [] : settingsChanges(DEFAULT_SETTINGS, settings);
  const summary = settings === undefined ? 'a field cannot be used' : changes.join('; ') || 'as usual';
  return (
    <details className={styles.folded}>
      <summary title={changes.join('\n')}>
        <b>Era, time-outs, capabilities, watch, answers</b> <span>{summary}</span>
      </summary>
      <div>
        <SettingsFields {...edited} />
      </div>
    </details>
  );
}
