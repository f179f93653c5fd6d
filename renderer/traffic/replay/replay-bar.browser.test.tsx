import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { frame, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { openedDialog } from '../../ui/testing/opened-dialog.ts';
import { BookmarkDialog } from './bookmark-dialog.tsx';
import { ReplayBar } from './replay-bar.tsx';
import { useReplay } from './replay-control.ts';

const RECORDS = [
  frame(1, 'sent', { id: 1, method: 'tools/list' }),
  frame(2, 'received', { id: 1, result: { tools: [] } }),
  frame(3, 'sent', { id: 2, method: 'tools/call', params: { name: 'a' } }),
  frame(4, 'received', { id: 2, error: { code: -32602, message: 'no' } }),
  frame(5, 'sent', { id: 3, method: 'ping' }),
];

const selected = () => useScreen.getState().views.s1?.selected ?? null;

describe('the playback bar', () => {
  beforeEach(async () => {
    useReplay.setState(useReplay.getInitialState());
    await showSession(EMPTY_SESSION, { records: RECORDS });
  });

  async function bar() {
    const screen = await render(<ReplayBar info={EMPTY_SESSION} />);
    const toolbar = screen.getByRole('toolbar', { name: 'Replay' });
    return { screen, toolbar, slider: toolbar.getByRole('slider', { name: 'Position in the recording' }) };
  }

  it('stands at the end at first, with nothing to leave', async () => {
    const { screen, toolbar, slider } = await bar();
    await expect.element(slider).toHaveAttribute('aria-valuenow', '50');
    await expect.element(slider).toHaveAttribute('aria-valuemin', '10');
    await expect.element(toolbar.getByRole('button', { name: 'Play' })).toBeVisible();
    expect(toolbar.getByRole('button', { name: 'Show all' }).elements()).toEqual([]);
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('is absent for a recording without rows', async () => {
    await showSession(EMPTY_SESSION);
    const screen = await render(<ReplayBar info={EMPTY_SESSION} />);
    expect(screen.getByRole('toolbar').elements()).toEqual([]);
  });

  it('goes to the error and the frame before, and shows all again', async () => {
    const { toolbar, slider } = await bar();
    await toolbar.getByRole('button', { name: 'Previous error' }).click();
    await expect.poll(selected).toBe(4);
    await expect.element(slider).toHaveAttribute('aria-valuenow', '40');
    await toolbar.getByRole('button', { name: 'Previous frame' }).click();
    await expect.poll(selected).toBe(3);
    await toolbar.getByRole('button', { name: 'Next error' }).click();
    await expect.poll(selected).toBe(4);
    await toolbar.getByRole('button', { name: 'Show all' }).click();
    await expect.element(slider).toHaveAttribute('aria-valuenow', '50');
  });

  it('is moved by the keys of a slider', async () => {
    const { slider } = await bar();
    await userEvent.tab();
    await expect.element(slider).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect.element(slider).toHaveAttribute('aria-valuenow', '10');
    await userEvent.keyboard('{ArrowRight}'.repeat(5));
    await expect.element(slider).toHaveAttribute('aria-valuenow', '12');
    await userEvent.keyboard('{End}');
    await expect.element(slider).toHaveAttribute('aria-valuenow', '50');
  });

  it('plays and pauses', async () => {
    const { toolbar } = await bar();
    await toolbar.getByRole('slider').click({ position: { x: 1, y: 5 } });
    useReplay.setState({ speed: 1 });
    await toolbar.getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => useReplay.getState().playheads.s1).toBeUndefined();
    await expect.element(toolbar.getByRole('button', { name: 'Play' })).toBeVisible();
  });

  it('takes a time that is typed, and refuses what is none', async () => {
    const { toolbar, slider } = await bar();
    const time = toolbar.getByRole('textbox', { name: 'Time' });
    await time.fill('30 ms');
    await userEvent.keyboard('{Enter}');
    await expect.element(slider).toHaveAttribute('aria-valuenow', '30');
    await time.fill('soon');
    await userEvent.keyboard('{Enter}');
    await expect.element(time).toHaveAttribute('aria-invalid', 'true');
    await userEvent.keyboard('{Escape}');
    await expect.element(time).toHaveAttribute('aria-invalid', 'false');
  });

  it('chooses the speed and what is done with idle time and later rows', async () => {
    const { toolbar } = await bar();
    await toolbar.getByRole('combobox', { name: 'Speed' }).selectOptions('4×');
    await toolbar.getByRole('checkbox', { name: /^Skip idle/ }).click();
    await toolbar.getByRole('checkbox', { name: /^Hide later/ }).click();
    expect(useReplay.getState()).toMatchObject({ speed: 4, skipIdle: false, later: 'hidden' });
  });
});

describe('the dialog for a note in the log', () => {
  async function opened() {
    const screen = await render(
      <ScreenServicesContext value={SCREEN_SERVICES}>
        <BookmarkDialog />
      </ScreenServicesContext>,
    );
    const dialog = await openedDialog(screen, 'Add a bookmark');
    return { dialog, note: dialog.getByRole('textbox', { name: /^Note/ }) };
  }
  const submit = (dialog: Awaited<ReturnType<typeof opened>>['dialog']) =>
    dialog.getByRole('button', { name: /^(Set|Add)/ });

  it('says which row it is about, and closes when it is set', async () => {
    const setBookmark = vi.fn().mockResolvedValue(ok(null));
    await showSession(EMPTY_SESSION, { records: RECORDS, commands: { setBookmark } });
    useScreen.setState({ dialog: 'bookmark', views: { s1: { selected: 3, following: false } } });
    const { dialog, note } = await opened();
    await expect.element(note).toHaveFocus();
    await expect.element(submit(dialog)).toBeDisabled();
    await expect.element(dialog.getByText(/on tools\/call a at /)).toBeVisible();
    expect(await axeViolations(dialog.element())).toEqual([]);
    await note.fill(' look here ');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => useScreen.getState().dialog).toBe(null);
    expect(setBookmark).toHaveBeenCalledExactlyOnceWith({
      session: 's1',
      label: 'look here',
      at: 30,
      about: 3,
    });
  });

  it('stays with the sentence of the host if it could not be set', async () => {
    await showSession(EMPTY_SESSION, {
      records: RECORDS,
      commands: { setBookmark: async () => err('The file is read-only.') },
    });
    const { dialog, note } = await opened();
    await note.fill('x');
    await submit(dialog).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('The file is read-only.');
    await expect.element(note).toHaveValue('x');
  });

  it('has nothing to set without a session', async () => {
    await showSession(EMPTY_SESSION);
    useScreen.setState({ sessions: [], active: null });
    const { dialog } = await opened();
    await expect.element(dialog.getByText('No session is open.')).toBeVisible();
  });
});
