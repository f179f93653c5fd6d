import { useEffect, useState } from 'react';
import type { Result } from '../../../app/base/result.ts';
import type { FoundFile, FoundServer } from '../../../app/contract/profile-commands.ts';
import { hostNames } from '../../../app/hosts/host-places.ts';
import { host, notifyFailure, settled } from '../../state/host/host.ts';
import { closeDialog, showDialog } from '../../state/screen/screen-store.ts';
import { useProfiles } from '../../state/session/profiles-store.ts';
import { CheckLine, TextField } from '../../ui/controls/fields.tsx';
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
  const [listing, setListing] = useState<Result<readonly FoundFile[]>>();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const [update, setUpdate] = useState(path !== '');
  useEffect(() => {
    void settled(host().discoverHosts({})).then((found) => {
      setListing(found);
      if (!found.ok) return;
      const first = found.value.filter((file) => file.path === path);
      setTicked(
        new Set(
          first.flatMap((file) =>
            file.servers.filter(({ unsupported }) => unsupported === '').map((one) => serverKey(file, one)),
          ),
        ),
      );
    });
  }, [path]);
  const files = listing?.ok ? listing.value : [];
  const chosen = files.flatMap((file) =>
    file.servers.filter((server) => ticked.has(serverKey(file, server))).map((server) => ({ file, server })),
  );
  const known = chosen.some(({ server }) => profiles.some(({ name }) => name === server.name));
  const toggle = (place: string) =>
    setTicked((before) => {
      const after = new Set(before);
      if (!after.delete(place)) after.add(place);
      return after;
    });
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
        <Found listing={listing} ticked={ticked} toggle={toggle} />
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

type FoundProps = {
  readonly listing: Result<readonly FoundFile[]> | undefined;
  readonly ticked: ReadonlySet<string>;
  readonly toggle: (place: string) => void;
};

function Found({ listing, ticked, toggle }: FoundProps) {
  if (listing === undefined) return <p className={kit.mute}>Reading the files…</p>;
  if (!listing.ok) return <p role="alert">{listing.error}</p>;
  if (listing.value.length === 0) {
    return (
      <p className={kit.mute}>
        No servers were found in the files of {hostNames('read')}. Is its file elsewhere?{' '}
        <Button look="link" onClick={chooseProfiles}>
          Open a file…
        </Button>
      </p>
    );
  }
  return listing.value.map((file) => (
    <FoundFileList key={file.path} file={file} ticked={ticked} toggle={toggle} />
  ));
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

function serverKey(file: FoundFile, server: FoundServer): string {
  return JSON.stringify([file.path, ...server.at]);
}
