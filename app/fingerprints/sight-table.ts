import { ALL_FINGERPRINTS } from './all-fingerprints.ts';
import type { Fingerprint, Sight } from './fingerprint.ts';

/** A fingerprint whose sight is of one kind. */
export type Of<Kind extends Sight['kind']> = Fingerprint & { readonly see: Extract<Sight, { kind: Kind }> };

function ofKind<Kind extends Sight['kind']>(kind: Kind): readonly Of<Kind>[] {
  return ALL_FINGERPRINTS.filter((fingerprint): fingerprint is Of<Kind> => fingerprint.see.kind === kind);
}

/** Those of errors by the code that they want, each list with those that take any code. */
export type ErrorSights = {
  readonly all: readonly Of<'error'>[];
  ofCode(code: number | undefined): readonly Of<'error'>[];
};

/** Fingerprints by what they look at, so that a frame costs only those that can see it. */
export type SightTable = {
  readonly error: ErrorSights;
  readonly toolError: readonly Of<'tool-error'>[];
  readonly tool: readonly Of<'tool'>[];
  readonly result: readonly Of<'result'>[];
  readonly notification: readonly Of<'notification'>[];
  readonly endedByMalformedLine: readonly Of<'ended-by-malformed-line'>[];
};

const WANTED_CODES: ReadonlySet<number | undefined> = new Set(ofKind('error').map(({ see }) => see.code));

/** All of them. */
export const BY_SIGHT: SightTable = {
  error: byCode(ofKind('error')),
  toolError: ofKind('tool-error'),
  tool: ofKind('tool'),
  result: ofKind('result'),
  notification: ofKind('notification'),
  endedByMalformedLine: ofKind('ended-by-malformed-line'),
};

/** The table without what was seen. */
export function withoutSeen(table: SightTable, seen: ReadonlyMap<Fingerprint, number>): SightTable {
  const unseen = (fingerprint: Fingerprint) => !seen.has(fingerprint);
  return {
    error: byCode(table.error.all.filter(unseen)),
    toolError: table.toolError.filter(unseen),
    tool: table.tool.filter(unseen),
    result: table.result.filter(unseen),
    notification: table.notification.filter(unseen),
    endedByMalformedLine: table.endedByMalformedLine.filter(unseen),
  };
}

/** Lists are made when they are asked for: a session with few errors would pay for all of them. */
function byCode(all: readonly Of<'error'>[]): ErrorSights {
  const lists = new Map<number | undefined, readonly Of<'error'>[]>();
  const ofCode = (code: number | undefined) => {
    // A code that no fingerprint wants gets one list with all such codes.
    const key = WANTED_CODES.has(code) ? code : undefined;
    let list = lists.get(key);
    if (list === undefined) {
      list = all.filter(({ see }) => see.code === undefined || see.code === key);
      lists.set(key, list);
    }
    return list;
  };
  return { all, ofCode };
}
