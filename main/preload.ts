import { contextBridge, ipcRenderer, webUtils } from 'electron';

// Runs sandboxed before the page. The page gets two verbs; the port itself comes as a message,
// because the bridge cannot carry one. The channel's name is the one of window/screen-ports.ts.
const PORT_CHANNEL = 'tierscope:port';

ipcRenderer.on(PORT_CHANNEL, (event) => {
  window.postMessage({ tierscope: 'port' }, '*', [...event.ports]);
});

contextBridge.exposeInMainWorld('tierscope', {
  requestPort: (): void => ipcRenderer.send(PORT_CHANNEL),
  // Of a file that the user chose or dropped, so that it is opened where it lies; empty for any other.
  pathOf: (file: File): string => webUtils.getPathForFile(file),
});
