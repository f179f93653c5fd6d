import { ok } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import type { HostEvents, Notice } from '../../../app/contract/events.ts';
import type { HostApi } from '../../hub/host-api.ts';

export type StandInHost = HostApi & {
  readonly events: Set<HostEvents>;
  readonly calls: { readonly name: string; readonly input: unknown }[];
  readonly notices: Notice[];
  disposals: number;
};

/** A test host that records its calls; a command returns the answer in `answers`, or an empty success. */
export function standInHost(answers: Partial<Commands> = {}): StandInHost {
  const calls: StandInHost['calls'] = [];
  const commands = new Proxy({} as Commands, {
    get: (_target, name: keyof Commands) => async (input: never) => {
      calls.push({ name, input });
      const answer = answers[name] as ((input: never) => Promise<unknown>) | undefined;
      if (answer !== undefined) return answer(input);
      return name === 'listProfiles' ? ok({ profiles: [], secretsNote: '', problems: [] }) : ok(null);
    },
  });
  const events = new Set<HostEvents>();
  const host: StandInHost = {
    commands,
    calls,
    events,
    notices: [],
    disposals: 0,
    notify(notice) {
      host.notices.push(notice);
    },
    subscribe(one) {
      events.add(one);
      return () => events.delete(one);
    },
    reopen: async () => false,
    async dispose() {
      host.disposals += 1;
    },
  };
  return host;
}
