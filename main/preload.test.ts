import { beforeEach, expect, test, vi } from 'vitest';
import type { ElectronStandIn } from './window/testing/electron-stand-in.ts';

const electron = (await vi.hoisted(async () => {
  const { electronStandIn } = await import('./window/testing/electron-stand-in.ts');
  return electronStandIn();
})) as ElectronStandIn;
vi.mock('electron', () => electron);

const postMessage = vi.fn();

beforeEach(async () => {
  vi.resetModules();
  postMessage.mockReset();
  vi.stubGlobal('window', { postMessage });
  electron.ipcRenderer.removeAllListeners();
  electron.contextBridge.exposeInMainWorld.mockReset();
  electron.ipcRenderer.send.mockReset();
  await import('./preload.ts');
});

test('the page gets two verbs and nothing of Electron', () => {
  const [name, verbs] = electron.contextBridge.exposeInMainWorld.mock.calls[0] ?? [];
  expect(name).toBe('tierscope');
  expect(Object.keys(verbs)).toEqual(['requestPort', 'pathOf']);
  expect(verbs.requestPort()).toBeUndefined();
  expect(electron.ipcRenderer.send).toHaveBeenCalledExactlyOnceWith('tierscope:port');
});

test('the path of a file that the user dropped is given', () => {
  const file = {};
  const [, verbs] = electron.contextBridge.exposeInMainWorld.mock.calls[0] ?? [];
  electron.webUtils.getPathForFile.mockReturnValueOnce('/home/me/a.jsonl');
  expect(verbs.pathOf(file)).toBe('/home/me/a.jsonl');
  expect(electron.webUtils.getPathForFile).toHaveBeenCalledExactlyOnceWith(file);
});

test('the port that main sends is handed on to the page', () => {
  const port = {};
  electron.ipcRenderer.emit('tierscope:port', { ports: [port] });
  expect(postMessage).toHaveBeenCalledExactlyOnceWith({ tierscope: 'port' }, '*', [port]);
});
