import { type ReactNode, useContext } from 'react';
import {
  CAPABILITY_SWITCHES,
  type CapabilitySwitch,
  declared,
  isDeclared,
  undeclared,
} from '../../../app/protocol/client-capabilities.ts';
import { eraOf, revisionsOf } from '../../../app/protocol/revisions.ts';
import { DEFAULT_SETTINGS, settingsChanges } from '../../../app/protocol/session-settings.ts';
import { RootsEditor } from '../../shared/roots-editor.tsx';
import { AreaField, CheckLine, SelectField, TextField } from '../../ui/controls/fields.tsx';
import { kit } from '../../ui/kit.tsx';
import styles from './session-settings.module.css';
import { Setting, SettingsPart } from './settings-body.tsx';
import {
  type EditedSettings,
  readCapabilities,
  type SettingsDraft,
  type SettingsFieldsProps,
} from './settings-draft.ts';
import { AnswersFieldsContext } from './settings-slots.ts';

/** The sections of the session settings, in order. */
export const SETTINGS_PARTS = ['Protocol', 'Limits', 'Server requests', 'Watch'] as const;

type AllFieldsProps = SettingsFieldsProps & {
  readonly now?: ReactNode;
  readonly children?: ReactNode;
};

export function SettingsFields({ now, children, ...props }: AllFieldsProps) {
  const AnswersFields = useContext(AnswersFieldsContext);
  return (
    <div className={`${kit.stack} ${kit.gap5}`}>
      <SettingsPart title="Protocol" hint="from the next start on">
        {now === undefined ? null : <Setting words="era revision now">{now}</Setting>}
        <Setting words="era revision version initialize modern probe">
          <div className={kit.pair}>
            <EraFields {...props} />
          </div>
        </Setting>
        <Setting words="probe server/discover seconds wait">
          <div className={kit.pair}>
            <SecondsField {...props} field="probe" label="Probe" hint="seconds to wait for server/discover" />
          </div>
        </Setting>
        <CapabilityFields {...props} />
        <HttpFields {...props} />
        {children}
      </SettingsPart>
      <TimeoutFields {...props} />
      <SettingsPart title="Server requests" hint="what the server asks of its client">
        {AnswersFields !== undefined && (
          <Setting words="answers policy sampling elicitation roots ping decline canned">
            <AnswersFields answers={props.draft.answers} onChange={(answers) => props.change({ answers })} />
          </Setting>
        )}
        <Setting words="roots folders">
          <RootsEditor roots={props.draft.roots} onChange={(roots) => props.change({ roots: [...roots] })} />
        </Setting>
      </SettingsPart>
      <WatchFields {...props} />
    </div>
  );
}

const TRANSPORTS = [
  ['auto', 'auto: Streamable HTTP, else HTTP+SSE'],
  ['streamable-http', 'Streamable HTTP'],
  ['http+sse', 'HTTP+SSE of 2024-11-05'],
] as const;

const HTTP_TEXTS = [
  ['proxy', 'Proxy', 'its address; empty: the environment’s'],
  ['caFile', 'CA', 'PEM file to trust as well'],
  ['certFile', 'Client certificate', 'PEM file'],
  ['keyFile', 'Its key', 'PEM file; if encrypted, add TIERSCOPE_KEY_PASSPHRASE'],
] as const;

function HttpFields({ draft, faultAt, change }: SettingsFieldsProps) {
  const { http } = draft;
  const set = (part: Partial<SettingsDraft['http']>) => change({ http: { ...http, ...part } });
  return (
    <>
      <Setting words="http transport streamable sse proxy ca certificate tls key">
        <h4 className={kit.strong}>HTTP</h4>
        <div className={kit.pair}>
          <SelectField
            label="Transport"
            options={TRANSPORTS}
            value={http.transport}
            onChange={(transport) => set({ transport })}
          />
          {HTTP_TEXTS.map(([name, label, hint]) => (
            <TextField
              key={name}
              label={label}
              hint={hint}
              fault={name === 'proxy' ? faultAt('proxy') : ''}
              value={http[name]}
              onChange={(text) => set({ [name]: text.trim() })}
            />
          ))}
        </div>
      </Setting>
      <Setting words="initialize again session gone 404 renew">
        <CheckLine checked={http.renewsSession} onChange={(renewsSession) => set({ renewsSession })}>
          <span>
            Initialize again <small>by itself, when the server has ended the session</small>
          </span>
        </CheckLine>
      </Setting>
      <Setting words="insecure certificate tls self-signed">
        <CheckLine checked={http.insecure} onChange={(insecure) => set({ insecure })}>
          <span>
            Take any certificate <small>insecure; the recording says so</small>
          </span>
        </CheckLine>
      </Setting>
    </>
  );
}

