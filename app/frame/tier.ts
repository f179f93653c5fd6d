/** From good to bad: up to `tool` for the model, `protocol` for the host; `client`, `transport` reach neither. */
export const TIERS = ['ok', 'tool', 'protocol', 'client', 'transport'] as const;

export type Tier = (typeof TIERS)[number];

export const ERROR_TIERS = ['protocol', 'tool', 'client', 'transport'] as const;
export type ErrorTier = (typeof ERROR_TIERS)[number];

/** Where a transport error over HTTP lies, from the wire up; empty for none. */
export const WHERES = ['network', 'tls', 'http', 'auth', 'session', 'stream'] as const;
export type Where = (typeof WHERES)[number];

/** True for a tier that is an error's. */
export function isErrorTier(tier: Tier): tier is ErrorTier {
  return tier !== 'ok';
}

/** Whom an answer of this tier is meant for, and how far it gets, whatever the host; one plain sentence. */
export function whoSees(tier: Tier): string {
  return WHO_SEES[tier];
}

const WHO_SEES: Readonly<Record<Tier, string>> = {
  ok: 'The result is meant for the model; which parts arrive depends on the host.',
  tool: 'The error is meant for the model, so that it can recover; which parts arrive depends on the host.',
  protocol: 'The error is meant for the host, which may pass it on to the model.',
  client: 'The client gave up, or could not read what the server sent: no answer gets any further.',
  transport: 'No answer came. The host notices at most that the pipe failed.',
};
