import { useState } from 'react';
import type { RecordingFile } from '../../../app/contract/commands.ts';
import { host, settled } from '../../state/host/host.ts';
import { openPaths } from './open-files.ts';
import type { Shelf } from './use-shelf.ts';

export type Work = ReturnType<typeof useShelfWork>;

/** What is done with recordings, and what came of it. */
export function useShelfWork(shelf: Shelf) {
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
    open: (files: readonly RecordingFile[]) => {
      begin();
      return openPaths(
        files.map(({ path }) => path),
        setWords,
      );
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
    keep: async (names: readonly string[], keep: boolean) => {
      begin();
      const kept = await settled(host().keepRecordings({ names: [...names], keep }));
      if (!kept.ok) setFault(kept.error);
      shelf.refresh();
    },
    restore: async (names: readonly string[]) => {
      const back = await settled(host().restoreRecordings({ names: [...names] }));
      if (back.ok) setDeleted([]);
      else setFault(back.error);
      shelf.refresh();
    },
  };
}
