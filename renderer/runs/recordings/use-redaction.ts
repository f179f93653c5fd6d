import { useEffect, useState } from 'react';
import type { FoundSecret } from '../../../app/recording/export/found-secrets.ts';
import { host, settled } from '../../state/host/host.ts';
import type { SessionLog } from '../../state/log/session-log.ts';
import { type LogPart, partRanges } from '../../state/selection/seq-ranges.ts';

/** What the preview of a redaction shows, and what was decided over it. */
export type Redaction = {
  readonly kind: 'waiting' | 'failed' | 'here';
  readonly error: string;
  readonly secrets: readonly FoundSecret[];
  /** How many different secrets there are, also those that are not listed. */
  readonly total: number;
  /** The places of all of them. */
  readonly places: number;
  readonly choices: { readonly keep: string[]; readonly add: string[] };
  /** Keeps a secret as it stands, or replaces it after all. */
  toggle(secret: string): void;
  /** Replaces a text wherever it stands. */
  add(text: string): void;
};

type Found = Pick<Redaction, 'kind' | 'error' | 'secrets' | 'total' | 'places'>;
const WAITING: Found = { kind: 'waiting', error: '', secrets: [], total: 0, places: 0 };

/** Asks the host where secrets stand in a part of a session, again whenever the part or the added texts change. */
export function useRedaction(
  session: string,
  log: SessionLog,
  part: LogPart,
  selected: number | null,
  picked: ReadonlySet<number>,
  wanted: boolean,
): Redaction {
  const [found, setFound] = useState<Found>(WAITING);
  const [keep, setKeep] = useState<string[]>([]);
  const [added, setAdded] = useState<string[]>([]);
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    setFound(WAITING);
    const ranges = partRanges(log, part, selected, picked);
    const scope = { session, keep: [], add: added, ...(ranges === undefined ? {} : { ranges }) };
    void settled(host().previewExport(scope)).then((preview) => {
      if (!current) return;
      setFound(
        preview.ok
          ? { kind: 'here', error: '', ...preview.value }
          : { ...WAITING, kind: 'failed', error: preview.error },
      );
    });
    return () => {
      current = false;
    };
  }, [session, log, part, selected, picked, wanted, added]);
  return {
    ...found,
    choices: { keep, add: added },
    toggle: (secret) =>
      setKeep(keep.includes(secret) ? keep.filter((other) => other !== secret) : [...keep, secret]),
    add: (text) => setAdded(added.includes(text) ? added : [...added, text]),
  };
}
