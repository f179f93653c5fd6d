import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ok } from '../../../app/base/result.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { TabContextMenu } from './session-tab.tsx';

const FAILED: SessionInfo = { ...LIVE_SESSION, session: 's2', state: 'failed', exit: 'exit 1' };
const RECORDING: SessionInfo = { ...EMPTY_SESSION, session: 's3', label: 'weather' };

async function opened(info: SessionInfo, ...others: SessionInfo[]) {
  const close = vi.fn().mockResolvedValue(ok(null));
  await showSession(LIVE_SESSION, { commands: { close } });
  useScreen.setState({ sessions: [info, ...others] });
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <TabContextMenu info={info} tab={<button type="button">a tab</button>} />
    </ScreenServicesContext>,
  );
  await screen.getByRole('button', { name: 'a tab' }).click({ button: 'right' });
  const item = (name: string) => screen.getByRole('menuitem', { name, exact: false });
  await expect.element(item('Copy command')).toBeVisible();
  return { screen, item, closed: () => close.mock.calls.map(([{ session }]) => session) };
}

it('closes the others, and what ended', async () => {
  const { item, closed, screen } = await opened(LIVE_SESSION, FAILED, RECORDING);
  expect(await axeViolations(screen.baseElement)).toEqual([]);
  await item('Close what ended').click();
  expect(closed()).toEqual(['s2']);
  await screen.getByRole('button', { name: 'a tab' }).click({ button: 'right' });
  await item('Close others').click();
  expect(closed()).toEqual(['s2', 's2', 's3']);
  expect(useScreen.getState().active).toBe('s1');
});

it('offers a server what it can do, and a recording no start', async () => {
  const live = await opened(LIVE_SESSION);
  await expect.element(live.item('Disconnect')).toBeVisible();
  expect(live.item('Edit and start again').elements()).toEqual([]);
  await live.screen.unmount();
  const failed = await opened(FAILED);
  await failed.item('Edit and start again').click();
  expect(useScreen.getState().dialog).toBe('connect');
  await failed.screen.unmount();
  const recording = await opened(RECORDING);
  expect(recording.item('Restart').elements()).toEqual([]);
});
