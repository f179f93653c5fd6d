import { describe, expect, test, vi } from 'vitest';
import { type BrowserPlace, browserPlans, openBrowser } from './open-browser.ts';

const node = (script: string, isOwnWindow: boolean) => ({
  command: process.execPath,
  args: ['-e', script],
  isOwnWindow,
});

test('the next way is tried if one does not start, and the closing of the own window is reported', async () => {
  const onNone = vi.fn();
  await new Promise<void>((onClosed) => {
    const missing = { command: '/nowhere/chromium', args: [], isOwnWindow: true };
    openBrowser({ plans: () => [missing, node('process.exit(1)', true), node('', true)], onClosed, onNone });
  });
  expect(onNone).not.toHaveBeenCalled();
});

test('that no way works is reported', async () => {
  await new Promise<void>((onNone) => {
    openBrowser({
      plans: () => [{ command: '/nowhere/xdg-open', args: [], isOwnWindow: false }],
      onClosed: () => expect.fail('nothing was open'),
      onNone,
    });
  });
});

const address = 'http://127.0.0.1:1/enter?ticket=t';
const place = (over: Partial<BrowserPlace>): BrowserPlace => ({
  platform: 'linux',
  env: { DISPLAY: ':0', PATH: '/usr/bin:/opt/bin' },
  isRoot: false,
  exists: () => false,
  ...over,
});

describe('on Linux', () => {
  test('a Chromium shows an app window with a profile of its own, else the system decides', () => {
    const [own, system] = browserPlans(
      address,
      '/p',
      place({ exists: (file) => file === '/opt/bin/chromium' }),
    );
    expect(own).toMatchObject({ command: '/opt/bin/chromium', isOwnWindow: true });
    expect(own?.args).toContain(`--app=${address}`);
    expect(own?.args).toContain('--user-data-dir=/p');
    expect(own?.args).not.toContain('--no-sandbox');
    expect(system).toEqual({ command: 'xdg-open', args: [address], isOwnWindow: false });
  });

  test('as root a Chromium starts without its sandbox, since it would not start with it', () => {
    const [own] = browserPlans(address, '/p', place({ isRoot: true, exists: () => true }));
    expect(own?.args).toContain('--no-sandbox');
  });

  test('nothing is tried without a display', () => {
    expect(browserPlans(address, '/p', place({ env: { PATH: '/usr/bin' }, exists: () => true }))).toEqual([]);
    expect(browserPlans(address, '/p', place({ env: { WAYLAND_DISPLAY: 'w' } }))).toHaveLength(1);
  });
});

test('on macOS and Windows the usual places are looked at', () => {
  const mac = browserPlans(
    address,
    '/p',
    place({ platform: 'darwin', env: {}, exists: (file) => file.includes('Edge') }),
  );
  expect(mac.map((plan) => plan.command)).toEqual([
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    'open',
  ]);
  const env = { PROGRAMFILES: 'C:\\Program Files' };
  const windows = browserPlans(
    address,
    'C:\\p',
    place({ platform: 'win32', env, exists: (file) => file.endsWith('msedge.exe') }),
  );
  expect(windows.map((plan) => plan.command)).toEqual([
    'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe',
    'rundll32',
  ]);
});

test('over SSH no window is opened on the other machine', () => {
  expect(browserPlans(address, '/p', place({ platform: 'darwin', env: { SSH_CONNECTION: '1' } }))).toEqual(
    [],
  );
});
