import { useRef, useState } from 'react';
import type { RecordingFile } from '../../app/contract/commands.ts';
import { host, settled } from '../carrier/host.ts';
import { Button } from '../controls/button.tsx';
import { DialogShell } from '../controls/dialog-shell.tsx';
import { openFiles, showOpened } from '../dialogs/open-files.ts';
import { notify } from '../store/screen-actions.ts';
import { useScreen } from '../store/screen-store.ts';
import { LimitField } from './limit-field.tsx';
import { RecordingRow } from './recording-row.tsx';
import styles from './recordings-dialog.module.css';
import { searchRecordings } from './search-recordings.ts';
import { type Shelf, useShelf } from './use-shelf.ts';

/** Every recording of this machine, and the way to open any other file. */
export function RecordingsDialog() {
  const folder = useScreen((state) => state.hello?.recordingsFolder ?? '');
  const shelf = useShelf();
  const work = useShelfWork(shelf);
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const factsOf = (name: string) => {
    const facts = shelf.facts.get(name);
    return facts?.ok === true ? facts.value : undefined;
  };
  const { listing } = shelf;
  const files = listing.kind === 'here' ? searchRecordings(listing.files, factsOf, text) : [];
  return (
    <DialogShell title="Recordings" initialFocus={field} width={980}>
      <div className={styles.body}>
        <div className={styles.head}>
          <input
            ref={field}
            type="search"
            className={styles.search}
            aria-label="Search the recordings"
            placeholder="Search by name, server or date"
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <FileChooser progress={work.say} />
        </div>
        <Told work={work} />
        {listing.kind === 'waiting' ? <p className={styles.quiet}>Reading the folder…</p> : null}
        {listing.kind === 'failed' ? <p className={styles.fault}>{listing.error}</p> : null}
        {listing.kind === 'here' && files.length === 0 ? (
          <p className={styles.quiet}>
            {listing.files.length === 0 ? 'There is no recording yet.' : 'No recording has these words.'}
          </p>
        ) : null}
        {files.length === 0 ? null : (
          <ul className={styles.files} aria-label="Recordings">
            {files.map((file) => (
              <RecordingRow
                key={file.name}
                file={file}
                facts={shelf.facts.get(file.name)}
                chosen={work.chosen.includes(file.name)}
                choose={() => work.choose(file.name)}
                open={() => void work.open([file])}
                rename={(to) => void work.rename(file.name, to)}
                remove={() => void work.remove([file.name])}
              />
            ))}
          </ul>
        )}
        <Chosen work={work} files={files} />
        <div className={styles.foot}>
          <span title={folder}>
            In <code>{folder}</code>
          </span>
          {shelf.limit === null ? null : <LimitField limit={shelf.limit} set={shelf.setLimit} />}
        </div>
      </div>
    </DialogShell>
  );
}

function FileChooser({ progress }: { readonly progress: (words: string) => void }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look="primary" onClick={() => chooser.current?.click()}>
        Open files…
      </Button>
      <input
        ref={chooser}
        type="file"
        aria-label="Recording file"
        tabIndex={-1}
        className={styles.unseen}
        multiple
        onChange={(event) => void openFiles([...(event.target.files ?? [])], progress)}
      />
      <span className={styles.quiet}>or drop them onto the window.</span>
    </>
  );
}

type Work = ReturnType<typeof useShelfWork>;

/** What is done with recordings, and what came of it. */
function useShelfWork(shelf: Shelf) {
  const [words, setWords] = useState('');
  const [fault, setFault] = useState('');
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const begin = () => {
    setFault('');
    setDeleted([]);
  };
  return {
    words,
    fault,
    deleted,
    chosen,
    say: setWords,
    choose: (name: string) =>
      setChosen(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]),
    open: async (files: readonly RecordingFile[]) => {
      begin();
      for (const file of files) {
        setWords(`Opening ${file.name}…`);
        const opened = await settled(host().openRecording({ path: file.path }));
        if (opened.ok) showOpened(opened.value.sessions);
        else if (files.length === 1) setFault(opened.error);
        // With several, the page closes with the first that opens.
        else notify({ level: 'error', text: opened.error });
      }
      setWords('');
    },
    rename: async (name: string, to: string) => {
      begin();
      const renamed = await settled(host().renameRecording({ name, to }));
      if (!renamed.ok) setFault(renamed.error);
      shelf.refresh();
    },
    remove: async (names: readonly string[]) => {
      begin();
      const gone = await settled(host().deleteRecordings({ names: [...names] }));
      if (gone.ok) setDeleted(gone.value);
      else setFault(gone.error);
      setChosen([]);
      shelf.refresh();
    },
    restore: async () => {
      const back = await settled(host().restoreRecordings({ names: [...deleted] }));
      if (back.ok) setDeleted([]);
      else setFault(back.error);
      shelf.refresh();
    },
  };
}

function Told({ work }: { readonly work: Work }) {
  const { words, fault, deleted } = work;
  return (
    <>
      {words === '' ? null : (
        <p role="status" className={styles.quiet}>
          {words}
        </p>
      )}
      {fault === '' ? null : (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      {deleted.length === 0 ? null : (
        <p role="status" className={styles.deleted}>
          <span>
            {deleted.length === 1 ? `Deleted ${deleted[0]}.` : `Deleted ${deleted.length} recordings.`} They
            can be put back until the app ends.
          </span>
          <Button onClick={() => void work.restore()}>Undo</Button>
        </p>
      )}
    </>
  );
}

function Chosen({ work, files }: { readonly work: Work; readonly files: readonly RecordingFile[] }) {
  const chosen = files.filter((file) => work.chosen.includes(file.name));
  if (chosen.length === 0) return null;
  return (
    <div className={styles.chosen}>
      <span>{chosen.length} chosen</span>
      <Button onClick={() => void work.open(chosen)}>Open {chosen.length === 1 ? 'it' : 'all'}</Button>
      <Button onClick={() => void work.remove(chosen.map((file) => file.name))}>
        Delete {chosen.length === 1 ? 'it' : 'all'}
      </Button>
    </div>
  );
}
