import { create } from 'zustand';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { isSameKnownServer, knownServer, type RuleOff } from '../../../app/session/project/rules-off.ts';
import { host, notifyFailure } from '../host/host.ts';
import { notify, useScreen } from '../screen/screen-store.ts';
import { sessionNames } from '../session/session-text.ts';
import { readProblems, useProblems } from './problems-store.ts';

/** A server, by one of its sessions. */
type RuleOffServer = {
  readonly session: string;
  /** Such as "this server", if it is the only one. */
  readonly label: string;
};

/** The rules that the user has turned off; undefined until they are read. */
export const useRulesOff = create<{ readonly off: readonly RuleOff[] | undefined }>(() => ({
  off: undefined,
}));

/** Reads them; another window may have changed them. */
export async function loadRulesOff(): Promise<void> {
  take(await notifyFailure(host().listRulesOff({})));
}

/** Shows no finding of a rule any more: of a server, or for null of any. */
export async function turnRuleOff(rule: string, server: RuleOffServer | null): Promise<void> {
  const off = await notifyFailure(host().turnRuleOff({ rule, session: server?.session ?? null }));
  if (off === undefined) return;
  take(off);
  const last = off.at(-1);
  notify({
    level: 'info',
    text: `${rule} is not shown any more${server === null ? '' : ` for ${server.label}`}.`,
    topic: 'rules-off',
    ...(last === undefined ? {} : { action: { label: 'Undo', run: () => void turnRuleOn(last) } }),
  });
}

/** Each server once, however many of the sessions are its own. */
export function serversOf(sessions: readonly string[]): RuleOffServer[] {
  const own: SessionInfo[] = [];
  for (const info of useScreen.getState().sessions) {
    if (!sessions.includes(info.session)) continue;
    if (own.some((other) => isSameKnownServer(knownServer(other), knownServer(info)))) continue;
    own.push(info);
  }
  if (own.length === 1) return own.map(({ session }) => ({ session, label: 'this server' }));
  return [...sessionNames(own).values()];
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
