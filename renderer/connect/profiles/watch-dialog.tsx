import { useState } from 'react';
import type { TappedFile, TappedServer } from '../../../app/contract/profile-commands.ts';
import { useLoaded } from '../../state/host/host.ts';
import { activateSession, showDialog, useScreen } from '../../state/screen/screen-store.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { CheckLine, Fault, toggled } from '../../ui/controls/fields.tsx';
import { unbrokenText } from '../../ui/format/drawn-text.tsx';
import { Button, DialogShell, kit } from '../../ui/kit.tsx';
import styles from './other-hosts-dialog.module.css';
import { HostFiles } from './other-hosts-dialog.tsx';
import { tappedSession } from './waiting-servers.tsx';
import { changeTaps, type WatchedFile, watchedFiles } from './watch-agent.ts';

type Chosen = { readonly path: string; readonly at: readonly string[] };

/** Adds or removes the tap for agents' servers, and shows each changed line before writing it. */
export function WatchDialog() {
  const [done, setDone] = useState<Done>();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const listing = useLoaded('taps', watchedFiles, done);
  const files = listing?.ok ? listing.value : [];
  const chosen = files.flatMap(({ path, plain }) =>
    plain.map(({ at }): Chosen => ({ path, at })).filter((one) => ticked.has(keyOf(one))),
  );
  const change = async (action: Done['action'], servers: readonly Chosen[]) => {
    const written = await changeTaps(action, servers);
    if (written === undefined) return;
    if (action === 'install') setTicked(new Set());
    setDone({ action, files: written });
  };
  return (
    <DialogShell title="Watch what an agent sends" width={760}>
      <div className={kit.dialog}>
        <p className={kit.mute}>
          Tick servers of your agent. Tierscope then starts in front of them, passes every byte on, and
          records it.
        </p>
        <HostFiles listing={listing} use="tapped">
          {(file) => (
            <HostServers
              key={file.path}
              {...{ file, ticked }}
              toggle={(one) => setTicked(toggled(ticked, keyOf(one)))}
              takeOut={(one) => void change('uninstall', [one])}
            />
          )}
        </HostFiles>
      </div>
      {done === undefined ? null : <Written done={done} />}
      <div className={kit.foot}>
        <span className={kit.grow} />
        <Button onClick={() => showDialog(null)}>Close</Button>
        <Button look="primary" disabled={chosen.length === 0} onClick={() => void change('install', chosen)}>
          {chosen.length === 0 ? 'Put in front' : `Put in front of ${chosen.length}`}
        </Button>
      </div>
    </DialogShell>
  );
}

type Done = { readonly action: 'install' | 'uninstall'; readonly files: readonly TappedFile[] };

/** The written changes, and the user's next step. */
function Written({ done: { action, files } }: { readonly done: Done }) {
  const written = files.filter(({ problem, changes }) => problem === '' && changes.length > 0);
  const names = [...new Set(written.map(({ hostName }) => hostName))];
  const hosts = names.join(' and ');
  const then = action === 'install' ? 'calls appear here' : 'servers start without Tierscope';
  const kept = written.flatMap(({ backup }) => (backup === '' ? [] : [backup]));
  return (
    <>
      {files.map(({ path, problem }) => (
        <Fault key={path} text={problem} className={kit.pad} />
      ))}
      {hosts === '' ? null : (
        <div role="status" className={kit.callout} data-tone="accent">
          <b>
            Restart {hosts}; {names.length === 1 ? 'its' : 'their'} {then}.
          </b>
          {kept.length === 0 ? null : (
            <p className={kit.note}>
              {kept.length === 1 ? 'Earlier file' : 'Earlier files'}: {kept.join(', ')}
            </p>
          )}
        </div>
      )}
    </>
  );
}

type HostServersProps = {
  readonly file: WatchedFile;
  readonly ticked: ReadonlySet<string>;
  readonly toggle: (one: Chosen) => void;
  readonly takeOut: (one: Chosen) => void;
};

function HostServers({ file, ticked, toggle, takeOut }: HostServersProps) {
  const { path, hostName, problem, plain, tapped, left } = file;
  return (
    <section aria-label={`${hostName}: ${path}`}>
      <header className={`${kit.row} ${kit.baseline}`}>
        <h3>{hostName}</h3>
        <code className={`${kit.mute} ${kit.truncate}`}>{path}</code>
      </header>
      <Fault text={problem} />
      <ul className={`${kit.well} ${kit.divided}`}>
        {tapped.map((server) => (
          <TappedRow key={keyOf({ path, at: server.at })} server={server} file={file} takeOut={takeOut} />
        ))}
        {plain.map((server) => {
          const one = { path, at: server.at };
          const isTicked = ticked.has(keyOf(one));
          return (
            <li key={keyOf(one)} className={styles.server}>
              <CheckLine checked={isTicked} onChange={() => toggle(one)}>
                <b>{server.name}</b>
                {server.project === '' ? null : <small> for {server.project}</small>}
              </CheckLine>
              {isTicked ? <Change server={server} /> : <code>{unbrokenText(server.before)}</code>}
            </li>
          );
        })}
        {left.map(({ name, reason }) => (
          <li key={name} className={styles.server}>
            <CheckLine disabled checked={false} onChange={() => undefined}>
              <b>{name}</b>
            </CheckLine>
            <p className={kit.mute}>{reason}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The removed and the added line. */
function Change({ server: { name, before, after } }: { readonly server: TappedServer }) {
  return (
    <ol className={styles.lines} aria-label={`Change of ${name}`}>
      <li data-tone="removed">− {unbrokenText(before)}</li>
      <li data-tone="added">+ {unbrokenText(after)}</li>
    </ol>
  );
}

/** A tapped server: waiting for its agent, or shown with its session. */
function TappedRow({
  server: { name, at, after, start },
  file: { path, host, hostName },
  takeOut,
}: {
  readonly server: TappedServer;
  readonly file: WatchedFile;
  readonly takeOut: (one: Chosen) => void;
}) {
  const live = useScreen(({ sessions }) => tappedSession(sessions, { name, host }));
  const show = (session: string) => {
    activateSession(session);
    showDialog(null);
  };
  return (
    <li className={styles.server}>
      <div className={kit.row}>
        <b>{name}</b>
        <span className={kit.tag} data-tone={live === undefined ? 'warning' : 'good'}>
          {live === undefined ? `in front, waiting for ${hostName}` : 'in front, live'}
        </span>
        <span className={kit.grow} />
        {live === undefined ? null : <Button onClick={() => show(live.session)}>Show</Button>}
        <Button aria-label={`Take out again: ${name}`} onClick={() => takeOut({ path, at })}>
          Take out again
        </Button>
      </div>
      <code>{unbrokenText(after)}</code>
      {live !== undefined || start === '' ? null : <LeftRunning name={name} start={start} />}
    </li>
  );
}

/** An agent starts a command, but only calls an address. */
function LeftRunning({ name, start }: { readonly name: string; readonly start: string }) {
  return (
    <p className={kit.row}>
      <span className={kit.mute}>Leave this running:</span>
      <code className={kit.truncate}>{start}</code>
      <CopyButton label={`Copy the command for ${name}`} text={() => start} />
    </p>
  );
}

function keyOf({ path, at }: Chosen): string {
  return JSON.stringify([path, ...at]);
}
