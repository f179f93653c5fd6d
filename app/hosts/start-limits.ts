import limits from './start-limits.json' with { type: 'json' };

type StartLimit = (typeof limits)[number];

/** The hosts that by default wait less than `ms` for a server's first answer, most patient last. */
export function hostsTooShortFor(ms: number): readonly StartLimit[] {
  return limits.filter(({ seconds }) => seconds * 1000 < ms);
}

/** "opencode 5 s, Codex CLI 10 s": the hosts and how long they wait for a first answer. */
export function limitsText(hosts: readonly StartLimit[] = limits): string {
  return hosts.map(({ name, seconds }) => `${name} ${seconds} s`).join(', ');
}

/** A slow first answer means that the server was still starting; a fast one means that it had already started. */
const STARTING_MS = 1000;

/** Milliseconds to an answer: from the process start, or from the request if only that was waited for. */
export function firstAnswerAfter(
  { startedAt }: { readonly startedAt: number },
  at: number,
  since: number,
): number {
  return at - (at - startedAt > STARTING_MS ? since : startedAt);
}
