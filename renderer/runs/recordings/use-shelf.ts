import { useCallback, useEffect, useState } from 'react';
import type { Result } from '../../../app/base/result.ts';
import type { RecordingFile } from '../../../app/contract/commands.ts';
import type { RecordingFacts, RecordingLimit } from '../../../app/contract/recording-commands.ts';
import { host, settled } from '../../state/host/host.ts';

export type Listing =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'here'; readonly files: readonly RecordingFile[] };

export type Shelf = {
  readonly listing: Listing;
  /** By file name, as far as the files have been read. */
  readonly facts: ReadonlyMap<string, Result<RecordingFacts>>;
  readonly limit: RecordingLimit | null;
  setLimit(limitBytes: number): void;
  /** Reads the folder again. */
  refresh(): void;
};

/** The recordings folder. What is in each file is read one by one, and no further when the page closes. */
export function useShelf(): Shelf {
  const [listing, setListing] = useState<Listing>({ kind: 'waiting' });
  const [facts, setFacts] = useState<ReadonlyMap<string, Result<RecordingFacts>>>(new Map());
  const [limit, setLimit] = useState<RecordingLimit | null>(null);
  const [asked, setAsked] = useState(0);
  const refresh = useCallback(() => setAsked((count) => count + 1), []);
  useEffect(() => {
    let wanted = true;
    void readShelf(
      () => wanted,
      setListing,
      (name, read) => setFacts((known) => new Map(known).set(name, read)),
    );
    void settled(host().recordingLimit({})).then((told) => {
      if (wanted && told.ok) setLimit(told.value);
    });
    return () => {
      wanted = false;
    };
  }, [asked]);
  return {
    listing,
    facts,
    limit,
    refresh,
    setLimit: (limitBytes) =>
      void settled(host().setRecordingLimit({ limitBytes })).then((told) => {
        if (told.ok) setLimit(told.value);
        refresh();
      }),
  };
}

async function readShelf(
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
