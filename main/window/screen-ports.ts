import { type IpcMain, MessageChannelMain, type WebContents, type WebFrameMain } from 'electron';
import { electronPort } from '../carrier/electron-port.ts';
import { serveScreen } from '../carrier/serve-screen.ts';
import type { HostApi } from '../hub/host-api.ts';
import { isAppAddress } from './app-scheme.ts';

/** The one channel of ipc: the preload asks for a port on it and gets it on it. */
export const PORT_CHANNEL = 'tierscope:port';

/**
 * Hands a port to every page that asks, if it is the app's own page in a main frame; others get no answer.
 * A page that asks again, after a reload, loses its former port.
 */
export function acceptScreenPorts(ipc: IpcMain, host: HostApi, onFault: (fault: Error) => void): void {
  const former = new WeakMap<WebContents, () => void>();
  ipc.on(PORT_CHANNEL, ({ sender, senderFrame }) => {
    if (senderFrame === null || !isOwnPage(sender, senderFrame)) return;
    former.get(sender)?.();
    const { port1, port2 } = new MessageChannelMain();
    former.set(sender, () => port1.close());
    serveScreen(host, electronPort(port1), onFault);
    senderFrame.postMessage(PORT_CHANNEL, null, [port2]);
  });
}

function isOwnPage(sender: WebContents, frame: WebFrameMain): boolean {
  return frame === sender.mainFrame && isAppAddress(frame.url);
}
