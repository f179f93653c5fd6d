import type { FoundFile, FoundServer } from '../../../app/contract/profile-commands.ts';
import styles from './other-hosts-dialog.module.css';
import { placeOf } from './place-of.ts';

type Props = {
  readonly file: FoundFile;
  readonly ticked: ReadonlySet<string>;
  readonly toggle: (place: string) => void;
};

/** The servers of one file. One that is not a local process says why it stays behind. */
export function FoundFileList({ file, ticked, toggle }: Props) {
  return (
    <section aria-label={`${file.hostName}: ${file.path}`}>
      <header className={styles.file}>
        <h3>{file.hostName}</h3>
        <code>{file.path}</code>
        {file.scope === 'project' ? <span>project</span> : null}
      </header>
      {file.problems.map(({ message, line }) => (
        <p key={`${line} ${message}`} className={styles.problem}>
          Line {line}: {message}
        </p>
      ))}
      <ul>
        {file.servers.map((server) => {
          const place = placeOf(file, server);
          return (
            <li key={place} className={styles.server} data-unsupported={server.unsupported !== ''}>
              <label>
                <input
                  type="checkbox"
                  disabled={server.unsupported !== ''}
                  checked={ticked.has(place)}
                  onChange={() => toggle(place)}
                />
                <b>{server.name}</b>
                {server.disabled ? <span> switched off there</span> : null}
                {server.project === '' ? null : <span> for {server.project}</span>}
              </label>
              <Command server={server} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Command({ server }: { readonly server: FoundServer }) {
  if (server.unsupported !== '') return <p>{server.unsupported}</p>;
  return (
    <>
      <code>{server.commandLine}</code>
      {server.cwd === '' ? null : <p>in {server.cwd}</p>}
      {server.envNames.length === 0 ? null : <p>with {server.envNames.join(', ')}</p>}
    </>
  );
}
