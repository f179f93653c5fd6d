import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ok } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import type { LiveInfo, SessionInfo } from '../../../app/contract/session-info.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { TopBar } from './top-bar.tsx';

const REQUEST: LiveInfo['serverRequests'][number] = {
  requestId: 'a1',
  key: '',
  seq: 3,
  method: 'roots/list',
  params: {},
  via: 'request',
};
const WEATHER: LiveInfo = {
  ...{ ...LIVE_SESSION, session: 's2', label: 'weather', serverRequests: [REQUEST] },
  startedAt: '2026-03-01T10:41:00',
};
const CRASHED: LiveInfo = {
  ...LIVE_SESSION,
  session: 's3',
  label: 'files',
  state: 'failed',
  ending: 'The server exited.',
  exit: 'exit 1',
};
const TAPPED: SessionInfo = {
  ...EMPTY_SESSION,
  kind: 'tapped',
  state: 'ready',
  session: 's2',
  label: 'tap',
  pid: null,
  control: null,
};
const RECORDING: SessionInfo = {
  ...{ ...EMPTY_SESSION, session: 's4', label: 'weather', server: WEATHER.server },
  startedAt: '2026-03-01T10:43:00',
};

const close = vi.fn<Commands['close']>();

beforeEach(() => {
  close.mockReset().mockResolvedValue(ok(null));
});

async function shown(...others: SessionInfo[]) {
  await showSession(LIVE_SESSION, { commands: { close } });
  useScreen.setState({ sessions: [LIVE_SESSION, ...others] });
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <TopBar />
      <div id="session-panel" />
    </ScreenServicesContext>,
  );
  const tab = (name: string) => screen.getByRole('tab', { name, exact: true });
  return { screen, tab, chosen: screen.getByRole('tab', { selected: true }) };
}

const active = () => useScreen.getState().active;

it('opens a file by its first button: the chooser comes at once', async () => {
  const press = vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue();
  const { screen } = await shown();
  await screen.getByRole('button', { name: 'Open file…' }).click();
  expect(press.mock.contexts).toMatchObject([{ type: 'file', multiple: true }]);
  await screen.getByRole('button', { name: 'Recordings' }).click();
  expect(useScreen.getState().dialog).toBe('open-recording');
});

describe('the tabs of the sessions', () => {
  it('name the session, its state, how its server ended and what it asks for', async () => {
    const { screen, tab } = await shown(WEATHER, CRASHED, RECORDING);
    await expect.element(tab('notes, connected')).toBeVisible();
    await expect.element(tab('weather 10:41 1 open server request, connected')).toBeVisible();
    await expect.element(tab('files exit 1, failed')).toHaveTextContent(/exit 1/);
    await expect.element(tab('weather 10:43, recording')).toHaveAttribute('data-session-state', 'recording');
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('say which of them is another program’s', async () => {
    const { tab } = await shown(TAPPED);
    await expect.element(tab('tap, tapped, live')).toHaveTextContent('tap tapped');
  });

  it('are walked around both ends by the arrow keys, the merged log first, with the focus', async () => {
    const { chosen } = await shown(WEATHER);
    await expect.element(chosen).toHaveTextContent('notes');
    chosen.element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(chosen).toHaveTextContent('weather');
    await expect.element(chosen).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(chosen).toHaveTextContent('All sessions');
    await expect.element(chosen).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(chosen).toHaveTextContent('weather');
  });

  it('open by a click, and close by Delete, by the cross and by the middle button', async () => {
    const { screen, tab } = await shown(CRASHED);
    const files = tab('files exit 1, failed');
    await files.click();
    expect(active()).toBe('s3');
    files.element().focus();
    await userEvent.keyboard('{Delete}');
    expect(close).toHaveBeenLastCalledWith({ session: 's3' });
    await screen.getByTitle('Close (Delete)').first().click();
    expect(close).toHaveBeenLastCalledWith({ session: 's1' });
    expect(active()).toBe('s3');
    await tab('notes, connected').click({ button: 'middle' });
    expect(close).toHaveBeenCalledTimes(3);
    expect(active()).toBe('s3');
  });

  it('are one with no log of all sessions until there is a second session', async () => {
    const { screen } = await shown();
    expect(screen.getByRole('tab').elements()).toHaveLength(1);
    expect(screen.getByRole('button', { name: /^List of sessions/ }).elements()).toEqual([]);
  });
});

it('lists the sessions, counts the tabs that are out of sight, and opens one', async () => {
  const many = Array.from({ length: 20 }, (_, index) => ({
    ...LIVE_SESSION,
    session: `t${index}`,
    label: `a server with a long name ${index}`,
  }));
  const { screen, chosen } = await shown(...many);
  await screen.getByRole('button', { name: /^List of sessions, [1-9]\d* not in sight$/ }).click();
  const closesEnded = screen.getByRole('menuitem', { name: 'Close what ended' });
  await expect.element(closesEnded).toHaveAttribute('aria-disabled', 'true');
  const last = screen.getByRole('menuitem', { name: /a server with a long name 19/ });
  await expect.element(last).toBeVisible();
  expect(await axeViolations(screen.baseElement)).toEqual([]);
  await last.click();
  expect(active()).toBe('t19');
  await expect.element(chosen).toBeInViewport();
});

it('draws a page of a thousand tabs, counts the others, and reaches each from the list', async () => {
  const many = Array.from({ length: 999 }, (_, at) => ({
    ...EMPTY_SESSION,
    session: `t${at}`,
    label: `tab ${at}`,
  }));
  const { screen, chosen } = await shown(...many);
  const tabs = () => screen.getByRole('tab').and(screen.getByTitle(/./)).elements().length;
  expect(tabs()).toBeLessThanOrEqual(101);
  const list = screen.getByRole('button', { name: /^List of sessions, 9\d\d not in sight$/ });
  await list.click();
  expect(screen.getByRole('menuitem').elements().length).toBeLessThanOrEqual(103);
  await screen.getByRole('menuitem', { name: 'Sessions 101 to 200 of 1000…' }).click();
  await screen.getByRole('menuitem', { name: 'tab 150', exact: false }).click();
  await expect.element(chosen).toHaveAccessibleName(/^tab 150/);
  expect(tabs()).toBeLessThanOrEqual(101);
  expect(active()).toBe('t150');
});
