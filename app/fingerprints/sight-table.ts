import { ALL_FINGERPRINTS } from './all-fingerprints.ts';
import type { Fingerprint, Sight } from './fingerprint.ts';

/** A fingerprint whose sight is of one kind. */
export type Of<Kind extends Sight['kind']> = Fingerprint & { readonly see: Extract<Sight, { kind: Kind }> };

function ofKind<Kind extends Sight['kind']>(kind: Kind): readonly Of<Kind>[] {
  return ALL_FINGERPRINTS.filter((fingerprint): fingerprint is Of<Kind> => fingerprint.see.kind === kind);
}

/** The fingerprints by what they look at, so that a frame costs only those that can see it. */
export const BY_SIGHT = {
  error: ofKind('error'),
  toolError: ofKind('tool-error'),
  tool: ofKind('tool'),
  result: ofKind('result'),
  notification: ofKind('notification'),
  endedByMalformedLine: ofKind('ended-by-malformed-line'),
} as const;
