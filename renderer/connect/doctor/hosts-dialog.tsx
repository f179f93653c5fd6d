import { useEffect, useRef, useState } from 'react';
import {
  type CheckedServer,
  checkedSummary,
  checkGroups,
  type HostedServer,
  type HostHere,
  NO_HOSTS,
  NO_START,
} from '../../../app/checks/hosts/host-report.ts';
import { host, notifyFailure, settled, useLoaded } from '../../state/host/host.ts';
import { activateSession, showDialog } from '../../state/screen/screen-store.ts';
import { openConnect } from '../../state/session/profiles-store.ts';
import { Button, DialogShell, kit, ScrollBox } from '../../ui/kit.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';

const list = () => settled(host().findHosts({}));

/** Lists the hosts of this machine with their files, logs and servers, and checks the servers in turn on a click. */
export function HostsDialog() {
  const found = useLoaded('hosts', list);
  const hosts = found?.ok ? found.value : [];
  const groups = checkGroups(hosts).filter(({ left }) => left === '');
  const { checked, running, check, stop } = useChecks(groups.map(({ start }) => start));
  const done = [...checked.values()];
  const isBare = found?.ok === true && hosts.length === 0;
  return (
    <DialogShell title="Hosts on this machine" width={isBare ? 560 : 980}>
      <ScrollBox className={kit.dialog}>
        {found === undefined ? <p className={kit.mute}>Reading the files…</p> : null}
        {found?.ok === false ? <p role="alert">{found.error}</p> : null}
        {isBare ? <p>{NO_HOSTS}</p> : null}
        {done.length > 0 && running === '' ? (
          <p role="status" className={kit.callout} data-tone={done.every(isGood) ? 'good' : 'warning'}>
            {checkedSummary(done)}
          </p>
        ) : null}
        {hosts.map((one) => (
          <HostPart key={one.host} host={one} checked={checked} running={running} />
        ))}
      </ScrollBox>
      <div className={kit.foot}>
        <span className={`${kit.mute} ${kit.grow}`}>
          {groups.length > 0 && 'Checking starts each command above once, in turn, on this machine.'}
        </span>
        <Button onClick={() => showDialog(null)}>Close</Button>
        {isBare && <Button onClick={() => openConnect()}>Connect to a server…</Button>}
        {groups.length === 0 ? null : running === '' ? (
          <Button look="primary" onClick={() => void check()}>
            Start and check {groups.length}
          </Button>
        ) : (
          <Button onClick={stop}>Stop</Button>
        )}
      </div>
    </DialogShell>
  );
}

function isGood({ connects, reason }: CheckedServer): boolean {
  return connects === true && reason === '';
}

/** What the checks of these starts showed so far, and the one that runs. They end with the dialog. */
function useChecks(starts: readonly string[]) {
  const [checked, setChecked] = useState<ReadonlyMap<string, CheckedServer>>(new Map());
  const [running, setRunning] = useState('');
  const round = useRef(0);
  const current = useRef('');
  const stop = () => {
    round.current += 1;
    if (current.current !== '') void host().stopHosted({ start: current.current });
    current.current = '';
    setRunning('');
  };
  useEffect(() => stop, []);
  const check = async () => {
    setChecked(new Map());
    const own = round.current;
    for (const start of starts) {
      current.current = start;
      setRunning(start);
      const result = await settled(host().checkHosted({ start }));
      if (round.current !== own) return;
      const seen: CheckedServer = result.ok ? result.value : { ...UNTRIED, reason: result.error };
      setChecked((before) => new Map(before).set(start, seen));
    }
    current.current = '';
    setRunning('');
  };
  return { checked, running, check, stop };
}

const UNTRIED: Omit<CheckedServer, 'reason'> = { hosts: [], name: '', connects: null, tools: null, todo: '' };

async function openLog(path: string): Promise<void> {
  const opened = await notifyFailure(host().openRecording({ path }));
  if (opened !== undefined) activateSession(opened.sessions[0] ?? '');
  showDialog(null);
}

type HostPartProps = {
  readonly host: HostHere;
  readonly checked: ReadonlyMap<string, CheckedServer>;
  readonly running: string;
};

function HostPart({ host: { name, files, logs, servers }, checked, running }: HostPartProps) {
  const [newest] = logs;
  const checkedColumn: Column<HostedServer> = {
    head: 'Checked now',
    className: kit.anywhere,
    cell: ({ start }) =>
      start !== '' && start === running ? 'Starting…' : <Outcome checked={checked.get(start)} />,
  };
  const columns: readonly Column<HostedServer>[] = [
    ...COLUMNS,
    ...(checked.size === 0 && running === '' ? [] : [checkedColumn]),
  ];
  return (
    <section aria-label={name} className={kit.stack}>
      <h3>{name}</h3>
      {files.map(({ path, isRead, problems }) => (
        <div key={path}>
          <code className={kit.anywhere}>{path}</code>
          {isRead ? null : <small> its servers are not read</small>}
          {problems.map(({ line, message }) => (
            <p key={`${line} ${message}`} className={kit.fault}>
              Line {line}: {message}
            </p>
          ))}
        </div>
      ))}
      {newest === undefined ? null : (
        <p className={kit.row}>
          <span className={kit.mute}>{logs.length === 1 ? 'Log' : `Newest of ${logs.length} logs`}</span>
          <code className={kit.truncate}>{newest}</code>
          <Button onClick={() => void openLog(newest)}>Open the log of {name}</Button>
        </p>
      )}
      {servers.length === 0 ? null : (
        <DataTable
          label={`Servers of ${name}`}
          columns={columns}
          rows={servers}
          keyOf={({ file, at, name: own }) => JSON.stringify([file, at, own])}
        />
      )}
    </section>
  );
}

/** A longer name may break inside a word. */
const MAX_UNBROKEN = 24;

const COLUMNS: readonly Column<HostedServer>[] = [
  {
    head: 'Server',
    isName: true,
    cell: ({ name, disabled, project }) => (
      <>
        <span className={name.length > MAX_UNBROKEN ? undefined : kit.unbroken}>{name}</span>
        {disabled ? <small> switched off</small> : null}
        {project === '' ? null : <small> for {project}</small>}
      </>
    ),
  },
  {
    head: 'Starts',
    className: kit.anywhere,
    cell: ({ command, unsupported }) => (command === '' ? unsupported : <code>{command}</code>),
  },
  {
    head: 'Last start, from the log',
    className: kit.anywhere,
    cell: ({ lastStart }) =>
      lastStart === null ? (
        <span className={kit.mute}>{NO_START}</span>
      ) : (
        <>
          <small>{lastStart.at.replace('T', ' ').slice(0, 16)}</small> {lastStart.said}
        </>
      ),
  },
];

function Outcome({ checked }: { readonly checked: CheckedServer | undefined }) {
  if (checked === undefined) return null;
  const { connects, tools, reason, todo } = checked;
  const label = connects === null ? 'not tried' : connects ? 'connects' : 'fails';
  return (
    <>
      <span className={kit.tag} data-tone={isGood(checked) ? 'good' : 'warning'}>
        {label}
      </span>
      {tools === null ? null : <small> {tools === 1 ? '1 tool' : `${tools} tools`}</small>} {reason}
      {todo === '' ? null : (
        <p>
          <b>What to do:</b> {todo}
        </p>
      )}
    </>
  );
}
