import { contextBridge, ipcRenderer } from 'electron';

// Runs sandboxed before the page. The page gets one verb; the port itself comes as a message,
// because the bridge cannot carry one. The channel's name is the one of window/screen-ports.ts.
const PORT_CHANNEL = 'tierscope:port';

ipcRenderer.on(PORT_CHANNEL, (event) => {
  window.postMessage({ tierscope: 'port' }, '*', [...event.ports]);
});

contextBridge.exposeInMainWorld('tierscope', {
  requestPort: (): void => ipcRenderer.send(PORT_CHANNEL),
});
