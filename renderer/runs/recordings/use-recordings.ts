import { useCallback, useEffect, useState } from 'react';
import type { Result } from '../../../app/base/result.ts';
import type {
  RecordingFacts,
  RecordingFile,
  RecordingLimit,
} from '../../../app/contract/recording-commands.ts';
import { host, settled } from '../../state/host/host.ts';
import { openPaths } from './open-files.ts';

export type Work = ReturnType<typeof useRecordingsWork>;

/** What the user does with recordings, and the result. */
export function useRecordingsWork(recordings: Recordings) {
  const [progress, setProgress] = useState('');
  const [fault, setFault] = useState('');
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const reset = () => {
    setFault('');
    setDeleted([]);
  };
  return {
    progress,
    fault,
    deleted,
    chosen,
    setProgress,
    choose: (name: string) =>
      setChosen(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]),
    open: (files: readonly RecordingFile[]) => {
      reset();
      return openPaths(
        files.map(({ path }) => path),
        setProgress,
      );
    },
    rename: async (name: string, to: string) => {
      reset();
      const renamed = await settled(host().renameRecording({ name, to }));
      if (!renamed.ok) setFault(renamed.error);
      recordings.refresh();
    },
    remove: async (names: readonly string[]) => {
      reset();
      const gone = await settled(host().deleteRecordings({ names: [...names] }));
      if (gone.ok) setDeleted(gone.value);
      else setFault(gone.error);
      setChosen([]);
      recordings.refresh();
    },
    keep: async (names: readonly string[], keep: boolean) => {
      reset();
      const kept = await settled(host().keepRecordings({ names: [...names], keep }));
      if (!kept.ok) setFault(kept.error);
      recordings.refresh();
    },
    restore: async (names: readonly string[]) => {
      const back = await settled(host().restoreRecordings({ names: [...names] }));
      if (back.ok) setDeleted([]);
      else setFault(back.error);
      recordings.refresh();
    },
  };
}

type Listing =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'here'; readonly files: readonly RecordingFile[] };

export type Recordings = {
  readonly listing: Listing;
  /** By file name, as far as the files have been read. */
  readonly facts: ReadonlyMap<string, Result<RecordingFacts>>;
  readonly limit: RecordingLimit | null;
  setLimit(limitBytes: number): void;
  /** Reads the folder again. */
  refresh(): void;
};

/** The recordings folder. What is in each file is read one by one, and no further when the page closes. */
export function useRecordings(): Recordings {
  const [listing, setListing] = useState<Listing>({ kind: 'waiting' });
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
  listed(files.ok ? { kind: 'here', files: files.value } : { kind: 'failed', error: files.error });
  if (!files.ok) return;
  for (const { name } of files.value) {
    const facts = await settled(host().recordingFacts({ name }));
    if (!wanted()) return;
    read(name, facts);
  }
}
