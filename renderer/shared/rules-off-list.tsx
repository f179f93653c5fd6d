import { Menu } from '@base-ui/react/menu';
import { useEffect } from 'react';
import { create } from 'zustand';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { ruleById } from '../../app/findings/all-rules.ts';
import { isSameKnownServer, knownServer, type RuleOff } from '../../app/session/project/rules-off.ts';
import { host, notifyFailure } from '../state/host/host.ts';
import { readProblems, useProblems } from '../state/problems/problems-store.ts';
import { notify, showDialog, useScreen } from '../state/screen/screen-store.ts';
import { sessionNames } from '../state/session/session-text.ts';
import { MenuItem, MenuLine, MenuPanel } from '../ui/controls/menus.tsx';
import { Button, kit } from '../ui/kit.tsx';
import styles from './rules-off-list.module.css';

/** The rules that the user turned off, each with a button to turn it on again. */
export function RulesOffList() {
  const off = useRulesOff((state) => state.off);
  useEffect(() => void loadRulesOff(), []);
  if (off === undefined) return <p role="status">Reading the rules…</p>;
  if (off.length === 0)
    return <p className={kit.mute}>No rule is turned off. “Hide rule…” at a finding turns its rule off.</p>;
  return (
    <ul className={styles.list} aria-label="Rules that are off">
      {off.map((one) => (
        <li key={`${one.rule} ${placeOf(one)}`}>
          <code>{one.rule}</code>
          <span>{ruleById(one.rule)?.title ?? ''}</span>
          <span className={`${kit.truncate} ${kit.mute}`} title={one.server?.commandLine}>
            {placeOf(one)}
          </span>
          <Button
            size="small"
            aria-label={`Show ${one.rule} again, ${placeOf(one)}`}
            onClick={() => void turnRuleOn(one)}
          >
            Show again
          </Button>
        </li>
      ))}
    </ul>
  );
}

function placeOf({ server }: RuleOff): string {
  if (server === null) return 'everywhere';
  return `for ${server.name === '' ? server.commandLine : server.name}`;
}

type Props = {
  readonly rules: readonly string[];
  readonly sessions: readonly string[];
  /** True to omit the border where there is no room. */
  readonly quiet?: boolean;
};

export function RuleOffMenu({ rules, sessions, quiet = false }: Props) {
  if (rules.length === 0) return null;
  const servers = serversOf(sessions);
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button size="small" look={quiet ? 'quiet' : 'plain'} />}>
        Hide rule…
      </Menu.Trigger>
      <MenuPanel>
        {rules.flatMap((rule) =>
          servers.map((server) => (
            <MenuItem key={`${rule} ${server.session}`} run={() => void turnRuleOff(rule, server)}>
              {rule} for {server.label}
            </MenuItem>
          )),
        )}
        {rules.map((rule) => (
          <MenuItem key={rule} run={() => void turnRuleOff(rule, null)}>
            {rule} everywhere
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem run={() => showDialog('rules-off')}>See what is off…</MenuItem>
      </MenuPanel>
    </Menu.Root>
  );
}

type RuleOffServer = {
  readonly session: string;
  /** "this server", for example, if there is only one. */
  readonly label: string;
};

/** The rules that the user turned off; undefined until loaded. */
export const useRulesOff = create<{ readonly off: readonly RuleOff[] | undefined }>(() => ({
  off: undefined,
}));

export async function loadRulesOff(): Promise<void> {
  take(await notifyFailure(host().listRulesOff({})));
}

/** Hides the findings of a rule for one server, or for null everywhere. */
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

/** Each server once, even if several sessions belong to it. */
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
