import { useCallback, useEffect, useRef, useState } from 'react';
import type { Result } from '../../../app/base/result.ts';
import type {
  RecordingFacts,
  RecordingFile,
  RecordingLimit,
} from '../../../app/contract/recording-commands.ts';
import { host, settled } from '../../state/host/host.ts';
import { forgetRecentFiles, useRecentFiles } from '../../state/runs/recent-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { Fault, Form } from '../../ui/controls/fields.tsx';
import { byteSize } from '../../ui/format/quantity-text.ts';
import { Button, DialogShell, kit } from '../../ui/kit.tsx';
import { ListView, SearchField } from '../../ui/list/list-view.tsx';
import { chooseFiles, openPaths } from './open-files.ts';
import { RecentFiles } from './recent-files.tsx';
import { RecordingRow, recordingTitle, searchRecordings } from './recording-row.tsx';
import styles from './recordings-dialog.module.css';

type Page = 'all' | 'recent';

/** Every recording on this machine, recently opened files, and a way to open any other file. */
export function RecordingsDialog() {
  const recordings = useRecordings();
  const work = useRecordingsWork(recordings);
  const [page, setPage] = useState<Page>('all');
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  return (
    <DialogShell title="Recordings" initialFocus={field} width={980}>
      <div className={kit.dialog}>
        <div className={kit.wrap}>
          <Pages page={page} show={setPage} />
          <SearchField
            ref={field}
            className={kit.grow}
            style={{ minWidth: 160 }}
            aria-label="Search the recordings"
            placeholder="Search by name, server or date"
            value={text}
            onText={(next) => {
              setText(next);
              setPage('all');
            }}
          />
          <Button look="primary" title="Or drop them onto the window" onClick={chooseFiles}>
            Choose files…
          </Button>
        </div>
        <WorkStatus work={work} />
        {page === 'recent' ? <RecentPage /> : <FolderPage recordings={recordings} work={work} text={text} />}
      </div>
    </DialogShell>
  );
}

function Pages({ page, show }: { readonly page: Page; readonly show: (page: Page) => void }) {
  return (
    <span className={`${kit.row} ${kit.gap2}`}>
      <Button aria-pressed={page === 'all'} onClick={() => show('all')}>
        All recordings
      </Button>
      <Button aria-pressed={page === 'recent'} onClick={() => show('recent')}>
        Recently opened
      </Button>
    </span>
  );
}

function RecentPage() {
  const some = useRecentFiles(({ files }) => files.length > 0);
  return (
    <>
      <RecentFiles />
      {some ? (
        <div className={`${kit.row} ${kit.note}`}>
          <span className={kit.grow}>
            Files stay where they are. Copies that a browser handed over are removed with their entry.
          </span>
          <Button onClick={() => void forgetRecentFiles()}>Clear the list</Button>
        </div>
      ) : null}
    </>
  );
}

type FolderPageProps = { readonly recordings: Recordings; readonly work: Work; readonly text: string };

function FolderPage({ recordings, work, text }: FolderPageProps) {
  const folder = useScreen((state) => state.hello?.recordingsFolder ?? '');
  const factsOf = (name: string) => {
    const facts = recordings.facts.get(name);
    return facts?.ok === true ? facts.value : undefined;
  };
  const { listing } = recordings;
  const files = listing?.ok ? searchRecordings(listing.value, factsOf, text) : [];
  return (
    <>
      {listing === undefined ? <p className={kit.mute}>Reading the folder…</p> : null}
      <Fault text={listing?.ok === false ? listing.error : ''} />
      {listing?.ok && (
        <ListView
          label="Recordings"
          className={`${kit.divided} ${kit.scroll}`}
          items={files}
          keyOf={({ name }) => name}
          row={({ name }) => ({
            className: `${kit.option} ${styles.row}`,
            'data-chosen': work.chosen.includes(name),
          })}
          empty={listing.value.length === 0 ? 'There is no recording yet.' : 'No recording has this text.'}
        >
          {(file) => (
            <RecordingRow
              file={file}
              facts={recordings.facts.get(file.name)}
              chosen={work.chosen.includes(file.name)}
              choose={() => work.choose(file.name)}
              open={() => void work.open([file])}
              rename={(to) => void work.rename(file.name, to)}
              remove={() => void work.remove([file.name])}
              keep={(keep) => void work.keep([file.name], keep)}
            />
          )}
        </ListView>
      )}
      <Chosen work={work} files={files} />
      <Removed names={recordings.limit?.removed ?? []} putBack={(names) => void work.restore(names)} />
      <div className={`${kit.row} ${kit.note}`}>
        <span className={`${kit.grow} ${kit.truncate}`} title={folder}>
          In <code>{folder}</code>
        </span>
        {recordings.limit === null ? null : <LimitField limit={recordings.limit} set={recordings.setLimit} />}
      </div>
    </>
  );
}

function WorkStatus({ work }: { readonly work: Work }) {
  const { fault, deleted } = work;
  return (
    <>
      <Fault text={fault} />
      {deleted.length === 0 ? null : (
        <p role="status" className={`${kit.callout} ${kit.row}`} data-tone="accent">
          <span className={kit.grow}>
            {deleted.length === 1
              ? `Deleted ${recordingTitle(deleted[0] ?? '')}.`
              : `Deleted ${deleted.length} recordings.`}{' '}
            They can be put back until the app ends.
          </span>
          <Button onClick={() => void work.restore(deleted)}>Undo</Button>
        </p>
      )}
    </>
  );
}

type RemovedProps = {
  readonly names: readonly string[];
  readonly putBack: (names: readonly string[]) => void;
};

