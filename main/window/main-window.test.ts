import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openMainWindow } from './main-window.ts';
import { type ElectronStandIn, electronStandIn } from './testing/electron-stand-in.ts';

let electron: ElectronStandIn;
let folder = '';
let now = 0;
const onFault = vi.fn();
const onRevived = vi.fn();

vi.mock('electron', () => ({
  get BrowserWindow() {
    return electron.BrowserWindow;
  },
  get dialog() {
    return electron.dialog;
  },
  get nativeTheme() {
    return electron.nativeTheme;
  },
  get screen() {
    return electron.screen;
  },
}));

beforeEach(async () => {
  electron = electronStandIn();
  now = 100_000;
  onFault.mockReset();
  onRevived.mockReset();
  folder = await mkdtemp(join(tmpdir(), 'tierscope-window-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function opened(boundsFile = join(folder, 'window.json')) {
  await openMainWindow({ preload: '', boundsFile, onFault, onRevived, now: () => now });
  const [window] = electron.windows;
  if (window === undefined) throw new Error('There is no window.');
  const crash = () => window.webContents.emit('render-process-gone', {}, { reason: 'oom' });
  return { window, contents: window.webContents, crash };
}

test('fails if its page cannot be loaded, but not if it is closed before that is there', async () => {
  const load = vi.fn().mockRejectedValue(new Error('ERR_FAILED (-2) loading'));
  class Unloadable extends electron.BrowserWindow {
    override readonly loadURL = load;
  }
  const options = {
    preload: '',
    boundsFile: join(folder, 'window.json'),
    onFault,
    onRevived,
    now: () => now,
  };
  electron = { ...electron, BrowserWindow: Unloadable };
  await expect(openMainWindow(options)).rejects.toThrow('ERR_FAILED');
  class Closed extends Unloadable {
    override isDestroyed = () => true;
  }
  electron = { ...electron, BrowserWindow: Closed };
  await expect(openMainWindow(options)).resolves.toBeInstanceOf(Closed);
});

test('keeps its place as it closes, since the app may end right after it', async () => {
  const { window } = await opened();
  window.emit('close');
  expect(JSON.parse(readFileSync(join(folder, 'window.json'), 'utf8'))).toEqual(window.getNormalBounds());
});

test('closes also if its place cannot be kept', async () => {
  const { window } = await opened(folder);
  window.emit('close');
  expect(onFault).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ message: expect.stringContaining('The place of the window cannot be kept: ') }),
  );
});

test('reloads a page that crashed, and reports that once it is there', async () => {
  const { contents, crash } = await opened();
  contents.emit('did-finish-load');
  contents.emit('render-process-gone', {}, { reason: 'clean-exit' });
  expect(contents.reload).not.toHaveBeenCalled();
  crash();
  expect(contents.reload).toHaveBeenCalledOnce();
  expect(onRevived).not.toHaveBeenCalled();
  contents.emit('did-finish-load');
  contents.emit('did-finish-load');
  expect(onRevived).toHaveBeenCalledOnce();
});

test('asks how to go on with a page that crashes again at once, and not with one that crashes later', async () => {
  const { window, contents, crash } = await opened();
  const { showMessageBox } = electron.dialog;
  crash();
  now += 10_000;
  crash();
  expect(contents.reload).toHaveBeenCalledTimes(2);
  expect(showMessageBox).not.toHaveBeenCalled();
  now += 9999;
  crash();
  expect(showMessageBox).toHaveBeenCalledExactlyOnceWith(
    window,
    expect.objectContaining({ buttons: ['Load it again', 'Quit'], cancelId: 0 }),
  );
  await vi.waitFor(() => expect(contents.reload).toHaveBeenCalledTimes(3));
  showMessageBox.mockResolvedValue({ response: 1 });
  crash();
  await vi.waitFor(() => expect(window.close).toHaveBeenCalledOnce());
  expect(contents.reload).toHaveBeenCalledTimes(3);
});
