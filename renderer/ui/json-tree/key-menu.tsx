import { Menu } from '@base-ui/react/menu';
import { type MouseEvent, type RefObject, useState } from 'react';
import { MenuItem, MenuLine, MenuPanel } from '../controls/menus.tsx';
import type { PathStep } from './json-shape.ts';
import { type TreeRow, useTreeCopies, type ValueRow } from './tree-rows.ts';

/** One more thing to do with a place in a value. */
export type KeyAction = { readonly label: string; readonly run: () => void };

/** What can be done with a place beside copying it. */
export type KeyActions = (steps: readonly PathStep[], value: unknown) => readonly KeyAction[];

type Props = {
  readonly row: ValueRow;
  readonly anchor: Element;
  readonly actions: KeyActions | undefined;
  readonly close: () => void;
};

/** The menu of the keys of a tree: opened by a click on one of them, or at a row. */
export function useKeyMenu(
  list: RefObject<HTMLElement | null>,
  rows: readonly TreeRow[],
  actions: KeyActions | undefined,
) {
  const [menu, setMenu] = useState<Pick<Props, 'row' | 'anchor'>>();
  const open = (index: number) => {
    const row = rows[index];
    const line = list.current?.children[index];
    if (row?.kind !== 'value' || line === undefined) return;
    setMenu({ row, anchor: line.querySelector('[data-key]') ?? line });
  };
  const onClick = (event: MouseEvent) => {
    const key = event.target instanceof Element ? event.target.closest('[data-key]') : null;
    const line = key?.closest('[role="treeitem"]') ?? null;
    if (line !== null && list.current !== null) open([...list.current.children].indexOf(line));
  };
  const close = () => setMenu(undefined);
  const drawn = menu === undefined ? null : <KeyMenu {...menu} actions={actions} close={close} />;
  return { open, onClick, drawn };
}

function KeyMenu({ row, anchor, actions, close }: Props) {
  const { copyPath, copyValue } = useTreeCopies();
  const more = actions?.(row.steps, row.value) ?? [];
  const line = anchor.closest<HTMLElement>('[role="treeitem"]');
  return (
    <Menu.Root open onOpenChange={(open) => !open && close()}>
      <MenuPanel anchor={anchor} align="start" finalFocus={() => line}>
        <MenuItem run={() => copyPath(row)}>Copy path</MenuItem>
        <MenuItem keys="Ctrl C" run={() => copyValue(row)}>
          Copy value
        </MenuItem>
        {more.length === 0 ? null : <MenuLine />}
        {more.map(({ label, run }) => (
          <MenuItem key={label} run={run}>
            {label}
          </MenuItem>
        ))}
      </MenuPanel>
    </Menu.Root>
  );
}