/** The recordings removed by the limit in this run; they can be restored until the app ends. */
function Removed({ names, putBack }: RemovedProps) {
  if (names.length === 0) return null;
  const what = names.length === 1 ? recordingTitle(names[0] ?? '') : `${names.length} recordings`;
  return (
    <p className={`${kit.callout} ${kit.row}`} data-tone="accent" title={names.join('\n')}>
      <span className={kit.grow}>The limit has removed {what}. What is put back is kept from then on.</span>
      <Button onClick={() => putBack(names)}>Put back</Button>
    </p>
  );
}

function Chosen({ work, files }: { readonly work: Work; readonly files: readonly RecordingFile[] }) {
  const chosen = files.filter((file) => work.chosen.includes(file.name));
  if (chosen.length === 0) return null;
  return (
    <div className={`${kit.callout} ${kit.row}`} data-tone="accent">
      <span>{chosen.length} chosen</span>
      <Button onClick={() => void work.open(chosen)}>Open {chosen.length === 1 ? 'it' : 'all'}</Button>
      <Button onClick={() => void work.remove(chosen.map((file) => file.name))}>
        Delete {chosen.length === 1 ? 'it' : 'all'}
      </Button>
    </div>
  );
}

const MEGABYTE = 1_000_000;

type LimitFieldProps = { readonly limit: RecordingLimit; readonly set: (limitBytes: number) => void };

function LimitField({ limit, set }: LimitFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const value = draft ?? String(Math.round(limit.limitBytes / MEGABYTE));
  const megabytes = Number(value);
  const sound = Number.isInteger(megabytes) && megabytes >= 1;
  return (
    <Form
      className={kit.row}
      onSubmit={() => {
        if (!sound) return;
        set(megabytes * MEGABYTE);
        setDraft(null);
      }}
    >
      <label
        className={kit.inline}
        title="When the recordings that are not pinned take more, the oldest are removed, and a notice says which."
      >
        {byteSize(limit.usedBytes)} used of
        <input
          type="number"
          className={styles.limit}
          aria-label="Limit in MB"
          min={1}
          value={value}
          aria-invalid={!sound}
          onChange={(event) => setDraft(event.target.value)}
        />
        MB (pinned ones not counted)
      </label>
      {draft === null ? null : (
        <Button type="submit" disabled={!sound}>
          Set the limit
        </Button>
      )}
    </Form>
  );
}

export type Work = ReturnType<typeof useRecordingsWork>;

export function useRecordingsWork(recordings: Recordings) {
  const [fault, setFault] = useState('');
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const reset = () => {
    setFault('');
    setDeleted([]);
  };
  const change = async <Value,>(answer: Promise<Result<Value>>) => {
    const done = await settled(answer);
    if (!done.ok) setFault(done.error);
    recordings.refresh();
    return done;
  };
  return {
    fault,
    deleted,
    chosen,
    choose: (name: string) =>
      setChosen(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]),
    open: (files: readonly RecordingFile[]) => {
      reset();
      return openPaths(files.map(({ path }) => path));
    },
    rename: (name: string, to: string) => {
      reset();
      return change(host().renameRecording({ name, to }));
    },
    remove: async (names: readonly string[]) => {
      reset();
      const gone = await change(host().deleteRecordings({ names: [...names] }));
      if (gone.ok) setDeleted(gone.value);
      setChosen([]);
    },
    keep: (names: readonly string[], keep: boolean) => {
      reset();
      return change(host().keepRecordings({ names: [...names], keep }));
    },
    restore: async (names: readonly string[]) => {
      const back = await change(host().restoreRecordings({ names: [...names] }));
      if (back.ok) setDeleted([]);
    },
  };
}

type Listing = Result<readonly RecordingFile[]>;

export type Recordings = {
  /** Undefined until the folder was read. */
  readonly listing: Listing | undefined;
  readonly facts: ReadonlyMap<string, Result<RecordingFacts>>;
  readonly limit: RecordingLimit | null;
  setLimit(limitBytes: number): void;
  refresh(): void;
};

/** The recordings folder. Files are summarized one by one, until the page closes. */
export function useRecordings(): Recordings {
  const [listing, setListing] = useState<Listing>();
  const [facts, setFacts] = useState<ReadonlyMap<string, Result<RecordingFacts>>>(new Map());
  const [limit, setLimit] = useState<RecordingLimit | null>(null);
  const [refreshes, setRefreshes] = useState(0);
  const refresh = useCallback(() => setRefreshes((count) => count + 1), []);
  useEffect(() => {
    let wanted = true;
    void readFolder(
      () => wanted,
      setListing,
      (name, read) => setFacts((known) => new Map(known).set(name, read)),
    );
    void settled(host().recordingLimit({})).then((answer) => {
      if (wanted && answer.ok) setLimit(answer.value);
    });
    return () => {
      wanted = false;
    };
  }, [refreshes]);
  return {
    listing,
    facts,
    limit,
    refresh,
    setLimit: (limitBytes) =>
      void settled(host().setRecordingLimit({ limitBytes })).then((answer) => {
        if (answer.ok) setLimit(answer.value);
        refresh();
      }),
  };
}

async function readFolder(
  wanted: () => boolean,
  listed: (listing: Listing) => void,
  read: (name: string, facts: Result<RecordingFacts>) => void,
): Promise<void> {
  const files = await settled(host().listRecordings({}));
  if (!wanted()) return;
  listed(files);
  if (!files.ok) return;
  for (const { name } of files.value) {
    const facts = await settled(host().recordingFacts({ name }));
    if (!wanted()) return;
    read(name, facts);
  }
}
