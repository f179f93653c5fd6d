import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type StandInHost, standInHost } from './carrier/testing/stand-in-host.ts';
import type { HubOptions } from './hub/host-api.ts';
import { type ElectronStandIn, electronStandIn } from './window/testing/electron-stand-in.ts';

// The app's own Electron process, run as a whole against stand-ins of the `electron` module and the hub.

let electron: ElectronStandIn;
let host: StandInHost;
let made: HubOptions | undefined;
let folder = '';
const argv = process.argv;
const errorListeners = [process.stdout, process.stderr].flatMap((stream) => stream.listeners('error'));
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException'];
let listeners: Map<string, unknown[]>;

vi.mock('electron', () => ({
  get app() {
    return electron.app;
  },
  get BrowserWindow() {
    return electron.BrowserWindow;
  },
  get MessageChannelMain() {
    return electron.MessageChannelMain;
  },
  get dialog() {
    return electron.dialog;
  },
  get ipcMain() {
    return electron.ipcMain;
  },
  get Menu() {
    return electron.Menu;
  },
  get nativeTheme() {
    return electron.nativeTheme;
  },
  get protocol() {
    return electron.protocol;
  },
  get safeStorage() {
    return electron.safeStorage;
  },
  get screen() {
    return electron.screen;
  },
  get session() {
    return electron.session;
  },
  get shell() {
    return electron.shell;
  },
}));
vi.mock('./hub/hub.ts', () => ({
  createHub: (options: HubOptions) => {
    made = options;
    return host;
  },
}));
// Tables that a window does not need, and that would be loaded again for every test.
vi.mock('./cli/run-headless.ts', () => ({ headlessActions: () => ({}) }));
vi.mock('./cli/run-report.ts', () => ({ REPORT_FORMATS: ['text'] }));

beforeEach(async () => {
  vi.resetModules();
  electron = electronStandIn();
  host = standInHost();
  folder = await mkdtemp(join(tmpdir(), 'tierscope-electron-'));
  listeners = new Map(signals.map((name) => [name, process.listeners(name as NodeJS.Signals)]));
});

afterEach(async () => {
  process.argv = argv;
  for (const name of signals) {
    for (const listener of process.listeners(name as NodeJS.Signals)) {
      if (!listeners.get(name)?.includes(listener)) process.off(name, listener);
    }
  }
  for (const stream of [process.stdout, process.stderr]) {
    for (const listener of stream.listeners('error')) {
      if (!errorListeners.includes(listener)) stream.off('error', listener as () => void);
    }
  }
  await rm(folder, { recursive: true });
});

/** Starts the entry with these arguments, and lets the app become ready. */
async function start(...typed: string[]): Promise<void> {
  process.argv = ['/opt/tierscope', ...typed, '--data', folder];
  await import('./electron.ts');
  electron.becomeReady();
}

async function startedWindow(...typed: string[]) {
  await start(...typed);
  return vi.waitFor(() => {
    const [window] = electron.windows;
    if (window === undefined || window.loadURL.mock.calls.length === 0)
      throw new Error('there is no window yet');
    return window;
  });
}

const called = (): string[] => host.calls.map((call) => call.name);

