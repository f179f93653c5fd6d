import { useEffect, useRef, useState } from 'react';
import type { RecordingFile } from '../../app/contract/commands.ts';
import { host, settled } from '../carrier/host.ts';
import { byteSize } from '../content/byte-size.ts';
import { Button } from '../controls/button.tsx';
import { DialogShell } from '../controls/dialog-shell.tsx';
import { useScreen } from '../store/screen-store.ts';
import { openFiles, showOpened } from './open-files.ts';
import styles from './open-recording-dialog.module.css';

type Listing =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'here'; readonly files: readonly RecordingFile[] };

/** Opens a recording of this machine's folder, or a file that the user chooses. */
export function OpenRecordingDialog() {
  const listing = useListing();
  const folder = useScreen((state) => state.hello?.recordingsFolder ?? '');
  const [opening, setOpening] = useState('');
  const [fault, setFault] = useState('');
  const chooser = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const open = async (file: RecordingFile) => {
    setFault('');
    setOpening(`Opening ${file.name}…`);
    const opened = await settled(host().openRecording({ path: file.path }));
    setOpening('');
    if (opened.ok) showOpened(opened.value.sessions);
    else setFault(opened.error);
  };
  return (
    <DialogShell title="Open a recording" initialFocus={choose} width={640}>
      <div className={styles.body}>
        <div className={styles.choose}>
          <Button ref={choose} look="primary" onClick={() => chooser.current?.click()}>
            Choose a file…
          </Button>
          <span>or drop one onto the window.</span>
          <input
            ref={chooser}
            type="file"
            aria-label="Recording file"
            tabIndex={-1}
            className={styles.unseen}
            multiple
            onChange={(event) => void openFiles([...(event.target.files ?? [])], setOpening)}
          />
          <span role="status" className={styles.progress}>
            {opening}
          </span>
        </div>
        {fault === '' ? null : (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
        <p className={styles.folder}>
          Recordings in <code>{folder}</code>
        </p>
        <Files listing={listing} open={(file) => void open(file)} />
      </div>
    </DialogShell>
  );
}

type FilesProps = { readonly listing: Listing; readonly open: (file: RecordingFile) => void };

function Files({ listing, open }: FilesProps) {
  if (listing.kind === 'waiting') return <p className={styles.quiet}>Reading the folder…</p>;
  if (listing.kind === 'failed') return <p className={styles.fault}>{listing.error}</p>;
  if (listing.files.length === 0) return <p className={styles.quiet}>There is no recording yet.</p>;
  return (
    <ul className={styles.files} aria-label="Recordings">
      {listing.files.map((file) => (
        <li key={file.path}>
          <button type="button" className={styles.file} title={file.path} onClick={() => open(file)}>
            <code>{file.name}</code>
            <span>{byteSize(file.sizeBytes)}</span>
            <time dateTime={file.modifiedAt}>{new Date(file.modifiedAt).toLocaleString()}</time>
          </button>
        </li>
      ))}
    </ul>
  );
}

function useListing(): Listing {
  const [listing, setListing] = useState<Listing>({ kind: 'waiting' });
  useEffect(() => {
    let wanted = true;
    settled(host().listRecordings({})).then((result) => {
      if (!wanted) return;
      setListing(result.ok ? { kind: 'here', files: result.value } : { kind: 'failed', error: result.error });
    });
    return () => {
      wanted = false;
    };
  }, []);
  return listing;
}
