import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useLogView } from '../../state/log/log-view.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { columnTemplate, LogHeader, shownColumns } from './log-header.tsx';

const WIDTH = 900;

beforeEach(() => useLogView.setState(useLogView.getInitialState()));

/** The header of a log of this width. */
function HeaderOfLog() {
  const { hidden, rows, widths } = useLogView();
  const columns = shownColumns(hidden[rows], WIDTH);
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the log, which is no table
    <div role="grid" aria-label="Log" style={{ width: WIDTH }}>
      <LogHeader columns={columns} template={columnTemplate(columns, widths, WIDTH, false)} merged={false} />
    </div>
  );
}

async function header() {
  const screen = await render(<HeaderOfLog />);
  const cell = (name: string | RegExp) => screen.getByRole('columnheader', { name });
  const item = (name: string) => screen.getByRole('menuitemcheckbox', { name });
  const openMenu = () => cell('message').click({ button: 'right' });
  return { screen, cell, button: (name: string | RegExp) => cell(name).getByRole('button'), item, openMenu };
}

it('is one stop of Tab, in which arrows go from name to name and Shift with arrows resizes', async () => {
  const { screen, button } = await header();
  await userEvent.tab();
  await expect.element(button('message')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(button('duration')).toHaveFocus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{ArrowLeft}{/Shift}');
  expect(useLogView.getState().widths).toEqual({ duration: 76 });
  await expect.element(button('duration')).toHaveFocus();
  expect(await axeViolations(screen.container)).toEqual([]);
});

it('sorts by a number, the largest first, and by words from the first letter, and gives the order of time back', async () => {
  const { screen, cell, button } = await header();
  await button('duration').click();
  await expect.element(cell(/^duration/)).toHaveAttribute('aria-sort', 'descending');
  await button('duration').click();
  await expect.element(cell(/^duration/)).toHaveAttribute('aria-sort', 'ascending');
  expect(await axeViolations(screen.container)).toEqual([]);
  await button('duration').click();
  await expect.element(cell('duration')).not.toHaveAttribute('aria-sort');
  await button('message').click();
  await expect.element(cell(/^message/)).toHaveAttribute('aria-sort', 'ascending');
  await button(/^message/).click();
  await button(/^message/).click();
  expect(useLogView.getState().sort).toBeNull();
});

it('hides a column and shows it again by its menu, which says what is on', async () => {
  const { screen, cell, item, openMenu } = await header();
  await openMenu();
  await expect.element(item('Show size')).toBeChecked();
  await expect.element(item('Show id')).not.toBeChecked();
  expect(await axeViolations(document.body)).toEqual([]);
  await item('Show size').click();
  await expect.element(cell('size')).not.toBeInTheDocument();
  await openMenu();
  await expect.element(item('Show size')).not.toBeChecked();
  await item('Show size').click();
  await expect.element(cell('size')).toBeVisible();
  expect(screen.getByRole('menu').elements()).toEqual([]);
});

it('counts the times from the next thing with each press of their name', async () => {
  const { cell } = await header();
  for (const name of ['time', 'since start', 'since before', 'since selected']) {
    await cell(name).getByRole('button').click();
  }
  await expect.element(cell('time')).toBeVisible();
  expect(useLogView.getState().time).toBe('clock');
});