describe('the window', () => {
  test('is sandboxed, isolated, without Node, and shows the app', async () => {
    const window = await startedWindow('open');
    expect(window.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
    });
    expect(window.loadURL).toHaveBeenCalledExactlyOnceWith('tierscope://app/');
  });

  test('turns on nothing that Chromium leaves off', async () => {
    const { webPreferences } = (await startedWindow('open')).options;
    expect(webPreferences).toMatchObject({ experimentalFeatures: false, navigateOnDragDrop: false });
    expect(Object.keys(webPreferences as object).filter((name) => /blink|plugins/i.test(name))).toEqual([]);
  });

  test('is shown once it is drawn, on the background of the theme', async () => {
    electron.nativeTheme.shouldUseDarkColors = true;
    const window = await startedWindow('open');
    expect(window.options).toMatchObject({
      show: false,
      backgroundColor: '#0c0e12',
      width: 1440,
      height: 900,
    });
    window.emit('ready-to-show');
    expect(window.show).toHaveBeenCalledOnce();
  });

  test('comes back where it was closed', async () => {
    await writeFile(join(folder, 'window.json'), JSON.stringify({ x: 5, y: 6, width: 900, height: 600 }));
    expect((await startedWindow('open')).options).toMatchObject({ x: 5, y: 6, width: 900, height: 600 });
  });

  test('has every page guarded, permissions denied, the scheme served, and a menu', async () => {
    await startedWindow('open');
    const webContents = electron.windows[0]?.webContents;
    electron.app.emit('web-contents-created', {}, webContents);
    expect(webContents?.setWindowOpenHandler).toHaveBeenCalled();
    expect(electron.session.defaultSession.setPermissionRequestHandler).toHaveBeenCalled();
    expect(electron.session.defaultSession.setPermissionCheckHandler).toHaveBeenCalled();
    expect(electron.protocol.handle).toHaveBeenCalledWith('tierscope', expect.any(Function));
    expect(electron.Menu.setApplicationMenu).toHaveBeenCalled();
  });

  test('has its scheme registered before the app is ready', async () => {
    process.argv = ['/opt/tierscope', '--data', folder];
    await import('./electron.ts');
    expect(electron.protocol.registerSchemesAsPrivileged).toHaveBeenCalledOnce();
    expect(electron.windows).toHaveLength(0);
    await vi.waitFor(() => expect(electron.app.listenerCount('before-quit')).toBe(1));
  });

  test.skipIf(process.platform === 'win32')(
    'opens on a data folder that others could write to only after it was closed to them',
    async () => {
      const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
      await chmod(folder, 0o777);
      await startedWindow('open');
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      expect(stderr).toHaveBeenCalledWith(expect.stringContaining('from now on only you can'), undefined);
    },
  );
});

test('a folder and a file are chosen in the dialog of the system, from where one is', async () => {
  await startedWindow('open');
  expect(await made?.choosePath?.('folder', '/here')).toBe('/chosen');
  electron.dialog.showOpenDialog.mockResolvedValueOnce({ filePaths: [] });
  expect(await made?.choosePath?.('file', '/here')).toBe('');
  expect(electron.dialog.showOpenDialog.mock.calls).toEqual([
    [{ defaultPath: '/here', properties: ['openDirectory'] }],
    [{ defaultPath: '/here', properties: ['openFile'] }],
  ]);
});

describe('ports', () => {
  const requestPort = (sender: { mainFrame: unknown }, senderFrame: unknown): void =>
    void electron.ipcMain.emit('tierscope:port', { sender, senderFrame });

  test("are handed to the app's own page, and calls over them reach the host", async () => {
    const { webContents } = await startedWindow('open');
    requestPort(webContents, webContents.mainFrame);
    const channel = electron.channels[0];
    expect(webContents.mainFrame.postMessage).toHaveBeenCalledExactlyOnceWith('tierscope:port', null, [
      channel?.port2,
    ]);
    channel?.port1.emit('message', { data: { t: 'q', m: 'listRecordings', a: [{}], i: '1' } });
    await vi.waitFor(() =>
      expect(channel?.port1.postMessage).toHaveBeenCalledWith({
        t: 's',
        i: '1',
        r: { ok: true, value: null },
      }),
    );
  });

  test('are handed to nobody else', async () => {
    const { webContents } = await startedWindow('open');
    const frame = { url: 'tierscope://app/', postMessage: vi.fn() };
    requestPort(webContents, frame);
    requestPort(webContents, null);
    webContents.mainFrame.url = 'https://example.com/';
    requestPort(webContents, webContents.mainFrame);
    expect(electron.channels).toHaveLength(0);
    expect(frame.postMessage).not.toHaveBeenCalled();
  });

  test('of a page that asks again replace its former one', async () => {
    const { webContents } = await startedWindow('open');
    requestPort(webContents, webContents.mainFrame);
    requestPort(webContents, webContents.mainFrame);
    expect(electron.channels[0]?.port1.close).toHaveBeenCalledOnce();
    expect(electron.channels[1]?.port1.close).not.toHaveBeenCalled();
  });
});

