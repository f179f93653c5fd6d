import { describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { LiveInfo, SessionInfo } from '../../../app/contract/session-info.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { useConnectStart } from '../../state/session/profiles-store.ts';
import { LIVE_SESSION, showSession } from '../../state/testing/shown-session.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { EndingBanner, StrayBanner } from './ending-banner.tsx';

const FAILED: LiveInfo = {
  ...LIVE_SESSION,
  state: 'failed',
  commandLine: 'node server.js',
  cwd: '/work',
  envNames: ['TOKEN', 'API_KEY'],
  exit: 'exit 1',
  ending: 'The server exited with code 1 before the handshake was done.',
  failure: {
    wasReady: false,
    cause: 'Error: API_KEY is not set',
    todo: 'Set API_KEY for the server, which speaks 2025-11-25.',
    variable: 'API_KEY',
    detail: 'It was started twice.',
  },
};

async function shown(info: LiveInfo) {
  const restart = vi.fn().mockResolvedValue({ ok: true, value: null });
  await showSession(info, { commands: { restart } });
  const screen = await render(<EndingBanner info={info} />);
  const banner = screen.getByRole('region', { name: 'How the session ended' });
  return {
    screen,
    banner,
    restart,
    button: (name: string) => banner.getByRole('button', { name, exact: true }),
  };
}

describe('the banner of a failed start', () => {
  it('says what happened, why, and what to do; the story behind it on demand', async () => {
    const { screen, banner, button } = await shown(FAILED);
    await expect
      .element(banner.getByRole('status'))
      .toHaveTextContent(
        /before the handshake was done\..*API_KEY is not set.*Set API_KEY for the server, which speaks 2025-11-25\.$/,
      );
    await expect
      .element(banner.getByText('2025-11-25', { exact: true }))
      .toHaveStyle({ whiteSpace: 'nowrap' });
    await expect.element(banner).not.toHaveTextContent('started twice');
    await button('Detail').click();
    await expect.element(banner).toHaveTextContent('It was started twice.');
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('opens the dialog with all of the start and the missing variable, at its value', async () => {
    const { button } = await shown(FAILED);
    await button('Add variable API_KEY').click();
    expect(useScreen.getState().dialog).toBe('connect');
    expect(useConnectStart.getState()).toMatchObject({
      commandLine: 'node server.js',
      cwd: '/work',
      env: 'API_KEY=',
      kept: { session: 's1', names: ['TOKEN'] },
      replaces: 's1',
      focus: 'variables',
    });
    await button('Edit and start again').click();
    expect(useConnectStart.getState()).toMatchObject({
      env: '',
      kept: { names: ['TOKEN', 'API_KEY'] },
      focus: 'command',
    });
  });

  it('offers no variable if none is named, and restarts as it is', async () => {
    const failure = {
      ...LIVE_SESSION.failure,
      wasReady: true,
      cause: 'panic: x',
      todo: '',
      variable: '',
      detail: '',
    };
    const { banner, button, restart } = await shown({ ...FAILED, failure });
    expect(banner.getByRole('button', { name: /^Add variable/ }).elements()).toEqual([]);
    await button('Restart').click();
    expect(restart).toHaveBeenCalledExactlyOnceWith({ session: 's1' });
  });
});

it('is calm about an end that a signal from outside brought, live and in a recording', async () => {
  const ending = 'A signal from outside ended the server (SIGTERM).';
  const live = await shown({ ...LIVE_SESSION, state: 'closed', exit: 'SIGTERM', ending, failure: null });
  await expect.element(live.banner).toHaveAttribute('data-level', 'info');
  const { kind: _, ...any } = LIVE_SESSION;
  const info = { ...any, kind: 'file', state: 'file', exit: '', ending } as unknown as SessionInfo;
  live.screen.rerender(<EndingBanner info={info} />);
  await expect.element(live.banner).toHaveAttribute('data-level', 'info');
  await expect.element(live.banner).toHaveTextContent(ending);
  await expect.element(live.banner.getByRole('button', { name: 'Doctor' })).not.toBeInTheDocument();
});

it('tells of the first stray line at once, with what to do', async () => {
  const screen = await render(<StrayBanner stray={{ count: 1, first: 'Listening on :3000' }} />);
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent(/This server prints to stdout\. One line.*Listening on :3000.*console\.error/);
  expect(await axeViolations(screen.container)).toEqual([]);
});
