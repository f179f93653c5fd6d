import { useRef } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useFilter } from '../../state/log/filter-store.ts';
import { sortBy, useLogView } from '../../state/log/log-view.ts';
import { useFocusTarget } from '../../state/screen/focus-targets.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { frame, LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { FrameLog } from './frame-log.tsx';
import { RowMenuContext } from './row-menu.tsx';

const RECORDS = [
  frame(1, 'sent', { id: 1, method: 'tools/call', params: { name: 'find', arguments: { city: 'Olso' } } }),
  frame(2, 'received', { id: 1, error: { code: -32602, message: 'No city is named Olso' } }),
  frame(3, 'sent', { id: 2, method: 'tools/call', params: { name: 'ping' } }),
  frame(4, 'received', { id: 2, result: { content: [] } }),
];

const compare = vi.fn();

beforeEach(() => {
  useLogView.setState(useLogView.getInitialState());
  compare.mockClear();
});

/** The inspector's place. */
function InspectorPlace() {
  const place = useRef<HTMLDivElement>(null);
  useFocusTarget('inspector', place);
  return (
    <div ref={place} tabIndex={-1}>
      the explanation
    </div>
  );
}

async function log() {
  await showSession(LIVE_SESSION, { records: RECORDS });
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <RowMenuContext value={[{ group: 'Log', title: 'Compare', run: compare }]}>
        <div style={{ width: 900, height: 400, display: 'flex' }}>
          <FrameLog info={LIVE_SESSION} />
        </div>
        <InspectorPlace />
      </RowMenuContext>
    </ScreenServicesContext>,
  );
  const row = (name: RegExp) => screen.getByRole('row', { name });
  const item = (name: string) => screen.getByRole('menuitem', { name });
  const failed = row(/protocol error -32602/);
  await expect.element(failed).toBeVisible();
  const rows = () => screen.container.querySelectorAll('[data-seq]').length;
  return { screen, item, failed, rows, openMenu: () => failed.click({ button: 'right' }) };
}

it('shows and hides rows like the one of its menu', async () => {
  const { screen, item, openMenu } = await log();
  await openMenu();
  expect(await axeViolations(screen.baseElement)).toEqual([]);
  await item('Show only').click();
  await item('Tool find').click();
  expect(useFilter.getState().text).toBe('tool:find');
  await openMenu();
  await item('Hide').click();
  await item('Code -32602').click();
  expect(useFilter.getState().text).toBe('tool:find -code:-32602');
});

it('copies what a row says, its message, and the other half of it', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { item, openMenu } = await log();
  for (const [name, text] of [
    ['Message', /"code":-32602/],
    ['Its request', /"method":"tools\/call"/],
    ['Row as text', /-32602/],
  ] as const) {
    await openMenu();
    await item('Copy').click();
    await item(name).click();
    await expect.poll(() => write.mock.lastCall?.[0]).toMatch(text);
  }
});

it('notes, opens, closes, and does what other parts of the screen offer', async () => {
  const { item, openMenu, rows } = await log();
  await openMenu();
  await item('Note on this row').click();
  expect(useScreen.getState().dialog).toBe('bookmark');
  expect(rows()).toBe(2);
  await openMenu();
  await item('Expand').click();
  await expect.poll(rows).toBe(3);
  await openMenu();
  await item('Collapse').click();
  await expect.poll(rows).toBe(2);
  await openMenu();
  await item('Compare').click();
  expect(compare).toHaveBeenCalledOnce();
});

it('has that menu by Shift and F10, and moves, opens, closes and goes to the inspector by the keys', async () => {
  const { screen, item, rows } = await log();
  const grid = screen.getByRole('grid', { name: 'Frame log' });
  grid.element().focus();
  await userEvent.keyboard('{Home}{Shift>}{F10}{/Shift}');
  await expect.element(item('Expand')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  // A menu restores the focus a moment after it has closed.
  await expect.element(grid).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(rows).toBe(3);
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(rows).toBe(2);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('the explanation')).toHaveFocus();
});

it('goes to the first row of a new order, and follows again only in the order of time', async () => {
  const records = Array.from({ length: 200 }, (_, at) => [
    frame(2 * at + 1, 'sent', { id: at, method: 'ping' }),
    frame(2 * at + 2, 'received', { id: at, result: at === 77 ? { note: 'x'.repeat(5000) } : {} }),
  ]).flat();
  await showSession(LIVE_SESSION, { records });
  const screen = await render(
    <div style={{ width: 900, height: 400, display: 'flex' }}>
      <FrameLog info={LIVE_SESSION} />
    </div>,
  );
  const grid = screen.getByRole('grid', { name: 'Frame log' });
  await expect.element(grid).toHaveAttribute('data-following', 'true');
  sortBy('size');
  await expect.poll(() => screen.container.querySelector('[data-seq="156"]')).not.toBeNull();
  expect(grid.element().scrollTop).toBe(0);
  await expect.element(grid).toHaveAttribute('data-following', 'false');
  grid.element().focus();
  await userEvent.keyboard('{End}');
  await expect.element(grid).toHaveAttribute('data-following', 'false');
  await screen.getByRole('button', { name: 'Follow' }).click();
  expect(useLogView.getState().sort).toBeNull();
  await expect.element(grid).toHaveAttribute('data-following', 'true');
});

it('opens and closes a call by a double click', async () => {
  const { failed, rows } = await log();
  await failed.dblClick();
  await expect.poll(rows).toBe(3);
  await failed.dblClick();
  await expect.poll(rows).toBe(2);
});

it('draws the marks of a log that fits its view beside their rows', async () => {
  const { screen, failed } = await log();
  const ruler = () => screen.container.querySelector('canvas')?.getBoundingClientRect();
  const rows = () =>
    [...screen.container.querySelectorAll('[data-seq]')].map((row) => row.getBoundingClientRect());
  await expect.poll(() => ruler()?.bottom).toBeCloseTo(Math.max(...rows().map(({ bottom }) => bottom)), 0);
  expect(ruler()?.top).toBeLessThanOrEqual(failed.element().getBoundingClientRect().top);
});

it('has one ring: around the row of the focus', async () => {
  const { screen, failed } = await log();
  await failed.click();
  await userEvent.keyboard('{ArrowDown}');
  const grid = screen.getByRole('grid', { name: 'Frame log' });
  await expect.element(grid).toHaveFocus();
  expect(getComputedStyle(grid.element()).outlineStyle).toBe('none');
  const row = screen.container.querySelector('[data-seq][aria-selected="true"]');
  expect(row && getComputedStyle(row).boxShadow).toContain('2px inset');
});
