import { useMemo } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useSessionNames } from '../log/front-rows.ts';
import { useScreen } from '../screen/screen-store.ts';
import { usePickedStore } from './picked-rows.ts';

/** The picked rows of one session. */
export type PickedPart = {
  readonly info: SessionInfo;
  /** What the session is called beside the others. */
  readonly name: string;
  readonly seqs: ReadonlySet<number>;
};

/** The picked rows by session: in the merged log of every open one, else of the session in front. */
export function usePickedParts(): readonly PickedPart[] {
  const picked = usePickedStore(({ rows }) => rows);
  const { sessions, active, merged } = useScreen();
  const names = useSessionNames();
  return useMemo(
    () =>
      sessions
        .filter(({ session }) => merged || session === active)
        .flatMap((info) => {
          const seqs = picked.get(info.session);
          const name = names.get(info.session)?.label ?? info.label;
          return seqs === undefined ? [] : [{ info, name, seqs }];
        }),
    [picked, sessions, active, merged, names],
  );
}