describe('what the app opens', () => {
  test('is the error lab if nothing is named', async () => {
    await startedWindow('open');
    expect(called()).toEqual(['listProfiles', 'startLab']);
  });

  test('is a server that the arguments name, with its folder and environment', async () => {
    process.argv = [
      '/opt/tierscope',
      'connect',
      '--data',
      folder,
      '--env',
      'A=b=c',
      '--',
      'node',
      'my server.js',
    ];
    await import('./electron.ts');
    electron.becomeReady();
    await vi.waitFor(() => expect(called()).toEqual(['connect']));
    expect(host.calls[0]?.input).toEqual({
      commandLine: "node 'my server.js'",
      cwd: process.cwd(),
      env: { A: 'b=c' },
    });
  });

  test('is a file that the system hands over, before the app is ready or later', async () => {
    process.argv = ['/opt/tierscope', '--data', folder];
    await import('./electron.ts');
    await vi.waitFor(() => expect(electron.app.listenerCount('open-file')).toBe(1));
    const event = { preventDefault: vi.fn() };
    electron.app.emit('open-file', event, join(folder, 'a.jsonl'));
    electron.becomeReady();
    await vi.waitFor(() => expect(electron.windows).toHaveLength(1));
    electron.app.emit('open-file', event, join(folder, 'b.jsonl'));
    await vi.waitFor(() => expect(host.calls).toHaveLength(2));
    expect(host.calls.map((call) => call.input)).toEqual([
      { path: join(folder, 'a.jsonl') },
      { path: join(folder, 'b.jsonl') },
    ]);
    expect(event.preventDefault).toHaveBeenCalledTimes(2);
    expect(electron.windows[0]?.focus).toHaveBeenCalledOnce();
  });

  test('is also a file that the system hands over while another one is being opened', async () => {
    let opened = (): void => undefined;
    const first = new Promise<void>((resolve) => {
      opened = resolve;
    });
    host = standInHost({
      openRecording: async () => {
        await first;
        return { ok: true, value: { sessions: [] } };
      },
    });
    await start('open', join(folder, 'a.jsonl'));
    await vi.waitFor(() => expect(called()).toEqual(['openRecording']));
    electron.app.emit('open-file', { preventDefault: vi.fn() }, join(folder, 'b.jsonl'));
    opened();
    await vi.waitFor(() => expect(called()).toEqual(['openRecording', 'openRecording']));
    expect(host.calls.at(-1)?.input).toEqual({ path: join(folder, 'b.jsonl') });
  });

  test('is every file that the arguments of a desktop name, as paths or addresses', async () => {
    const files = [join(folder, 'one run.tierscope.jsonl'), join(folder, 'two.har')];
    process.argv = ['/opt/tierscope', files[0] ?? '', `file://${files[1]}`, '--data', folder];
    await import('./electron.ts');
    electron.becomeReady();
    await vi.waitFor(() => expect(called()).toEqual(['openRecording', 'openRecording']));
    expect(host.calls.map((call) => call.input)).toEqual(files.map((path) => ({ path })));
  });

  test('is what it can be if one of several files cannot be opened', async () => {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    host = standInHost({
      openRecording: async ({ path }) =>
        path.endsWith('bad.jsonl')
          ? { ok: false, error: `${path} is a folder.` }
          : { ok: true, value: { sessions: [] } },
    });
    const bad = join(folder, 'bad.jsonl');
    await startedWindow('open', bad, join(folder, 'good.jsonl'));
    expect(called()).toEqual(['openRecording', 'openRecording']);
    expect(stderr).toHaveBeenCalledWith(expect.stringContaining(`${bad} is a folder.`), undefined);
    expect(host.notices).toEqual([{ level: 'error', text: `${bad} is a folder.` }]);
  });
});

