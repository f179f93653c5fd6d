import type { CommandInput } from '../../../app/contract/commands.ts';
import type { LogTimes } from '../../../app/contract/view-commands.ts';
import { host, settled, useLoaded } from '../host/host.ts';

/** Rows over time; `counts` has one entry per column and tier, in the order of `STRIP_TIERS`. */
export type HeldTimes = Omit<LogTimes, 'counts'> & { readonly counts: Uint32Array };

/** Rows over time, reloaded when `revision` changes; undefined until loaded, and without columns. */
export function useLogTimes(
  wanted: CommandInput<'readTimes'> | null,
  revision: unknown,
): HeldTimes | undefined {
  const key = wanted === null || wanted.sessions.length === 0 ? '' : JSON.stringify(wanted);
  return useLoaded(
    key,
    async () => {
      const read = wanted === null ? undefined : await settled(host().readTimes(wanted));
      if (read?.ok !== true) return undefined;
      return { ...read.value, counts: new Uint32Array(read.value.counts.slice().buffer) };
    },
    revision,
  );
}
