import { Menu } from '@base-ui/react/menu';
import type { RuleOffServer } from '../state/problems/rules-off-store.ts';
import { Button } from '../ui/controls/button.tsx';
import { MenuItem, MenuLine, MenuPanel } from '../ui/controls/panels.tsx';

type Props = {
  readonly rules: readonly string[];
  /** Those for which a rule can be turned off. */
  readonly servers: readonly RuleOffServer[];
  /** For one of the servers, or for null everywhere. */
  readonly turnOff: (rule: string, server: RuleOffServer | null) => void;
  /** Shows what is off already. */
  readonly seeOff: () => void;
  /** True where there is no room for an edge. */
  readonly quiet?: boolean;
};

/** Turns rules off for a server, or everywhere. */
export function RuleOffMenu({ rules, servers, turnOff, seeOff, quiet = false }: Props) {
  if (rules.length === 0) return null;
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button size="small" look={quiet ? 'quiet' : 'plain'} />}>
        Do not show…
      </Menu.Trigger>
      <MenuPanel>
        {rules.flatMap((rule) =>
          servers.map((server) => (
            <MenuItem key={`${rule} ${server.session}`} run={() => turnOff(rule, server)}>
              {rule} for {server.label}
            </MenuItem>
          )),
        )}
        {rules.map((rule) => (
          <MenuItem key={rule} run={() => turnOff(rule, null)}>
            {rule} everywhere
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem run={seeOff}>See what is off…</MenuItem>
      </MenuPanel>
    </Menu.Root>
  );
}
