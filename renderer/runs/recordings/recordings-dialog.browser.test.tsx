import { beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import { noCounts } from '../../../app/session/exchange.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { LIVE_SESSION, SCREEN_SERVICES } from '../../state/testing/shown-session.ts';
import { attachStubHost } from '../../state/testing/stub-host.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { openedDialog } from '../../ui/testing/opened-dialog.ts';
import { RecordingsDialog } from './recordings-dialog.tsx';

const FILES = ['20260301-100000-notes', '20260302-100000-weather'].map((name) => ({
  path: `/rec/${name}.tierscope.jsonl`,
  name: `${name}.tierscope.jsonl`,
  sizeBytes: 2_000_000,
  modifiedAt: '2026-03-01T10:00:00.000Z',
  kept: false,
}));
const NAMES = FILES.map(({ name }) => name);
const FACTS = {
  label: 'notes',
  server: 'notes 1.0',
  startedAt: '2026-03-01T10:00:00.000Z',
  lengthMs: 5000,
  counts: { ...noCounts(), frames: 12, tool: 3 },
  problems: 0,
};

const listRecordings = vi.fn<Commands['listRecordings']>();

beforeEach(() => {
  // Not returned: a function returned by a hook is called after the test.
  listRecordings.mockReset().mockResolvedValue(ok(FILES));
  useScreen.setState({ sessions: [] });
});

async function opened(commands: Partial<Commands> = {}) {
  attachStubHost({
    listRecordings,
    recordingFacts: async ({ name }) => (name === NAMES[0] ? ok(FACTS) : err('No header.')),
    recordingLimit: async () => ok({ limitBytes: 500_000_000, usedBytes: 4_000_000, removed: [] }),
    listRecent: async () => ok([]),
    ...commands,
  });
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <RecordingsDialog />
    </ScreenServicesContext>,
  );
  return openedDialog(screen, 'Recordings');
}

it('lists each recording with what is in it, with the focus in the search', async () => {
  const dialog = await opened();
  await expect.element(dialog.getByRole('searchbox', { name: 'Search the recordings' })).toHaveFocus();
  const [notes, weather] = [dialog.getByRole('listitem').nth(0), dialog.getByRole('listitem').nth(1)];
  await expect.element(notes).toHaveTextContent(/^notesnotes 1\.0 ?12 frames/);
  await expect.element(notes.getByTitle('tool errors')).toHaveTextContent('3');
  await expect.element(weather.getByText('cannot be read')).toHaveAttribute('title', 'No header.');
  expect(await axeViolations(dialog.element())).toEqual([]);
});

it('finds by the name and by what is in the file', async () => {
  const dialog = await opened();
  await dialog.getByRole('searchbox').fill('weather');
  await expect.element(dialog.getByRole('listitem')).toHaveTextContent('weather');
  await dialog.getByRole('searchbox').fill('zebra');
  await expect.element(dialog.getByText(/^No recording /)).toBeVisible();
});

it.each([
  ['that it reads the folder', new Promise<never>(() => undefined), 'Reading the folder…'],
  ['that there is none', Promise.resolve(ok([])), 'There is no recording yet.'],
  ['why the folder cannot be read', Promise.resolve(err('Permission denied.')), 'Permission denied.'],
])('says %s', async (_what, listing, text) => {
  listRecordings.mockReturnValue(listing);
  const dialog = await opened();
  await expect.element(dialog.getByText(text)).toBeVisible();
});

it('renames by Enter, and leaves the name by Escape without closing', async () => {
  const renameRecording = vi.fn().mockResolvedValue(ok('x'));
  const dialog = await opened({ renameRecording });
  await dialog.getByRole('button', { name: 'Rename notes' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'New name' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog.getByRole('textbox', { name: 'New name' })).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Rename notes' }).click();
  await dialog.getByRole('textbox', { name: 'New name' }).fill('first run');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => renameRecording.mock.calls).toEqual([[{ name: NAMES[0], to: 'first run' }]]);
});

it('leaves the name by Cancel, with no other way to rename beside it', async () => {
  const dialog = await opened();
  await dialog.getByRole('button', { name: 'Rename notes' }).click();
  expect(dialog.getByRole('button', { name: /^Rename/ }).elements()).toHaveLength(2);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Rename notes' })).toBeVisible();
});

it('offers no change of a file that a tab shows, and names what it deleted as the list does', async () => {
  useScreen.setState({ sessions: [{ ...LIVE_SESSION, file: FILES[0]?.path ?? '' }] });
  const dialog = await opened({ deleteRecordings: async ({ names }) => ok(names) });
  await expect.element(dialog.getByRole('button', { name: 'Delete notes' })).toBeDisabled();
  await expect.element(dialog.getByRole('button', { name: 'Rename notes' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Delete weather' }).click();
  await expect.element(dialog.getByRole('status')).toHaveTextContent(/^Deleted weather\./);
});

it('deletes what is ticked and puts it back', async () => {
  const deleteRecordings = vi.fn().mockResolvedValue(ok(NAMES));
  const restoreRecordings = vi.fn().mockResolvedValue(ok(null));
  const dialog = await opened({ deleteRecordings, restoreRecordings });
  await dialog.getByRole('checkbox', { name: 'Choose notes' }).click();
  await dialog.getByRole('checkbox', { name: 'Choose weather' }).click();
  await expect.element(dialog.getByText('2 chosen')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete all' }).click();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Deleted 2 recordings.');
  expect(deleteRecordings).toHaveBeenCalledExactlyOnceWith({ names: NAMES });
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect.element(dialog.getByRole('status')).not.toBeInTheDocument();
  expect(restoreRecordings).toHaveBeenCalledExactlyOnceWith({ names: NAMES });
});

it('says why a recording could not be deleted', async () => {
  const dialog = await opened({ deleteRecordings: async () => err('It is in use.') });
  await dialog.getByRole('button', { name: 'Delete notes' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('It is in use.');
});

it('keeps a recording, and takes a limit of whole megabytes only', async () => {
  const keepRecordings = vi.fn().mockResolvedValue(ok(null));
  const setRecordingLimit = vi.fn().mockResolvedValue(err('no'));
  const dialog = await opened({ keepRecordings, setRecordingLimit });
  await dialog.getByRole('button', { name: 'Pin: notes' }).click();
  expect(keepRecordings).toHaveBeenCalledExactlyOnceWith({ names: [NAMES[0]], keep: true });
  const limit = dialog.getByRole('spinbutton', { name: 'Limit in MB' });
  await expect.element(limit).toHaveValue(500);
  await limit.fill('0');
  await expect.element(limit).toHaveAttribute('aria-invalid', 'true');
  await expect.element(dialog.getByRole('button', { name: 'Set the limit' })).toBeDisabled();
  await limit.fill('20');
  await dialog.getByRole('button', { name: 'Set the limit' }).click();
  expect(setRecordingLimit).toHaveBeenCalledExactlyOnceWith({ limitBytes: 20_000_000 });
});