describe('a second instance', () => {
  test('ends at once and hands its arguments to the first', async () => {
    electron.app.requestSingleInstanceLock.mockReturnValue(false);
    await start('open', 'x.jsonl');
    await vi.waitFor(() => expect(electron.app.exit).toHaveBeenCalledWith(0));
    expect(electron.app.requestSingleInstanceLock).toHaveBeenCalledWith({
      typed: ['open', 'x.jsonl', '--data', folder],
    });
    expect(electron.app.setPath).toHaveBeenCalledWith('userData', join(folder, 'electron'));
    expect(host.calls).toEqual([]);
  });

  test('has its request carried out by the first, which comes to the front', async () => {
    const window = await startedWindow('open');
    await vi.waitFor(() => expect(electron.app.listenerCount('second-instance')).toBe(1));
    electron.app.emit('second-instance', {}, [], folder, { typed: ['open', 'x.jsonl'] });
    await vi.waitFor(() => expect(called()).toEqual(['listProfiles', 'startLab', 'openRecording']));
    expect(host.calls.at(-1)?.input).toEqual({ path: join(folder, 'x.jsonl') });
    expect(window.focus).toHaveBeenCalledOnce();
  });

  test('opens the file that a desktop has started it with, in the window that is there', async () => {
    const window = await startedWindow('open');
    window.isMinimized = () => true;
    await vi.waitFor(() => expect(electron.app.listenerCount('second-instance')).toBe(1));
    const typed = [`file://${join(folder, 'my%20run.jsonl')}`, join(folder, 'b.jsonl')];
    electron.app.emit('second-instance', {}, [], '/elsewhere', { typed });
    await vi.waitFor(() => expect(called().slice(2)).toEqual(['openRecording', 'openRecording']));
    expect(host.calls.slice(2).map((call) => call.input)).toEqual([
      { path: join(folder, 'my run.jsonl') },
      { path: join(folder, 'b.jsonl') },
    ]);
    expect(window.restore).toHaveBeenCalledOnce();
    expect(electron.windows).toHaveLength(1);
  });

  test('cannot hand over anything but a list of arguments', async () => {
    await startedWindow('open');
    await vi.waitFor(() => expect(electron.app.listenerCount('second-instance')).toBe(1));
    for (const data of [null, {}, { typed: 'open' }, { typed: [1] }, { typed: [] }]) {
      electron.app.emit('second-instance', {}, [], folder, data);
    }
    expect(called()).toEqual(['listProfiles', 'startLab']);
  });
});

describe('quitting', () => {
  test('waits until the host has ended every session, once', async () => {
    let disposed = (): void => undefined;
    const ending = new Promise<void>((resolve) => {
      disposed = resolve;
    });
    const dispose = vi.fn(() => ending);
    host.dispose = dispose;
    await startedWindow('open');
    const event = { preventDefault: vi.fn() };
    electron.app.emit('before-quit', event);
    electron.app.emit('before-quit', event);
    expect(event.preventDefault).toHaveBeenCalledTimes(2);
    expect(electron.app.quit).not.toHaveBeenCalled();
    disposed();
    await vi.waitFor(() => expect(electron.app.quit).toHaveBeenCalledOnce());
    electron.app.emit('before-quit', event);
    expect(event.preventDefault).toHaveBeenCalledTimes(2);
    expect(dispose).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(electron.app.listenerCount('second-instance')).toBe(1));
    electron.app.emit('will-quit');
    await vi.waitFor(() => expect(electron.app.exit).toHaveBeenCalledWith(0));
  });

  test('follows the last window and a signal', async () => {
    await startedWindow('open');
    electron.app.emit('window-all-closed');
    process.emit('SIGTERM');
    expect(electron.app.quit).toHaveBeenCalledTimes(2);
  });
});