function WatchFields(props: SettingsFieldsProps) {
  const { draft, faultAt, change } = props;
  return (
    <SettingsPart title="Watch" hint="a change restarts the server; the log goes on, with a line for it">
      <Setting words="restart on change files folders globs quiet seconds">
        <div className={kit.pair}>
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
      </Setting>
      <Setting words="repeat the last call after a restart">
        <CheckLine checked={draft.repeats} onChange={(repeats) => change({ repeats })}>
          <span>
            Repeat the last call <small>after such a restart, with the same arguments</small>
          </span>
        </CheckLine>
      </Setting>
    </SettingsPart>
  );
}

type SecondsFieldProps = SettingsFieldsProps & {
  readonly field: 'probe' | 'timeout' | 'most' | 'quiet';
  readonly label: string;
  readonly hint: string;
  readonly placeholder?: string;
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

function CapabilityFields({ draft, faultAt, change }: SettingsFieldsProps) {
  const capabilities = readCapabilities(draft.capabilities);
  const set = ({ path }: CapabilitySwitch, on: boolean) => {
    if (capabilities === undefined) return;
    const next = on ? declared(capabilities, path) : undeclared(capabilities, path);
    change({ capabilities: JSON.stringify(next, null, 2) });
  };
  return (
    <Setting words={`declared capabilities json ${CAPABILITY_SWITCHES.map(({ name }) => name).join(' ')}`}>
      <h4 className={kit.strong}>Declared capabilities</h4>
      <div className={kit.pair}>
        <ul className={`${kit.stack} ${kit.gap2} ${styles.switches}`}>
          {CAPABILITY_SWITCHES.map((one) => (
            <li key={one.name} data-part={one.path.length > 1 && one.path[0] !== 'extensions'}>
              <CheckLine
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
    </Setting>
  );
}

function TimeoutFields(props: SettingsFieldsProps) {
  const { draft, change } = props;
  return (
    <SettingsPart title="Limits" hint="of calls that set none of their own">
      <Setting words="time-out timeout maximum seconds">
        <div className={kit.pair}>
          <SecondsField {...props} field="timeout" label="Time-out" hint="seconds without an answer" />
          <SecondsField
            {...props}
            field="most"
            label="Maximum"
            hint="seconds; empty: none"
            placeholder="none"
          />
        </div>
      </Setting>
      <Setting words="progress restarts resets the time-out">
        <CheckLine checked={draft.resets} onChange={(resets) => change({ resets })}>
          <span>
            Progress restarts the time-out <small>the maximum goes on anyway</small>
          </span>
        </CheckLine>
      </Setting>
      <Setting words="count my thinking time time-out sampling elicitation">
        <CheckLine checked={draft.countsThinking} onChange={(countsThinking) => change({ countsThinking })}>
          <span>
            Count my thinking time{' '}
            <small>
              else a call’s time stands still while the server waits for your answer, as it always does since
              2026-07-28: there each round is a request of its own
            </small>
          </span>
        </CheckLine>
      </Setting>
    </SettingsPart>
  );
}

/** The settings of a new session, folded; shows what differs from the defaults. */
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

/** Clears a revision that does not belong to the selected era. */
function kept(revision: string, era: 'auto' | 'initialize' | 'modern'): string {
  return era === 'auto' || revision === '' || eraOf(revision) === era ? revision : '';
}
