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

function byCode(all: readonly Of<'error'>[]): ErrorSights {
  const ofAnyCode = all.filter(({ see }) => see.code === undefined);
  const lists = new Map<number | undefined, readonly Of<'error'>[]>();
  for (const code of new Set(all.map(({ see }) => see.code))) {
    lists.set(
      code,
      all.filter(({ see }) => see.code === undefined || see.code === code),
    );
  }
  return { all, ofCode: (code) => lists.get(code) ?? ofAnyCode };
}
