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
