import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useFilter } from '../../state/filter/filter-store.ts';
import { frame, LIVE_SESSION, showSession } from '../../state/testing/shown-session.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { FilterBar } from './filter-bar.tsx';
import { followFilter } from './row-filter.ts';

const RECORDS = [
  frame(1, 'sent', { id: 1, method: 'tools/call', params: { name: 'read-note' } }),
  frame(2, 'received', { id: 1, error: { code: -32602, message: 'no' } }),
  frame(3, 'sent', { id: 2, method: 'ping' }),
];

followFilter();
beforeEach(() => showSession(LIVE_SESSION, { records: RECORDS }));

async function bar() {
  const screen = await render(<FilterBar info={LIVE_SESSION} />);
  return { screen, field: screen.getByRole('combobox', { name: 'Filter' }) };
}

it('says how many rows it hides, and is emptied by its button', async () => {
  const { screen, field } = await bar();
  await expect.element(screen.getByText('hidden by filter: 0')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Clear' }).elements()).toEqual([]);
  await field.fill('method:ping');
  await expect.element(screen.getByText('hidden by filter: 2')).toBeVisible();
  expect(await axeViolations(screen.container)).toEqual([]);
  await screen.getByRole('button', { name: 'Clear' }).click();
  await expect.element(screen.getByText('hidden by filter: 0')).toBeVisible();
});

it('says what is wrong with a filter', async () => {
  const { screen, field } = await bar();
  await field.fill('tier:zebra ');
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect
    .element(field)
    .toHaveAccessibleDescription(screen.getByRole('alert').element().textContent ?? '');
});

it('closes its list by Escape first, and empties the field by the next one', async () => {
  const { screen, field } = await bar();
  await field.fill('tier:');
  await expect.element(screen.getByRole('listbox')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  await expect.element(field).toHaveValue('tier:');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('');
  expect(useFilter.getState().text).toBe('');
});
