import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from '../kit.tsx';
import { axeViolations } from '../testing/axe-violations.ts';
import { type Column, DataTable } from './data-table.tsx';
import { ListView } from './list-view.tsx';
import { ROVING_ITEM } from './roving-focus.ts';

const FRUIT = ['apple', 'banana', 'cherry'];

describe('a list with a selection', () => {
  function Chooser({ open }: { readonly open: (item: string) => void }) {
    const [chosen, choose] = useState<string>();
    return (
      <ListView
        label="Fruit"
        items={FRUIT}
        keyOf={(item) => item}
        selection={{ chosen, choose, open, takesFocus: true }}
      >
        {(item) => item}
      </ListView>
    );
  }

  it('is one Tab stop that takes the keys; arrows choose and Enter opens', async () => {
    const open = vi.fn();
    const screen = await render(<Chooser open={open} />);
    const option = (name: string) => screen.getByRole('option', { name });
    await expect.element(screen.getByRole('listbox', { name: 'Fruit' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(option('banana')).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{End}k{Enter}');
    await expect.element(option('banana')).toHaveAttribute('aria-selected', 'true');
    expect(open).toHaveBeenCalledExactlyOnceWith('banana');
    await option('apple').click();
    await expect.element(option('apple')).toHaveAttribute('aria-selected', 'true');
    expect(await axeViolations(document.body)).toEqual([]);
  });
});

it('moves the focus in a list of buttons by arrows and by the letters of a name', async () => {
  const screen = await render(
    <ListView label="Fruit" items={FRUIT} keyOf={(item) => item} roving="by-name">
      {(item) => <Button {...ROVING_ITEM}>{item}</Button>}
    </ListView>,
  );
  const button = (name: string) => screen.getByRole('button', { name });
  await userEvent.tab();
  await expect.element(button('apple')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(button('banana')).toHaveFocus();
  await userEvent.keyboard('c');
  await expect.element(button('cherry')).toHaveFocus();
});

it('says why a list is empty', async () => {
  const screen = await render(
    <ListView label="Fruit" items={[]} keyOf={(item) => item} empty="There is none.">
      {(item) => item}
    </ListView>,
  );
  await expect.element(screen.getByText('There is none.')).toBeVisible();
});

describe('a table', () => {
  type Call = { readonly name: string; readonly ms: number };
  const CALLS: readonly Call[] = [
    { name: 'echo', ms: 3 },
    { name: 'add', ms: 1 },
  ];
  const COLUMNS: readonly Column<Call, 'name' | 'ms'>[] = [
    { head: 'Tool', isName: true, sorts: [['name', 'Tool']], cell: ({ name }) => name },
    { head: 'Duration', isNumber: true, sorts: [['ms', 'Duration']], cell: ({ ms }) => `${ms} ms` },
  ];

  it('has the heads and cells of its columns, says its order and asks for another', async () => {
    const onSort = vi.fn();
    const screen = await render(
      <DataTable
        label="Calls"
        columns={COLUMNS}
        rows={CALLS}
        keyOf={({ name }) => name}
        order={{ key: 'ms', descending: true }}
        onSort={onSort}
      />,
    );
    const head = (name: string) => screen.getByRole('columnheader', { name });
    await expect.element(head('Duration')).toHaveAttribute('aria-sort', 'descending');
    await expect.element(head('Tool')).toHaveAttribute('aria-sort', 'none');
    await expect.element(screen.getByRole('rowheader', { name: 'echo' })).toBeVisible();
    await screen.getByRole('button', { name: 'Tool' }).click();
    expect(onSort).toHaveBeenCalledExactlyOnceWith('name');
    expect(await axeViolations(document.body)).toEqual([]);
  });

  it('shows more of many rows when it is asked for', async () => {
    const table = { columns: COLUMNS, rows: CALLS, keyOf: ({ name }: Call) => name };
    const screen = await render(<DataTable label="Calls" {...table} grows={{ first: 1, step: 10 }} />);
    expect(screen.getByRole('rowheader').all()).toHaveLength(1);
    await screen.getByRole('button', { name: 'Show 1 more of 2' }).click();
    expect(screen.getByRole('rowheader').all()).toHaveLength(2);
  });
});
