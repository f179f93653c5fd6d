import limits from './start-limits.json' with { type: 'json' };

type StartLimit = (typeof limits)[number];

/** The hosts that give a server less than `ms` until its first answer, by default; the most patient last. */
export function hostsTooShortFor(ms: number): readonly StartLimit[] {
  return limits.filter(({ seconds }) => seconds * 1000 < ms);
}

/** "opencode 5 s, Codex CLI 10 s": the hosts and how long they wait for a first answer. */
export function limitsText(hosts: readonly StartLimit[] = limits): string {
  return hosts.map(({ name, seconds }) => `${name} ${seconds} s`).join(', ');
}

/** A server that was slow to answer was still starting; one that answers at once had started before it was asked. */
const STARTING_MS = 1000;

/** Milliseconds to an answer: since the start of the process, or since the request if only that was waited for. */
export function firstAnswerAfter(
  { startedAt }: { readonly startedAt: number },
  at: number,
  since: number,
): number {
  return at - (at - startedAt > STARTING_MS ? since : startedAt);
}
