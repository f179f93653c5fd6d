/** From good to bad: `ok` and `tool` reach the model, `protocol` the host; `client` and `transport` reach neither. */
export const TIERS = ['ok', 'tool', 'protocol', 'client', 'transport'] as const;

export type Tier = (typeof TIERS)[number];

export const ERROR_TIERS = ['protocol', 'tool', 'client', 'transport'] as const;
export type ErrorTier = (typeof ERROR_TIERS)[number];

/** The layer of an HTTP transport error, from the wire up; empty for none. */
export const WHERES = ['network', 'tls', 'http', 'auth', 'session', 'stream'] as const;
export type Where = (typeof WHERES)[number];

export function isErrorTier(tier: Tier): tier is ErrorTier {
  return tier !== 'ok';
}

/** What a host has of a failure over HTTP in this layer, which brought no answer; one plain sentence. */
export function hostHas(where: Where): string {
  if (where === 'network' || where === 'tls')
    return 'No HTTP status came either: the host has only the failure of its connection.';
  if (where === 'stream')
    return 'The stream ended before it: some clients resume it, some wait for their time-out.';
  return 'The host sees the HTTP status at most; most clients show the body as text, some wait for their time-out.';
}

/** Who an answer in this tier is for and how far it gets, in any host; one plain sentence. */
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
