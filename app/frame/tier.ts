/**
 * The tiers from good to bad. Up to `tool` the model can act on what it reads; a `protocol` error still
 * reaches the host as an answer; a `client` error is the host giving up; with `transport` nothing is left.
 */
export const TIERS = ['ok', 'tool', 'protocol', 'client', 'transport'] as const;

/** Where a call failed; derived from raw frames and never stored. */
export type Tier = (typeof TIERS)[number];

/** The tiers of errors, in the order in which the screen and the reports list them. */
export const ERROR_TIERS = ['protocol', 'tool', 'client', 'transport'] as const;
export type ErrorTier = (typeof ERROR_TIERS)[number];

/** Who sees an error of this tier, as one plain sentence. */
export function whoSees(tier: Tier): string {
  switch (tier) {
    case 'ok':
      return 'The model reads this result.';
    case 'tool':
      return 'The model reads this error and can recover from it.';
    case 'protocol':
      return 'Only the host sees this error. The model never does.';
    case 'client':
      return 'Only the host knows: it gave up, or it could not read what the server sent.';
    case 'transport':
      return 'Nobody sees an answer. The host only notices that the pipe failed.';
  }
}
