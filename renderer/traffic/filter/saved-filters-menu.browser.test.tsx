import { beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import { useFilter } from '../../state/log/filter-store.ts';
import { useNotices } from '../../state/screen/screen-store.ts';
import { attachStubHost } from '../../state/testing/stub-host.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { openedDialog } from '../../ui/testing/opened-dialog.ts';
import { SavedFiltersMenu, useSavedFilters } from './saved-filters-menu.tsx';

const SLOW = { name: 'Slow notes', text: 'tool:read-note dur:>1s' };
const PINGS = { name: 'Pings', text: 'method:ping' };

const saveFilters = vi.fn();

beforeEach(() => {
  saveFilters.mockReset().mockResolvedValue(ok(null));
  attachStubHost({ saveFilters });
  useFilter.setState(useFilter.getInitialState());
  useNotices.setState(useNotices.getInitialState());
  useSavedFilters.setState({ filters: [SLOW, PINGS], open: false });
});

async function opened() {
  const screen = await render(<SavedFiltersMenu />);
  await screen.getByRole('button', { name: 'Saved', exact: true }).click();
  const menu = await openedDialog(screen, 'Saved filters');
  const button = (name: string | RegExp) => menu.getByRole('button', { name });
  return { menu, button };
}

const names = () => useSavedFilters.getState().filters.map(({ name }) => name);
const lastSaved = () => saveFilters.mock.lastCall?.[0].filters;

it('lists what was saved and what is built in, and applies one instead of the filter', async () => {
  useFilter.setState({ text: 'old', tiers: ['tool'] });
  const { menu, button } = await opened();
  await expect.element(button(/^Errors only/)).toBeVisible();
  expect(await axeViolations(menu.element())).toEqual([]);
  await button(/^Slow notes/).click();
  expect(useFilter.getState()).toMatchObject({ text: SLOW.text, tiers: [] });
  await expect.element(menu).not.toBeInTheDocument();
});

it('saves the filter in force with its tiers, by Enter', async () => {
  useFilter.setState({ text: 'method:ping', tiers: ['tool'] });
  const { menu } = await opened();
  await menu.getByRole('textbox', { name: 'Name' }).fill('Failed pings');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(lastSaved)
    .toEqual([SLOW, PINGS, { name: 'Failed pings', text: 'tier:tool method:ping' }]);
});

it.each([
  [{ text: '' }, /^Type a filter first/],
  [{ text: 'tier:', fault: 'No value.' }, /cannot be read, so it cannot be saved\.$/],
])('says why the filter %o cannot be saved', async (filter, text) => {
  useFilter.setState(filter);
  const { menu } = await opened();
  await expect.element(menu.getByText(text)).toBeVisible();
  expect(menu.getByRole('textbox').elements()).toEqual([]);
});

it('replaces a filter of the same name, and says so before', async () => {
  useFilter.setState({ text: 'id:7' });
  const { menu, button } = await opened();
  await expect.element(button('Save')).toBeDisabled();
  await menu.getByRole('textbox', { name: 'Name' }).fill('pings');
  await button('Replace').click();
  await expect.poll(lastSaved).toEqual([SLOW, { name: 'pings', text: 'id:7' }]);
});

it('renames by Enter, not to a name that another one has, and keeps the name by Escape', async () => {
  const { menu, button } = await opened();
  await button('Rename Pings').click();
  const field = menu.getByRole('textbox', { name: 'New name of Pings' });
  await expect.element(field).toHaveFocus();
  await field.fill('slow notes');
  await expect.element(menu.getByRole('alert')).toHaveTextContent('Another filter has this name.');
  await userEvent.keyboard('{Enter}');
  expect(saveFilters).not.toHaveBeenCalled();
  await field.fill('All pings');
  await userEvent.keyboard('{Enter}');
  await expect.poll(names).toEqual(['Slow notes', 'All pings']);
  await button('Rename All pings').click();
  await expect.element(menu.getByRole('textbox', { name: 'New name of All pings' })).toHaveFocus();
  await userEvent.keyboard('zebra{Escape}');
  await expect.element(menu).toBeVisible();
  await expect.element(button(/^All pings/)).toBeVisible();
  expect(saveFilters).toHaveBeenCalledTimes(1);
});

it('moves a filter up and down as far as there is a place', async () => {
  const { button } = await opened();
  await expect.element(button('Move Slow notes up')).toBeDisabled();
  await expect.element(button('Move Pings down')).toBeDisabled();
  await button('Move Pings up').click();
  await expect.poll(lastSaved).toEqual([PINGS, SLOW]);
  await expect.element(button('Move Pings up')).toBeDisabled();
});

it('deletes a filter and puts it back where it was', async () => {
  const { menu, button } = await opened();
  await button('Delete Slow notes').click();
  await expect.element(menu.getByRole('status')).toHaveTextContent('“Slow notes” was deleted.');
  expect(lastSaved()).toEqual([PINGS]);
  await button('Undo').click();
  await expect.poll(lastSaved).toEqual([SLOW, PINGS]);
  await expect.element(menu.getByRole('status')).not.toBeInTheDocument();
});

it('changes nothing if the host cannot keep it', async () => {
  saveFilters.mockResolvedValue(err('The disk is full.'));
  const { menu, button } = await opened();
  await button('Delete Pings').click();
  await expect
    .poll(() => useNotices.getState().notices.map(({ text }) => text))
    .toEqual(['The filters were not saved. The disk is full.']);
  expect(names()).toEqual(['Slow notes', 'Pings']);
  expect(menu.getByRole('status').elements()).toEqual([]);
});

it('closes by Escape, with the focus back on its button', async () => {
  const { menu } = await opened();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.textContent).toBe('Saved');
});
