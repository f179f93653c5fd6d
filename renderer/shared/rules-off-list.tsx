import { Menu } from '@base-ui/react/menu';
import { useEffect } from 'react';
import { ruleById } from '../../app/findings/all-rules.ts';
import type { RuleOff } from '../../app/session/project/rules-off.ts';
import {
  loadRulesOff,
  serversOf,
  turnRuleOff,
  turnRuleOn,
  useRulesOff,
} from '../state/problems/rules-off-store.ts';
import { showDialog } from '../state/screen/screen-store.ts';
import { MenuItem, MenuLine, MenuPanel } from '../ui/controls/panels.tsx';
import { Button, kit } from '../ui/kit.tsx';
import styles from './rules-off-list.module.css';

/** The rules that the user has turned off, each with the way to turn it on again. */
export function RulesOffList() {
  const off = useRulesOff((state) => state.off);
  useEffect(() => void loadRulesOff(), []);
  if (off === undefined) return <p role="status">Reading the rules…</p>;
  if (off.length === 0)
    return (
      <p className={kit.mute}>
        No rule is turned off. A problem that is a finding has the menu “Do not show…”.
      </p>
    );
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
  /** Those of the servers for which a rule can be turned off. */
  readonly sessions: readonly string[];
  /** True where there is no room for an edge. */
  readonly quiet?: boolean;
};

/** Turns rules off for a server, or everywhere. */
export function RuleOffMenu({ rules, sessions, quiet = false }: Props) {
  if (rules.length === 0) return null;
  const servers = serversOf(sessions);
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button size="small" look={quiet ? 'quiet' : 'plain'} />}>
        Do not show…
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
