import { describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ok } from '../../../app/base/result.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { useReRun } from '../../state/runs/re-run-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { LIVE_SESSION, showSession } from '../../state/testing/shown-session.ts';
import { EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { LinkBanner } from './notices.tsx';
import { SessionBanners } from './session-banners.tsx';

type Setting = Parameters<typeof showSession>[1];

async function banners(info: SessionInfo, setting: Setting = {}) {
  await showSession(info, setting);
  return render(<SessionBanners info={info} />);
}

it('says nothing of a session that has nothing to say', async () => {
  const screen = await banners(LIVE_SESSION);
  expect(screen.container.textContent).toBe('');
});

describe('how a session ended', () => {
  const failed = { ...LIVE_SESSION, state: 'failed', ending: 'The server exited with code 3.' } as const;
  const stderr = (seq: number, text: string): KnownRecord => ({
    type: 'stderr',
    session: 's1',
    seq,
    at: seq,
    text,
  });

  it('is said, with the last lines of stderr and a restart at hand', async () => {
    const restart = vi.fn().mockResolvedValue(ok(LIVE_SESSION));
    const records = [stderr(1, 'cannot open notes.db'), stderr(2, 'giving up')];
    const screen = await banners(failed, { records, commands: { restart } });
    const banner = screen.getByRole('region', { name: 'How the session ended' });
    await expect.element(banner.getByRole('status')).toHaveTextContent('The server exited with code 3.');
    await expect.element(banner).toHaveAttribute('data-level', 'transport');
    const lines = banner.getByRole('button', { name: 'stderr' });
    await expect.element(lines).toHaveAttribute('aria-expanded', 'false');
    await lines.click();
    await expect.element(lines).toHaveAttribute('aria-expanded', 'true');
    await expect.element(banner).toHaveTextContent('cannot open notes.db giving up');
    expect(await axeViolations(screen.container)).toEqual([]);
    await banner.getByRole('button', { name: 'Restart', exact: true }).click();
    expect(restart).toHaveBeenCalledExactlyOnceWith({ session: 's1' });
  });

  it('says that stderr is empty', async () => {
    const screen = await banners(failed);
    await screen.getByRole('button', { name: 'stderr' }).click();
    await expect.element(screen.getByText('The server wrote nothing to stderr.')).toBeVisible();
  });

  it('is calm if the session was closed by its user', async () => {
    const screen = await banners({ ...LIVE_SESSION, state: 'closed', ending: 'Closed.' });
    await expect
      .element(screen.getByRole('region', { name: 'How the session ended' }))
      .toHaveAttribute('data-level', 'info');
  });
});

describe('a file', () => {
  it('names its one damaged line, and unfolds several', async () => {
    const one = await banners({ ...EMPTY_SESSION, problems: [{ line: 3, message: 'no JSON' }] });
    await expect
      .element(one.getByRole('region', { name: 'Problems of the file' }))
      .toHaveTextContent('One line of the file could not be read. Line 3: no JSON');
    await one.unmount();
    const problems = [
      { line: 3, message: 'no JSON' },
      { line: 9, message: 'no type' },
    ];
    const two = await banners({ ...EMPTY_SESSION, problems });
    await expect.element(two.getByText('2 lines of the file could not be read.')).toBeVisible();
    await two.getByRole('button', { name: '1 more note' }).click();
    await expect.element(two.getByText(/Line 9: no type/)).toBeVisible();
    await expect.element(two.getByRole('button', { name: 'Less' })).toHaveAttribute('aria-expanded', 'true');
    expect(await axeViolations(two.container)).toEqual([]);
    await two.unmount();
    const whole = [{ line: 0, message: 'This log shows nothing.' }];
    const three = await banners({ ...EMPTY_SESSION, problems: whole });
    await expect
      .element(three.getByRole('region', { name: 'Problems of the file' }))
      .toHaveTextContent(/^This log shows nothing\.$/);
  });

  it('says what its format cannot hold', async () => {
    const screen = await banners({ ...EMPTY_SESSION, notes: ['It has no times.', 'It has no stderr.'] });
    const banner = screen.getByRole('region', { name: 'What this format cannot tell' });
    await expect.element(banner).toHaveTextContent('It has no times.');
    await expect.element(banner).not.toHaveTextContent('It has no stderr.');
    await banner.getByRole('button', { name: '1 more note' }).click();
    await expect.element(banner).toHaveTextContent('It has no stderr.');
  });

  it('shows how far it was read, and can be cancelled', async () => {
    const close = vi.fn().mockResolvedValue(ok(null));
    const opening = { bytesRead: 30, bytesTotal: 120 };
    const screen = await banners({ ...EMPTY_SESSION, file: '/big.jsonl', opening }, { commands: { close } });
    const banner = screen.getByRole('region', { name: 'Opening the file' });
    await expect.element(banner).toHaveTextContent('25 % is read');
    await expect
      .element(banner.getByRole('progressbar', { name: 'Part of the file that is read' }))
      .toHaveAttribute('value', '25');
    expect(await axeViolations(screen.container)).toEqual([]);
    await banner.getByRole('button', { name: 'Cancel' }).click();
    expect(close).toHaveBeenCalledExactlyOnceWith({ session: 's1' });
  });
});

it('says as an alert that a session is not recorded', async () => {
  const screen = await banners({ ...LIVE_SESSION, recordingFault: 'The disk is full.' });
  await expect.element(screen.getByRole('alert')).toHaveTextContent(/not being recorded.*The disk is full\./);
});

it('says as an alert that a session is not analyzed to its end', async () => {
  const screen = await banners({ ...LIVE_SESSION, analysisFault: 'A defect of Tierscope met record 7.' });
  await expect.element(screen.getByRole('alert')).toHaveTextContent(/not analyzed.*record 7\./);
});

it('blames no tier for an end that is a defect of Tierscope', async () => {
  const ending = 'Tierscope ended this session because of a defect of its own.';
  const screen = await banners({ ...LIVE_SESSION, state: 'failed', ending, exit: 'defect of Tierscope' });
  await expect.element(screen.getByRole('status')).toHaveTextContent(ending);
  expect(screen.container.textContent).not.toMatch(/transport/i);
});

describe('other ways to connect', () => {
  const offer = { kind: 'revision', era: 'initialize', revision: '2025-06-18', known: true, from: 'error' };
  const info = { ...LIVE_SESSION, suggestions: [offer] } as SessionInfo;

  it('are offered once each, until they are dismissed', async () => {
    const screen = await banners(info);
    const banner = screen.getByRole('region', { name: 'Other ways to connect' });
    await expect.element(banner.getByRole('status')).toHaveTextContent(/-32022.*2025-06-18/);
    await expect
      .element(banner.getByRole('button', { name: 'Reconnect with 2025-06-18 (initialize)' }))
      .toBeVisible();
    expect(await axeViolations(screen.container)).toEqual([]);
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(banner).not.toBeInTheDocument();
  });
});

describe('a re-run', () => {
  const reRun = {
    run: 1,
    from: 's0',
    fromLabel: 'old notes',
    state: 'running',
    note: '',
    total: 5,
    sent: 2,
    current: '',
    worse: 0,
    better: 0,
  } as const;

  it('can be watched and stopped while it goes on', async () => {
    const stopReRun = vi.fn().mockResolvedValue(ok(null));
    const screen = await banners({ ...LIVE_SESSION, reRun }, { commands: { stopReRun } });
    await expect.element(screen.getByText(/2 of 5 requests of old notes to notes/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Dismiss' }).elements()).toEqual([]);
    await screen.getByRole('button', { name: 'Stop' }).click();
    expect(stopReRun).toHaveBeenCalledExactlyOnceWith({ session: 's1' });
    await screen.getByRole('button', { name: 'Show' }).click();
    expect(useReRun.getState()).toMatchObject({ from: 's0', to: 's1', page: 'run' });
  });

  it('warns if something got worse, and is dismissed when it is done', async () => {
    const screen = await banners({ ...LIVE_SESSION, reRun: { ...reRun, state: 'done', sent: 5, worse: 2 } });
    const banner = screen.getByRole('region');
    await expect.element(banner).toHaveAttribute('data-level', 'warning');
    await expect.element(banner).toHaveTextContent('2 got worse');
    await expect.element(banner.getByRole('button', { name: 'Compare with the original' })).toBeVisible();
    expect(await axeViolations(screen.container)).toEqual([]);
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(banner).not.toBeInTheDocument();
  });
});

it('says as an alert that the host is gone, and nothing while it is there', async () => {
  useScreen.setState({ link: 'open' });
  const screen = await render(<LinkBanner />);
  expect(screen.container.textContent).toBe('');
  useScreen.setState({ link: 'lost' });
  await expect.element(screen.getByRole('alert')).toHaveTextContent(/^Lost the connection/);
});
