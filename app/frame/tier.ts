/**
 * The tiers from good to bad. Up to `tool` an answer is meant for the model; a `protocol` error is one for the host;
 * at `client` no answer gets past the client; at `transport` none comes.
 */
export const TIERS = ['ok', 'tool', 'protocol', 'client', 'transport'] as const;

export type Tier = (typeof TIERS)[number];

export const ERROR_TIERS = ['protocol', 'tool', 'client', 'transport'] as const;
export type ErrorTier = (typeof ERROR_TIERS)[number];

/** True for a tier that is an error's. */
export function isErrorTier(tier: Tier): tier is ErrorTier {
  return tier !== 'ok';
}

/** Whom an answer of this tier is meant for, and how far it gets, whatever the host; one plain sentence. */
export function whoSees(tier: Tier): string {
  switch (tier) {
    case 'ok':
      return 'The result is meant for the model; which parts arrive depends on the host.';
    case 'tool':
      return 'The error is meant for the model, so that it can recover; which parts arrive depends on the host.';
    case 'protocol':
      return 'The error is meant for the host, which may pass it on to the model.';
    case 'client':
      return 'The client gave up, or could not read what the server sent: no answer gets any further.';
    case 'transport':
      return 'No answer came. The host notices at most that the pipe failed.';
  }
}
