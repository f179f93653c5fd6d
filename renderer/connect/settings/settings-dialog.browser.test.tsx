import { beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import type { SavedProfile } from '../../../app/contract/profile-commands.ts';
import type { LiveInfo } from '../../../app/contract/session-info.ts';
import { useLogView } from '../../state/log/log-view.ts';
import { useNotices, useScreen } from '../../state/screen/screen-store.ts';
import { useProfiles } from '../../state/session/profiles-store.ts';
import { SAVED_PROFILE } from '../../state/testing/saved-profile.ts';
import { frame, LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { inWindow } from '../../ui/testing/in-window.ts';
import { openedDialog } from '../../ui/testing/opened-dialog.ts';
import { SettingsDialog } from './settings-dialog.tsx';
import { AnswersFieldsContext } from './settings-slots.ts';

const PROFILE: SavedProfile = { ...SAVED_PROFILE, settings: { timeoutMs: 30_000 } };

const configure = vi.fn();
const restart = vi.fn();
const editProfile = vi.fn();
const listRulesOff = vi.fn().mockResolvedValue(ok([{ rule: 'Q16', server: null }]));

beforeEach(() => {
  for (const command of [configure, restart, editProfile]) command.mockReset().mockResolvedValue(ok(null));
  useProfiles.setState({ ...useProfiles.getInitialState(), profiles: [PROFILE] });
});

async function opened(info: Partial<LiveInfo> = {}) {
  const records = [frame(1, 'sent', { id: 1, method: 'initialize' })];
  await showSession(
    { ...LIVE_SESSION, ...info },
    { records, commands: { configure, restart, editProfile, listRulesOff } },
  );
  useScreen.setState({ dialog: 'session-settings' });
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <AnswersFieldsContext value={DeclineSampling}>
        <SettingsDialog />
      </AnswersFieldsContext>
    </ScreenServicesContext>,
  );
  const dialog = await openedDialog(screen, 'Settings of notes');
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  const field = (name: string) => dialog.getByLabelText(name, { exact: true });
  return { dialog, button, field, changes: dialog.getByRole('status') };
}

type AnswersProps = {
  readonly answers: LiveInfo['settings']['answers'];
  readonly onChange: (answers: LiveInfo['settings']['answers']) => void;
};

/** Stands in for the fields of server requests, which belong to another feature. */
function DeclineSampling({ answers, onChange }: AnswersProps) {
  return (
    <button type="button" onClick={() => onChange({ ...answers, sampling: { kind: 'decline' } })}>
      Decline sampling
    </button>
  );
}

const isOpen = () => useScreen.getState().dialog !== null;
const notices = () => useNotices.getState().notices.map(({ text }) => text);

describe('the settings of a session', () => {
  it('show what is set, with nothing to apply and the focus on the search', async () => {
    const { dialog, button, field, changes } = await opened();
    await expect.element(dialog.getByRole('searchbox', { name: 'Search the settings' })).toHaveFocus();
    await expect.element(dialog.getByText('The settings say so.')).toBeVisible();
    await expect.element(dialog.getByRole('combobox', { name: 'Era' })).toHaveValue('initialize');
    await expect.element(field('Time-out')).toHaveValue('60');
    await expect.element(field('Maximum')).toHaveValue('');
    await expect.element(changes).toHaveTextContent(/^Nothing is changed\./);
    await expect.element(button('Apply')).toBeDisabled();
    await expect.element(button('Restart now')).toBeEnabled();
    expect(await axeViolations(dialog.element())).toEqual([]);
  });

  it('keep their sections above their fields in a window at twice its size', async () => {
    await inWindow(600, 450, async () => {
      const { dialog } = await opened();
      const bottom = (name: string) =>
        dialog.getByRole('button', { name, exact: true }).element().getBoundingClientRect().bottom;
      const first = dialog.getByRole('heading', { name: /^Start/ }).element();
      expect(first.getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom('App'));
      expect(bottom('Start')).toBe(bottom('App'));
    });
  });

  it('say which rules are off, and how the log shows its rows', async () => {
    const { dialog, field } = await opened();
    await expect.element(dialog.getByRole('button', { name: 'Show Q16 again, everywhere' })).toBeVisible();
    await field('Rows of the log').selectOptions('frames');
    await field('Times of the log').selectOptions('start');
    expect(useLogView.getState()).toMatchObject({ rows: 'frames', time: 'start' });
  });

  it('list the changes, and send only those', async () => {
    const { dialog, button, field, changes } = await opened();
    await field('Time-out').fill('2.5');
    await dialog.getByRole('checkbox', { name: /^Repeat the last call/ }).click();
    await button('Decline sampling').click();
    await expect
      .element(changes)
      .toHaveTextContent(
        'Changes: answer to sampling: decline; time-out 60 s → 2.5 s; repeat the last call off → on.',
      );
    await button('Apply').click();
    expect(configure).toHaveBeenCalledExactlyOnceWith({
      session: 's1',
      settings: { timeoutMs: 2500, repeatLastCall: true, answers: { sampling: { kind: 'decline' } } },
    });
    expect(isOpen()).toBe(false);
    expect(restart).not.toHaveBeenCalled();
  });

  it('restart a server for what it only feels at its start', async () => {
    const { dialog, button, changes } = await opened();
    await dialog.getByRole('combobox', { name: 'Era' }).selectOptions('modern');
    await expect.element(changes).toHaveTextContent(/take effect at the next start\.$/);
    await button('Apply and restart now').click();
    await expect.poll(() => restart.mock.calls).toEqual([[{ session: 's1' }]]);
    expect(configure).toHaveBeenCalledExactlyOnceWith({ session: 's1', settings: { era: 'modern' } });
  });

  it('restart a server as it is, without a change', async () => {
    const { button } = await opened();
    await button('Restart now').click();
    await expect.poll(() => restart.mock.calls).toEqual([[{ session: 's1' }]]);
    expect(configure).not.toHaveBeenCalled();
  });

  it('do not restart if the host refuses the change', async () => {
    configure.mockResolvedValue(err('The session is gone.'));
    const { field, button } = await opened();
    await field('Probe').fill('9');
    await button('Apply and restart now').click();
    await expect.poll(notices).toEqual(['The session is gone.']);
    expect(restart).not.toHaveBeenCalled();
  });

  it.each(['Cancel', 'Close'])('change nothing by %s', async (name) => {
    const { field, button } = await opened();
    await field('Time-out').fill('5');
    await button(name).click();
    await expect.poll(isOpen).toBe(false);
    expect(configure).not.toHaveBeenCalled();
  });

  it('are searched: what fits is marked, the rest and its sections are gone', async () => {
    const { dialog, field } = await opened();
    const search = dialog.getByRole('searchbox', { name: 'Search the settings' });
    await search.fill('thinking');
    await expect.element(dialog.getByRole('checkbox', { name: /^Count my thinking time/ })).toBeVisible();
    await expect.element(field('Time-out')).not.toBeVisible();
    await expect.element(dialog.getByRole('heading', { name: 'Watch' })).not.toBeInTheDocument();
    await expect.element(dialog.getByRole('button', { name: 'Watch', exact: true })).toBeDisabled();
    await search.fill('theme');
    await dialog.getByRole('combobox', { name: 'Theme' }).selectOptions('dark');
    expect(useScreen.getState().theme).toBe('dark');
    await search.fill('zebra');
    await expect.element(dialog.getByText('No setting has these words.')).toBeVisible();
    expect(await axeViolations(dialog.element())).toEqual([]);
  });

  it('are those of the app where there is no server', async () => {
    await showSession(EMPTY_SESSION, { commands: { listRulesOff } });
    const screen = await render(<SettingsDialog />);
    const dialog = await openedDialog(screen, 'Settings');
    await expect.element(dialog.getByRole('combobox', { name: 'Theme' })).toBeVisible();
    expect(dialog.getByLabelText('Time-out').elements()).toEqual([]);
  });
});

describe('a field of the settings', () => {
  it.each([
    ['Time-out', '0', 'Between 0.001 and 3600 seconds.'],
    ['Maximum', 'never', 'Between 0.001 and 86400 seconds.'],
    ['Probe', '', 'Between 0.001 and 3600 seconds.'],
    ['Quiet for', '61', 'Between 0 and 60 seconds.'],
    ['Revision', '2026-07-28', '2026-07-28 belongs to the other era: choose auto or modern.'],
    ['As JSON', '[]', 'This is not a JSON object.'],
    ['Watch', 'a\n'.repeat(101), 'At most 100 paths.'],
  ])('says what is wrong with %s', async (name, text, fault) => {
    const { button, field, changes } = await opened();
    await field(name).fill(text);
    await expect.element(field(name)).toHaveAccessibleDescription(fault);
    await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true');
    await expect.element(changes).toHaveTextContent('A field cannot be used as it is.');
    await expect.element(button('Apply')).toBeDisabled();
    await expect.element(button('Restart now')).toBeDisabled();
  });

  it('loses a revision of the other era when the era is fixed', async () => {
    const { dialog, field } = await opened();
    await dialog.getByRole('combobox', { name: 'Era' }).selectOptions('auto');
    await field('Revision').fill('2025-06-18');
    await dialog.getByRole('combobox', { name: 'Era' }).selectOptions('initialize');
    await expect.element(field('Revision')).toHaveValue('2025-06-18');
    await dialog.getByRole('combobox', { name: 'Era' }).selectOptions('modern');
    await expect.element(field('Revision')).toHaveValue('');
  });

  it('has the declared capabilities as switches and as JSON, each following the other', async () => {
    const { dialog, field, changes } = await opened();
    const sampling = dialog.getByRole('checkbox', { name: 'sampling', exact: true });
    await sampling.click();
    await expect.element(field('As JSON')).not.toHaveValue(expect.stringContaining('"sampling": {}'));
    await expect.element(changes).toHaveTextContent(/^Changes: capability sampling off\./);
    await field('As JSON').fill('{"sampling":{"tools":{}}}');
    await expect.element(sampling).toBeChecked();
    await expect.element(dialog.getByRole('checkbox', { name: 'sampling.tools', exact: true })).toBeChecked();
    await expect
      .element(dialog.getByRole('checkbox', { name: 'elicitation', exact: true }))
      .not.toBeChecked();
    await field('As JSON').fill('{');
    await expect.element(sampling).toBeDisabled();
  });

  it('takes the roots and the watched paths that are given', async () => {
    const { button, field } = await opened();
    await button('Add a root').click();
    await field('URI of root 1').fill('file:///work/notes');
    await field('Watch').fill(' src \n\nlib/**/*.py');
    await button('Apply').click();
    expect(configure).toHaveBeenCalledExactlyOnceWith({
      session: 's1',
      settings: { roots: [{ uri: 'file:///work/notes' }], watch: ['src', 'lib/**/*.py'] },
    });
  });
});

describe('the profile of a session', () => {
  it('keeps a change if its user wants it', async () => {
    const { dialog, button, field } = await opened({ profile: 'p1' });
    await dialog.getByRole('checkbox', { name: 'Keep in the profile “notes”' }).click();
    await field('Maximum').fill('120');
    await button('Apply').click();
    const { id: _id, command: _command, args: _args, ...form } = PROFILE;
    await expect
      .poll(() => editProfile.mock.calls)
      .toEqual([
        [
          {
            profile: 'p1',
            form: { ...form, settings: { timeoutMs: 30_000, maxTotalTimeoutMs: 120_000 } },
            secrets: {},
          },
        ],
      ]);
    expect(configure).toHaveBeenCalledExactlyOnceWith({
      session: 's1',
      settings: { maxTotalTimeoutMs: 120_000 },
    });
  });

  it('gets all that is shown, also what was changed before, if nothing is edited', async () => {
    const settings = { ...LIVE_SESSION.settings, timeoutMs: 5000 };
    const { dialog, button } = await opened({ profile: 'p1', settings });
    await dialog.getByRole('checkbox', { name: 'Keep in the profile “notes”' }).click();
    await button('Apply').click();
    await expect
      .poll(() => editProfile.mock.lastCall?.[0].form.settings)
      .toEqual({ era: 'initialize', timeoutMs: 5000 });
    expect(configure).not.toHaveBeenCalled();
  });

  it('is no choice for a session without one', async () => {
    const { dialog } = await opened();
    expect(dialog.getByRole('checkbox', { name: /^Keep in the profile/ }).elements()).toEqual([]);
  });
});

it('goes from a frame of the probe to its row, and closes', async () => {
  const { button } = await opened({ eraFrames: [1] });
  await button('Row 1').click();
  expect(useScreen.getState().views.s1?.selected).toBe(1);
  expect(isOpen()).toBe(false);
});
