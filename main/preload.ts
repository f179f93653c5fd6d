import { contextBridge, ipcRenderer, webUtils } from 'electron';

// Runs sandboxed before the page. The page gets two functions; the port itself arrives as a message, because the bridge
// cannot carry one. window/screen-ports.ts uses the same channel name.
const PORT_CHANNEL = 'tierscope:port';

ipcRenderer.on(PORT_CHANNEL, (event) => {
  window.postMessage({ tierscope: 'port' }, '*', [...event.ports]);
});

contextBridge.exposeInMainWorld('tierscope', {
  requestPort: (): void => ipcRenderer.send(PORT_CHANNEL),
  // The path of a file that the user chose or dropped, so that it is opened in place; empty for any other file.
  pathOf: (file: File): string => webUtils.getPathForFile(file),
});
