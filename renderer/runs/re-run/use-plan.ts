import type { CommandInput } from '../../../app/contract/commands.ts';
import type { ReRunPlan } from '../../../app/contract/re-run-commands.ts';
import { host, settled } from '../../state/host/host.ts';
import { useLoaded } from '../../state/host/use-loaded.ts';

export type What = CommandInput<'planReRun'>;

/** A dry run, together with what it was made for. */
type PlanState =
  | { readonly kind: 'none' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'here'; readonly plan: ReRunPlan; readonly what: What };

/** Asks the host what would be sent, again whenever `key` changes; `whatOf` gives null while there is no target. */
export function usePlan(key: string, whatOf: () => What | null): PlanState {
  const load = async (): Promise<PlanState> => {
    const what = whatOf();
    if (what === null) return { kind: 'none' };
    const plan = await settled(host().planReRun(what));
    return plan.ok ? { kind: 'here', plan: plan.value, what } : { kind: 'failed', error: plan.error };
  };
  return useLoaded(key, load) ?? { kind: 'waiting' };
}
