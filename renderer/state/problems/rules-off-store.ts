import { create } from 'zustand';
import type { RuleOff } from '../../../app/project/rules-off.ts';
import { host, notifyFailure } from '../host/host.ts';
import { notify } from '../notices/notices-store.ts';
import { showDialog } from '../screen/screen-actions.ts';
import { useScreen } from '../screen/screen-store.ts';
import { readProblems, useProblems } from './problems-store.ts';

/** The rules that the user has turned off; undefined until they are read. */
export const useRulesOff = create<{ readonly off: readonly RuleOff[] | undefined }>(() => ({
  off: undefined,
}));

/** Reads them; another window may have changed them. */
export async function loadRulesOff(): Promise<void> {
  take(await notifyFailure(host().listRulesOff({})));
}

/** Shows no finding of a rule any more: of the server of a session, or without one of any server. */
async function turnRuleOff(rule: string, session: string | null): Promise<void> {
  const off = await notifyFailure(host().turnRuleOff({ rule, session }));
  if (off === undefined) return;
  take(off);
  const last = off.at(-1);
  notify({
    level: 'info',
    text: `${rule} is not shown any more${session === null ? '' : ' for this server'}.`,
    topic: 'rules-off',
    ...(last === undefined ? {} : { action: { label: 'Undo', run: () => void turnRuleOn(last) } }),
  });
}

/** What the menu of a rule does, for the server of a session. */
export function ruleOffActions(session: string) {
  return {
    turnOff: (rule: string, where: 'this server' | 'everywhere') =>
      void turnRuleOff(rule, where === 'everywhere' ? null : session),
    seeOff: () => showDialog('rules-off'),
  };
}

export async function turnRuleOn(off: RuleOff): Promise<void> {
  take(await notifyFailure(host().turnRuleOn({ off })));
}

function take(off: readonly RuleOff[] | undefined): void {
  if (off === undefined) return;
  const before = useRulesOff.getState().off;
  useRulesOff.setState({ off });
  if (before === undefined) return;
  const { held } = useProblems.getState();
  for (const { session } of useScreen.getState().sessions) {
    if (held[session] !== undefined) void readProblems(session);
  }
}
