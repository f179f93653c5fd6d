import { type ComponentType, createContext, useContext } from 'react';
import {
  CAPABILITY_SWITCHES,
  type CapabilitySwitch,
  declared,
  isDeclared,
  undeclared,
} from '../../../app/protocol/client-capabilities.ts';
import { eraOf, revisionsOf } from '../../../app/protocol/revisions.ts';
import {
  DEFAULT_SETTINGS,
  type SessionSettings,
  settingsChanges,
} from '../../../app/protocol/session-settings.ts';
import { AreaField, CheckLine, SelectField, TextField } from '../../ui/controls/fields.tsx';
import { RootsEditor } from '../../ui/roots/roots-editor.tsx';
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

/** Files whose change restarts the server, and whether the last call is repeated then. */
function WatchFields(props: SettingsFieldsProps) {
  const { draft, faultAt, change } = props;
  return (
    <fieldset className={styles.section}>
      <legend>
        Restart on change <span>the log goes on, with a line for it</span>
      </legend>
      <div className={styles.two}>
        <AreaField
          label="Watch"
          hint="file, folder or glob on each line"
          fault={faultAt('watch')}
          rows={3}
          placeholder={'src\nlib/**/*.py'}
          value={draft.watch}
          onChange={(watch) => change({ watch })}
        />
        <SecondsField {...props} field="quiet" label="Quiet for" hint="seconds before the restart" />
      </div>
      <CheckLine className={styles.check} checked={draft.repeats} onChange={(repeats) => change({ repeats })}>
        <span>
          Repeat the last call <small>after such a restart, with the same arguments</small>
        </span>
      </CheckLine>
    </fieldset>
  );
}

type SecondsFieldProps = SettingsFieldsProps & {
  readonly field: 'probe' | 'timeout' | 'most' | 'quiet';
  readonly label: string;
  readonly hint: string;
  readonly placeholder?: string;
  readonly title?: string;
};

function SecondsField({ draft, faultAt, change, field, ...labels }: SecondsFieldProps) {
  return (
    <TextField
      {...labels}
      fault={faultAt(field)}
      inputMode="decimal"
      value={draft[field]}
      onChange={(seconds) => change({ [field]: seconds })}
    />
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
              <CheckLine
                className={styles.check}
                aria-label={one.name}
                aria-description={one.about}
                disabled={capabilities === undefined}
                checked={capabilities !== undefined && isDeclared(capabilities, one.path)}
                onChange={(on) => set(one, on)}
              >
                <span>
                  {one.name} <small>{one.about}</small>
                </span>
              </CheckLine>
            </li>
          ))}
        </ul>
        <AreaField
          label="As JSON"
          hint="experimental ones too"
          fault={faultAt('capabilities')}
          rows={11}
          value={draft.capabilities}
          onChange={(capabilities) => change({ capabilities })}
        />
      </div>
    </fieldset>
  );
}

/** How long calls may take; a call may set its own limits beside its arguments. */
function TimeoutFields(props: SettingsFieldsProps) {
  const { draft, change } = props;
  return (
    <fieldset className={styles.section}>
      <legend>
        Time-outs <span>of calls that set none of their own</span>
      </legend>
      <div className={styles.three}>
        <SecondsField {...props} field="timeout" label="Time-out" hint="seconds without an answer" />
        <SecondsField
          {...props}
          field="most"
          label="Maximum"
          hint="seconds; empty: none"
          placeholder="none"
        />
        <SecondsField
          {...props}
          field="probe"
          label="Probe"
          hint="seconds"
          title="How long auto waits for the answer to server/discover"
        />
      </div>
      <CheckLine className={styles.check} checked={draft.resets} onChange={(resets) => change({ resets })}>
        <span>
          Progress restarts the time-out <small>the maximum goes on all the same</small>
        </span>
      </CheckLine>
      <CheckLine
        className={styles.check}
        checked={draft.countsThinking}
        onChange={(countsThinking) => change({ countsThinking })}
      >
        <span>
          Count my thinking time{' '}
          <small>else a call’s time stands still while the server waits for your answer</small>
        </span>
      </CheckLine>
    </fieldset>
  );
}

type AnswersFieldsProps = {
  readonly answers: SessionSettings['answers'];
  readonly onChange: (answers: SessionSettings['answers']) => void;
};

/** The fields for what a session answers to server requests; the shell brings them from their feature. */
export const AnswersFieldsContext = createContext<ComponentType<AnswersFieldsProps> | undefined>(undefined);

/** The settings of a session to be, folded away behind what differs from the default ones. */
export function FoldedSettings({ edited }: { readonly edited: EditedSettings }) {
  const { settings } = edited;
  const changes = settings === undefined ? [] : settingsChanges(DEFAULT_SETTINGS, settings);
  const summary = settings === undefined ? 'a field cannot be used' : changes.join('; ') || 'default';
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

const ERAS = [
  ['auto', 'auto: probe, else initialize'],
  ['initialize', 'initialize: up to 2025-11-25'],
  ['modern', 'modern: 2026-07-28, no fall-back'],
] as const;

const REVISIONS = [...revisionsOf('modern'), ...revisionsOf('initialize')];

/** Which era a session speaks, and which revision it asks for. */
export function EraFields({ draft, faultAt, change }: SettingsFieldsProps) {
  return (
    <>
      <SelectField
        label="Era"
        options={ERAS}
        value={draft.era}
        onChange={(era) => change({ era, revision: kept(draft.revision, era) })}
      />
      <TextField
        label="Revision"
        hint="any; empty for the newest"
        fault={faultAt('revision')}
        suggestions={draft.era === 'auto' ? REVISIONS : revisionsOf(draft.era)}
        placeholder="newest"
        value={draft.revision}
        onChange={(revision) => change({ revision })}
      />
    </>
  );
}

/** A revision of the other era is of no use in a fixed one. */
function kept(revision: string, era: 'auto' | 'initialize' | 'modern'): string {
  return era === 'auto' || revision === '' || eraOf(revision) === era ? revision : '';
}
