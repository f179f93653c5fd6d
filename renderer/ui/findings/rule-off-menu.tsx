import { Menu } from '@base-ui/react/menu';
import { Button } from '../controls/button.tsx';
import { MenuItem, MenuLine, MenuPanel } from '../controls/panels.tsx';

type Props = {
  readonly rules: readonly string[];
  readonly turnOff: (rule: string, where: 'this server' | 'everywhere') => void;
  /** Shows what is off already. */
  readonly seeOff: () => void;
  /** True where there is no room for an edge. */
  readonly quiet?: boolean;
};

/** Turns rules off for the server at hand, or everywhere. */
export function RuleOffMenu({ rules, turnOff, seeOff, quiet = false }: Props) {
  if (rules.length === 0) return null;
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button size="small" look={quiet ? 'quiet' : 'plain'} />}>
        Do not show…
      </Menu.Trigger>
      <MenuPanel>
        {rules.map((rule) => (
          <MenuItem key={rule} run={() => turnOff(rule, 'this server')}>
            {rule} for this server
          </MenuItem>
        ))}
        {rules.map((rule) => (
          <MenuItem key={rule} run={() => turnOff(rule, 'everywhere')}>
            {rule} everywhere
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem run={seeOff}>See what is off…</MenuItem>
      </MenuPanel>
    </Menu.Root>
  );
}
