import { Popover } from '@base-ui/react/popover';
import { useId, useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { type HostTable, hostsOfClient } from '../../../app/hosts/lens/host-table.ts';
import { type HostVersion, hostLabel } from '../../../app/hosts/lens/lens.ts';
import type { SavedSurvey } from '../../../app/lab/survey/measured-file.ts';
import { seedIn } from '../../../app/lab/survey/survey-tools.ts';
import { host, settled } from '../../state/host/host.ts';
import { serverKey } from '../../state/session/session-text.ts';
import {
  type ChosenLens,
  chooseHost,
  loadHostRows,
  useChosenHosts,
  useHostLens,
  useHostTable,
} from '../../state/session/use-host-lens.ts';
import chip from '../../ui/controls/chip.module.css';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Fault, Field, Select } from '../../ui/controls/fields.tsx';
import { PopoverPanel } from '../../ui/controls/menus.tsx';
import { counted } from '../../ui/format/quantity-text.ts';
import { Button, kit } from '../../ui/kit.tsx';
import styles from './vocabulary-chip.module.css';

/** The host application through which answers are viewed; opens the choice and the sources of its rows. */
export function HostChip({ info }: { readonly info: SessionInfo }) {
  const lens = useHostLens(info);
  const label = lensLabel(lens) || 'any host';
  return (
    <Popover.Root onOpenChange={(open) => open && void loadHostRows()}>
      <Popover.Trigger
        className={`${chip.chip} ${styles.chip} ${styles.whole}`}
        data-unknown={lens.host === undefined}
        aria-label={`Host: ${label}`}
        title="The host application whose model gets the answers"
      >
        {label}
      </Popover.Trigger>
      <PopoverPanel title="Whose model gets it" className={styles.popup}>
        <Popover.Description className={kit.mute}>
          What reaches a model depends on the host application and its version. <i>Model's view</i> shows it
          for the one that is chosen here, with its source and date.
        </Popover.Description>
        <HostPicker info={info} lens={lens} />
        {seedIn(info.instructions) !== undefined && <SurveyAnswer session={info.session} />}
        <OwnRows />
      </PopoverPanel>
    </Popover.Root>
  );
}

function lensLabel({ table, host }: ChosenLens): string {
  const entry = host === undefined ? undefined : table.hosts.find(({ id }) => id === host.host);
  return entry === undefined || host === undefined ? '' : hostLabel(entry, host.version);
}

/** Chooses the host and its version; remembered for the same server. */
export function HostPicker({ info, lens }: { readonly info: SessionInfo; readonly lens: ChosenLens }) {
  const field = useId();
  const server = serverKey(info);
  const chosen = useChosenHosts((state) => state[server]);
  const choose = (change: Partial<HostVersion>) => {
    const next = { host: chosen?.host ?? '', version: chosen?.version ?? '', ...change };
    chooseHost(server, next.host === '' ? undefined : next);
  };
  return (
    <div className={styles.picker}>
      <label htmlFor={`${field}-host`}>Host</label>
      <Select
        id={`${field}-host`}
        value={lens.by === 'user' ? (chosen?.host ?? '') : ''}
        onChange={(host) => choose({ host, version: '' })}
        options={[['', presetText(lens)], ...lens.table.hosts.map(({ id, name }) => [id, name] as const)]}
      />
      {lens.by === 'user' && (
        <>
          <label htmlFor={`${field}-version`}>Version</label>
          <input
            id={`${field}-version`}
            value={chosen?.version ?? ''}
            placeholder={lens.host?.version || 'not known'}
            maxLength={50}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => choose({ version: event.target.value.trim() })}
          />
        </>
      )}
      <p className={kit.mute}>{clientText(lens.table, info)} A choice is remembered for this server.</p>
    </div>
  );
}

function presetText(lens: ChosenLens): string {
  switch (lens.by) {
    case 'client':
      return `as the client says: ${lensLabel(lens)}`;
    case 'project':
      return `as the project file says: ${lensLabel(lens)}`;
    case 'user':
    case 'nobody':
      return 'none';
  }
}

function clientText(table: HostTable, { client }: SessionInfo): string {
  if (client === null) return 'The client has not said who it is.';
  const said = `The client says it is “${hostLabel(client, client.version)}”`;
  const sharing = hostsOfClient(table, client);
  if (sharing.length < 2) return `${said}.`;
  return `${said}, as do ${sharing.map(({ name }) => name).join(' and ')}: choose the one that it is.`;
}

function OwnRows() {
  const { table, folder, problems, fault } = useHostTable();
  const own = table.rows.filter((row) => row.own).length;
  return (
    <section className={styles.layer} aria-label="Rows of your own">
      <h3>
        Rows of your own <small>{own === 0 ? 'none' : counted(own, 'row')}</small>
      </h3>
      <p className={kit.mute}>
        JSON files in <code>{folder}</code> add hosts and replace rows. <code>tierscope lab</code> measures a
        host and writes one.
      </p>
      <Fault text={fault} />
      {problems.map(({ file, message }) => (
        <Fault key={`${file} ${message}`} text={`${file}: ${message}`} />
      ))}
      {problems.length > 0 && (
        <Button size="small" onClick={() => void loadHostRows()}>
          Read the files again
        </Button>
      )}
    </section>
  );
}

/** Reads an agent's answer to the survey in this session, and shows what follows from it. */
export function SurveyAnswer({ session }: { readonly session: string }) {
  const [answer, setAnswer] = useState('');
  const [saved, setSaved] = useState<SavedSurvey | undefined>(undefined);
  const [fault, setFault] = useState('');
  const measure = async () => {
    const outcome = await settled(host().measureSurvey({ session, answer }));
    setFault(outcome.ok ? '' : outcome.error);
    setSaved(outcome.ok ? outcome.value : undefined);
    if (outcome.ok) await loadHostRows();
  };
  return (
    <section className={styles.layer} aria-label="Survey">
      <h3>Survey</h3>
      <p className={kit.mute}>
        This session is a survey. Paste what the agent wrote of it, if it did not report by itself: what it
        saw becomes measured rows of its host.
      </p>
      <Field label="The agent's answer">
        {(wiring) => (
          <textarea {...wiring} rows={4} value={answer} onChange={(event) => setAnswer(event.target.value)} />
        )}
      </Field>
      <div className={`${kit.row} ${kit.above}`}>
        <Button size="small" onClick={() => void measure()}>
          Measure the host
        </Button>
        {saved !== undefined && saved.page !== '' && (
          <CopyButton label="Copy the page" text={() => saved.page} />
        )}
      </div>
      <Fault text={fault} />
      <div role="status">
        {saved?.lines.map((line) => (
          <p key={line} className={`${kit.anywhere} ${kit.above}`}>
            {line}
          </p>
        ))}
      </div>
    </section>
  );
}
