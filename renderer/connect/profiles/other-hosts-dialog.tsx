import { type ReactNode, useState } from 'react';
import type { Result } from '../../../app/base/result.ts';
import type { FoundFile, FoundServer } from '../../../app/contract/profile-commands.ts';
import { hostNames } from '../../../app/hosts/host-places.ts';
import { host, notifyFailure, settled, useLoaded } from '../../state/host/host.ts';
import { closeDialog, showDialog } from '../../state/screen/screen-store.ts';
import { useProfiles } from '../../state/session/profiles-store.ts';
import { CheckLine, TextField, toggled } from '../../ui/controls/fields.tsx';
import { Button, DialogShell, kit } from '../../ui/kit.tsx';
import styles from './other-hosts-dialog.module.css';
import { chooseProfiles, importSummary } from './profile-actions.ts';

type FoundFileListProps = {
  readonly file: FoundFile;
  readonly ticked: ReadonlySet<string>;
  readonly toggle: (place: string) => void;
};

function FoundFileList({ file, ticked, toggle }: FoundFileListProps) {
  return (
    <section aria-label={`${file.hostName}: ${file.path}`}>
      <header className={`${kit.row} ${kit.baseline}`}>
        <h3>{file.hostName}</h3>
        <code className={`${kit.mute} ${kit.truncate}`}>{file.path}</code>
        {file.scope === 'project' ? <span className={kit.tag}>project</span> : null}
      </header>
      {file.problems.map(({ message, line }) => (
        <p key={`${line} ${message}`} className={kit.fault}>
          Line {line}: {message}
        </p>
      ))}
      <ul className={`${kit.well} ${kit.divided}`}>
        {file.servers.map((server) => {
          const place = serverKey(file, server);
          return (
            <li key={place} className={styles.server} data-unsupported={server.unsupported !== ''}>
              <CheckLine
                disabled={server.unsupported !== ''}
                checked={ticked.has(place)}
                onChange={() => toggle(place)}
              >
                <b>{server.name}</b>
                {server.disabled ? <small> switched off there</small> : null}
                {server.project === '' ? null : <small> for {server.project}</small>}
              </CheckLine>
              <Command server={server} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Command({ server }: { readonly server: FoundServer }) {
  if (server.unsupported !== '') return <p className={kit.mute}>{server.unsupported}</p>;
  return (
    <>
      <code>{server.commandLine}</code>
      {server.cwd === '' ? null : <p className={kit.mute}>in {server.cwd}</p>}
      {server.envNames.length === 0 ? null : <p className={kit.mute}>with {server.envNames.join(', ')}</p>}
    </>
  );
}

/** Shows the servers in other hosts' files with their whole commands, and imports the ticked ones. */
export function OtherHostsDialog() {
  const { profiles, ticked: path } = useProfiles();
  const listing = useLoaded('hosts', () => settled(host().discoverHosts({})), path);
  const [changed, setTicked] = useState<ReadonlySet<string>>();
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const [update, setUpdate] = useState(path !== '');
  const files = listing?.ok ? listing.value : [];
  const first = files.find((file) => file.path === path);
  const usable = first?.servers.filter(({ unsupported }) => unsupported === '') ?? [];
  const ticked = changed ?? new Set(usable.map((one) => serverKey({ path }, one)));
  const chosen = files.flatMap((file) =>
    file.servers.filter((server) => ticked.has(serverKey(file, server))).map((server) => ({ file, server })),
  );
  const known = chosen.some(({ server }) => profiles.some(({ name }) => name === server.name));
  const takeOver = async () => {
    const servers = chosen.map(({ file, server }) => ({ path: file.path, at: [...server.at] }));
    const taken = await notifyFailure(host().importFromHost({ servers, answers, update }));
    if (taken === undefined) return;
    closeDialog('other-hosts');
    importSummary(taken.profiles.length, taken.notes);
  };
  return (
    <DialogShell title="Import from Claude, Cursor…" width={760}>
      <div className={kit.dialog}>
        <p className={kit.mute}>
          Servers in the files of other programs. Importing one saves it as a profile and starts nothing.
        </p>
        <HostFiles listing={listing} use="read">
          {(file) => (
            <FoundFileList
              key={file.path}
              {...{ file, ticked }}
              toggle={(place) => setTicked(toggled(ticked, place))}
            />
          )}
        </HostFiles>
        <HostAnswers servers={chosen.map(({ server }) => server)} answers={answers} change={setAnswers} />
      </div>
      <div className={kit.foot}>
        {known ? (
          <CheckLine checked={update} onChange={setUpdate}>
            Update profiles of the same name
          </CheckLine>
        ) : null}
        <span className={kit.grow} />
        <Button onClick={() => showDialog(null)}>Cancel</Button>
        <Button look="primary" disabled={chosen.length === 0} onClick={() => void takeOver()}>
          {chosen.length === 0 ? 'Import' : `Import ${chosen.length}`}
        </Button>
      </div>
    </DialogShell>
  );
}

type HostFilesProps<File> = {
  readonly listing: Result<readonly File[]> | undefined;
  readonly use: 'read' | 'tapped';
  readonly children: (file: File) => ReactNode;
};

/** Each file of a host with servers; or why there is none, and the way to one elsewhere. */
export function HostFiles<File>({ listing, use, children }: HostFilesProps<File>) {
  if (listing === undefined) return <p className={kit.mute}>Reading the files…</p>;
  if (!listing.ok) return <p role="alert">{listing.error}</p>;
  if (listing.value.length === 0) {
    return (
      <p className={kit.mute}>
        No server was found in the files of {hostNames(use)}. Is the file elsewhere?{' '}
        <Button look="link" onClick={chooseProfiles}>
          Open a file…
        </Button>
      </p>
    );
  }
  return listing.value.map(children);
}

type Props = {
  readonly servers: readonly FoundServer[];
  readonly answers: Readonly<Record<string, string>>;
  readonly change: (answers: Readonly<Record<string, string>>) => void;
};

function HostAnswers({ servers, answers, change }: Props) {
  const prompts = new Map(servers.flatMap((server) => server.inputs).map((prompt) => [prompt.id, prompt]));
  if (prompts.size === 0) return null;
  return (
    <section aria-label="Values that the ticked servers ask for" className={kit.pair}>
      {[...prompts.values()].map(({ id, description, password, fallback }) => (
        <TextField
          key={id}
          label={id}
          hint={description}
          type={password ? 'password' : 'text'}
          placeholder={fallback}
          value={answers[id] ?? ''}
          onChange={(text) => {
            const { [id]: _before, ...others } = answers;
            change(text === '' ? others : { ...others, [id]: text });
          }}
        />
      ))}
    </section>
  );
}

function serverKey({ path }: Pick<FoundFile, 'path'>, server: FoundServer): string {
  return JSON.stringify([path, ...server.at]);
}
