import { Menu } from '@base-ui/react/menu';
import { Button } from '../../ui/controls/button.tsx';
import { MenuItem, MenuLine, MenuPanel } from '../../ui/controls/panels.tsx';
import { showDialog } from '../screen/screen-actions.ts';
import { turnRuleOff } from './rules-off-store.ts';

type Props = {
  readonly rules: readonly string[];
  /** The session whose server is meant by "this server". */
  readonly session: string;
};

/** Turns rules off for the server of a session, or everywhere. */
export function RuleOffMenu({ rules, session }: Props) {
  if (rules.length === 0) return null;
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button size="small" />}>Do not show…</Menu.Trigger>
      <MenuPanel>
        {rules.map((rule) => (
          <MenuItem key={rule} run={() => void turnRuleOff(rule, session)}>
            {rule} for this server
          </MenuItem>
        ))}
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
