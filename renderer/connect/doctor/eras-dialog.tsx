import { versionedName } from '../../../app/base/versioned-name.ts';
import type { EraRow, ErasReport, HostVerdict } from '../../../app/checks/eras/era-report.ts';
import { connectsText, OUTCOMES } from '../../../app/checks/eras/era-report.ts';
import type { MigrationStep } from '../../../app/checks/eras/migration.ts';
import { host } from '../../state/host/host.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { kit } from '../../ui/kit.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { CheckDialog } from './doctor-dialog.tsx';

const running = () =>
  'Starting the server five times, beside this session: once for each revision of MCP, from the oldest on.';

/** Starts the active session's server as a client of each revision, and shows which hosts can connect. */
export function ErasDialog() {
  return (
    <CheckDialog title="Eras" width={920} running={running} check={check}>
      {(report) => <Eras report={report} />}
    </CheckDialog>
  );
}

const check = (session: string) => host().eras({ session });

function Eras({ report }: { readonly report: ErasReport }) {
  const { serves, verdict, rows, advice, hosts, migration } = report;
  return (
    <>
      <p role="status" className={kit.callout} data-tone={serves === 'both' ? 'good' : 'warning'}>
        {verdict}
      </p>
      <DataTable label="Revisions" columns={REVISIONS} rows={rows} keyOf={({ revision }) => revision} />
      {rows.map((row) => (
        <Details key={row.revision} row={row} />
      ))}
      {advice.length > 0 && (
        <section aria-labelledby="eras-advice">
          <h3 id="eras-advice">What to change</h3>
          <ul>
            {advice.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      <h3>Hosts</h3>
      <DataTable
        label="Hosts"
        columns={HOSTS}
        rows={hosts.filter(({ newest }) => newest)}
        keyOf={({ id }) => id}
      />
      {migration.length > 0 && <h3>What of this traffic changes with 2026-07-28</h3>}
      {migration.map((step) => (
        <Change key={step.what} step={step} />
      ))}
    </>
  );
}

const REVISIONS: readonly Column<EraRow>[] = [
  { head: 'Client of', cell: ({ revision }) => revision, isName: true, className: kit.unbroken },
  {
    head: 'Outcome',
    cell: ({ outcome }) => (
      <Tone tone={outcome.startsWith('opens') ? 'good' : 'error'}>{OUTCOMES[outcome]}</Tone>
    ),
  },
  { head: 'Failed first', cell: ({ step }) => step },
  { head: 'What it gets', cell: ({ found }) => found, className: kit.anywhere },
];

const HOSTS: readonly Column<HostVerdict>[] = [
  { head: 'Host', cell: versionedName, isName: true },
  {
    head: 'Connects with',
    cell: (host) => <Tone tone={CONNECTS[host.connects]}>{connectsText(host)}</Tone>,
    className: kit.unbroken,
  },
  { head: 'Why', cell: ({ why }) => why },
  {
    head: 'As of',
    cell: ({ asOf, source }) => <span title={source}>{asOf}</span>,
    className: kit.unbroken,
  },
];

const CONNECTS = { yes: 'good', no: 'error', unknown: 'warning' } as const;

function Details({ row: { revision, todo, rules } }: { readonly row: EraRow }) {
  if (todo === '' && rules.length === 0) return null;
  return (
    <details>
      <summary>
        As a client of {revision}:{' '}
        {rules.length === 0 ? 'what to do' : `rules that the server breaks (${rules.length})`}
      </summary>
      {todo !== '' && <p>{todo}</p>}
      <ul>
        {rules.map(({ rule, title, todo }) => (
          <li key={rule}>
            <b>{title}</b> <small>{rule}</small>
            <br />
            {todo}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Change({ step }: { readonly step: MigrationStep }) {
  const { what, text, side, count, seq, before, after } = step;
  return (
    <details>
      <summary>
        <b>{what}</b>{' '}
        <small>
          {count === 1 ? 'once' : `${count} times`}, first at #{seq}
        </small>
      </summary>
      <p>
        {text} The {side} changes it.
      </p>
      <Frame name="Before" text={before} />
      {after === '' ? (
        <p className={kit.mute}>It is not sent any more.</p>
      ) : (
        <>
          <Frame name="After" text={after} />
          <CopyButton label="Copy" text={() => after} />
        </>
      )}
    </details>
  );
}

function Frame({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <>
      <small>{name}</small>
      <pre className={`${kit.well} ${kit.code} ${kit.pad} ${kit.low}`}>{text}</pre>
    </>
  );
}

function Tone({ tone, children }: { readonly tone: string; readonly children: string }) {
  return (
    <b className={kit.tier} data-tone={tone}>
      {children}
    </b>
  );
}
