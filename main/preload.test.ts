import { beforeEach, expect, test, vi } from 'vitest';
import type { ElectronStandIn } from './window/electron-stand-in.ts';

const electron = (await vi.hoisted(async () => {
  const { electronStandIn } = await import('./window/electron-stand-in.ts');
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

test('the page gets one verb and nothing of Electron', () => {
  const [name, verbs] = electron.contextBridge.exposeInMainWorld.mock.calls[0] ?? [];
  expect(name).toBe('tierscope');
  expect(Object.keys(verbs)).toEqual(['requestPort']);
  expect(verbs.requestPort()).toBeUndefined();
  expect(electron.ipcRenderer.send).toHaveBeenCalledExactlyOnceWith('tierscope:port');
});

test('the port that main sends is handed on to the page', () => {
  const port = {};
  electron.ipcRenderer.emit('tierscope:port', { ports: [port] });
  expect(postMessage).toHaveBeenCalledExactlyOnceWith({ tierscope: 'port' }, '*', [port]);
});
