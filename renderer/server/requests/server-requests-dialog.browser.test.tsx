import { beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import type { LiveInfo, SessionInfo } from '../../../app/contract/session-info.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { openedDialog } from '../../ui/testing/opened-dialog.ts';
import { ServerRequestsDialog } from './answers-settings.tsx';

const configure = vi.fn<Commands['configure']>();

beforeEach(() => {
  configure.mockReset().mockResolvedValue(ok(null));
});

async function opened(info: SessionInfo = LIVE_SESSION) {
  await showSession(info, { commands: { configure } });
  useScreen.setState({ dialog: 'server-requests' });
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <ServerRequestsDialog />
    </ScreenServicesContext>,
  );
  const dialog = await openedDialog(screen, 'Answers and roots');
  const policy = (name: string) => dialog.getByRole('combobox', { name });
  const apply = () => dialog.getByRole('button', { name: 'Apply' }).click();
  return { dialog, policy, apply };
}

const changed = () => configure.mock.lastCall?.[0].settings;
const isOpen = () => useScreen.getState().dialog !== null;

it('says that a recording has neither answers nor roots', async () => {
  const { dialog } = await opened(EMPTY_SESSION);
  await expect.element(dialog.getByText(/^Only a session with a server of its own/)).toBeVisible();
});

describe('the policies', () => {
  it('are those of the session, and change when they are applied', async () => {
    const { dialog, policy, apply } = await opened();
    await expect.element(policy('Sampling')).toHaveValue('ask');
    await expect.element(policy('Roots list')).toHaveValue('canned');
    await policy('Sampling').selectOptions('decline');
    await policy('Ping').selectOptions('never answer, so that it times out');
    expect(await axeViolations(dialog.element())).toEqual([]);
    await apply();
    await expect.poll(isOpen).toBe(false);
    expect(changed()).toEqual({
      answers: { ...LIVE_SESSION.settings.answers, sampling: { kind: 'decline' }, ping: { kind: 'silent' } },
    });
  });

  it('stay as they were if the dialog is cancelled', async () => {
    const { dialog, policy } = await opened();
    await policy('Sampling').selectOptions('decline');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(isOpen()).toBe(false);
    expect(configure).not.toHaveBeenCalled();
  });

  it('say why they could not be applied, and stay open', async () => {
    configure.mockResolvedValue(err('The session was closed.'));
    const { dialog, apply } = await opened();
    await apply();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('The session was closed.');
    expect(isOpen()).toBe(true);
  });

  it('can give a canned answer, of which the last valid text counts', async () => {
    const { dialog, policy, apply } = await opened();
    await policy('Elicitation').selectOptions('give a canned answer');
    const text = dialog.getByRole('textbox', { name: 'Elicitation: result (JSON)' });
    await text.fill('{"action":"decline"}');
    await text.fill('{"action":');
    await expect.element(text).toHaveAttribute('aria-invalid', 'true');
    await expect.element(dialog.getByText(/the last valid result stays\.$/)).toBeVisible();
    await apply();
    await expect.poll(isOpen).toBe(false);
    expect(changed()?.answers?.elicitation).toEqual({ kind: 'canned', result: { action: 'decline' } });
  });

  it('can give another list of roots than the one below', async () => {
    const { dialog, policy, apply } = await opened();
    await expect
      .element(policy('Roots list').getByRole('option', { selected: true }))
      .toHaveTextContent('answer with the roots below');
    await dialog.getByRole('button', { name: 'Write another result' }).first().click();
    await dialog.getByRole('textbox', { name: 'Roots list: result (JSON)' }).fill('{"roots":7}');
    await apply();
    await expect.poll(isOpen).toBe(false);
    expect(changed()?.answers?.roots).toEqual({ kind: 'canned', result: { roots: 7 } });
  });

  it('can give an error, of which the last valid one counts', async () => {
    const { dialog, policy, apply } = await opened();
    await policy('Sampling').selectOptions('answer with an error');
    await dialog.getByRole('textbox', { name: 'Code' }).fill('-1');
    await dialog.getByRole('textbox', { name: 'Code' }).fill('minus one');
    await expect.element(dialog.getByText(/Until then the last valid error stays\.$/)).toBeVisible();
    await apply();
    await expect.poll(isOpen).toBe(false);
    expect(changed()?.answers?.sampling).toEqual({ kind: 'error', code: -1, message: 'Internal error' });
  });
});

describe('the roots', () => {
  it('are applied with the policies if they are others', async () => {
    const { dialog, apply } = await opened();
    await dialog.getByRole('button', { name: "Add the server's folder" }).click();
    await dialog.getByRole('textbox', { name: 'Name of root 1' }).fill('Work');
    await apply();
    await expect.poll(isOpen).toBe(false);
    expect(changed()?.roots).toEqual([{ uri: 'file:///work', name: 'Work' }]);
  });

  const withRoots = (roots: object | undefined, era: LiveInfo['era'] = 'initialize'): LiveInfo => {
    const capabilities = roots === undefined ? {} : { roots: { ...roots } };
    return { ...LIVE_SESSION, era, settings: { ...LIVE_SESSION.settings, capabilities } };
  };

  it.each([
    [withRoots(undefined), /^The client does not declare roots/],
    [withRoots({}, 'modern'), /^Since 2026-07-28 a server asks for the roots/],
    [withRoots({ listChanged: true }), /notifications\/roots\/list_changed\.$/],
    [withRoots({}), /learns of new roots only when it asks again\.$/],
  ])('say how the server learns of them (%#)', async (info, text) => {
    const { dialog } = await opened(info);
    await expect.element(dialog.getByText(text)).toBeVisible();
  });
});
