import { beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import { useNotices, useScreen } from '../../state/screen/screen-store.ts';
import { useSidebar } from '../../state/server/sidebar-store.ts';
import {
  frame,
  growSession,
  LIVE_SESSION,
  SCREEN_SERVICES,
  showSession,
} from '../../state/testing/shown-session.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { openedDialog } from '../../ui/testing/opened-dialog.ts';
import { Dialogs } from './dialogs.tsx';

const RECORDS = [
  frame(1, 'sent', { id: 1, method: 'tools/list' }),
  frame(2, 'received', { id: 1, result: { tools: [{ name: 'read-note' }, { name: 'write-note' }] } }),
];
const RECORDING = {
  path: '/rec/notes.tierscope.jsonl',
  name: 'notes.tierscope.jsonl',
  sizeBytes: 2000,
  modifiedAt: '2026-03-01T10:00:00.000Z',
  kept: false,
};

const listRecordings = vi.fn<Commands['listRecordings']>();
const openRecording = vi.fn();

beforeEach(async () => {
  localStorage.clear();
  listRecordings.mockReset().mockResolvedValue(ok([RECORDING]));
  openRecording.mockReset().mockResolvedValue(ok({ sessions: ['s1'] }));
  await showSession(LIVE_SESSION, { records: RECORDS, commands: { listRecordings, openRecording } });
});

async function opened() {
  useScreen.setState({ dialog: 'palette' });
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <Dialogs />
    </ScreenServicesContext>,
  );
  const dialog = await openedDialog(screen, 'All actions');
  const field = dialog.getByRole('combobox', { name: 'Search the actions' });
  await expect.element(field).toHaveFocus();
  const options = dialog.getByRole('option');
  return { dialog, field, options, chosen: dialog.getByRole('option', { selected: true }) };
}

it('offers every action with its keys, and what is of this session, its tools and the recordings', async () => {
  const { dialog, options, chosen } = await opened();
  await expect.element(dialog.getByRole('option', { name: /^Log ?Next row ?j$/ })).toBeVisible();
  await expect.element(chosen).toHaveTextContent(/Call read-note…/);
  for (const name of [/Disconnect notes$/, /Call read-note…notes$/, /Open notes\.tierscope\.jsonl/]) {
    await expect.element(options.filter({ hasText: name })).toBeInTheDocument();
  }
  expect(await axeViolations(dialog.element())).toEqual([]);
});

it('finds by what is typed, and says if nothing is found', async () => {
  const { dialog, field, options, chosen } = await opened();
  await field.fill('theme light');
  await expect.element(options).toHaveTextContent('Light theme');
  await expect.element(chosen).toHaveTextContent('Light theme');
  await field.fill('zebra');
  await expect.element(dialog.getByText('No action has these words.')).toBeVisible();
  await expect.element(field).not.toHaveAttribute('aria-activedescendant');
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  await expect.element(dialog).toBeVisible();
});

it('chooses by the arrows around both ends, with the choice in sight', async () => {
  const { field, options, chosen } = await opened();
  await expect.element(options.filter({ hasText: 'Open notes' })).toBeInTheDocument();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(options.last()).toHaveAttribute('aria-selected', 'true');
  await expect.element(options.last()).toBeInViewport();
  await expect.element(field).toHaveAttribute('aria-activedescendant', options.last().element().id);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(chosen).toHaveTextContent(/Call write-note…/);
});

it('closes and then runs what is chosen, by Enter or a click, which comes first the next time', async () => {
  const { field, dialog } = await opened();
  await field.fill('dark');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => useScreen.getState().theme).toBe('dark');
  useScreen.setState({ dialog: 'palette' });
  await expect.element(dialog.getByRole('option').first()).toHaveTextContent('Dark themerecent');
  await dialog.getByRole('option', { name: 'Light theme' }).click();
  await expect.poll(() => useScreen.getState().theme).toBe('light');
  await expect.element(dialog).not.toBeInTheDocument();
});

it('runs an action that opens a dialog in the place of the palette', async () => {
  const { field, dialog } = await opened();
  await field.fill('keys');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => useScreen.getState().dialog).toBe('keys');
  await expect.element(dialog).not.toBeInTheDocument();
});

it('opens the form of a tool', async () => {
  const { field, options } = await opened();
  await field.fill('call write');
  await expect.element(options).toHaveTextContent('Call write-note…');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => useSidebar.getState().chosen).toEqual({ 's1 tools': 'write-note' });
  expect(useScreen.getState().sidebarOpen).toBe(true);
});

it('opens a recording, and says why if it cannot be opened', async () => {
  openRecording.mockResolvedValue(err('The file is gone.'));
  const { field, options } = await opened();
  await field.fill('open notes');
  await expect.element(options).toHaveTextContent('Open notes.tierscope.jsonl');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => openRecording.mock.calls).toEqual([[{ path: RECORDING.path }]]);
  await expect
    .poll(() => useNotices.getState().notices.map(({ text }) => text))
    .toEqual(['The file is gone.']);
});

it('keeps the choice when recordings come late and go above it', async () => {
  let answer: (listed: Awaited<ReturnType<Commands['listRecordings']>>) => void = () => undefined;
  listRecordings.mockReturnValue(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const { field, options, chosen } = await opened();
  await field.fill('o');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  const before = chosen.element().textContent;
  answer(ok([RECORDING]));
  const late = options.filter({ hasText: 'Open notes.tierscope.jsonl' });
  await expect.element(late).toBeInTheDocument();
  expect(chosen.element().textContent).toBe(before);
  const place = (element: Element) => options.elements().indexOf(element as HTMLElement);
  expect(place(late.element())).toBeLessThan(place(chosen.element()));
});

it('offers the tools as soon as the server lists them, while the recordings are still being read', async () => {
  listRecordings.mockReturnValue(new Promise(() => undefined));
  await showSession(LIVE_SESSION, { records: RECORDS.slice(0, 1), commands: { listRecordings } });
  const { dialog, field, options } = await opened();
  await field.fill('read-note');
  await expect.element(dialog.getByText('No action has these words.')).toBeVisible();
  await growSession('s1', { records: RECORDS, commands: { listRecordings } });
  await expect.element(options).toHaveTextContent(/Call read-note…/);
});

it('runs nothing by Escape', async () => {
  const { field, dialog } = await opened();
  await field.fill('dark');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(useScreen.getState().dialog).toBe(null);
  expect(localStorage.length).toBe(0);
});
