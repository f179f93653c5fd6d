import type { Channel, Dial } from './channel.ts';

/** Dials Electron's main process: the preload answers `requestPort` with a MessagePort. */
export function portDial(target: Window, requestPort: () => void): Dial {
  return () =>
    new Promise((resolve) => {
      const heard = (event: MessageEvent) => {
        const port = event.ports[0];
        if (event.source !== target || event.data?.tierscope !== 'port' || port === undefined) return;
        target.removeEventListener('message', heard);
        resolve(portChannel(port));
      };
      target.addEventListener('message', heard);
      requestPort();
    });
}

function portChannel(port: MessagePort): Channel {
  return {
    post: (message) => port.postMessage(message),
    listen(onMessage, onClose) {
      port.addEventListener('message', (event) => onMessage(event.data));
      port.addEventListener('close', onClose, { once: true });
      port.start();
    },
    close: () => port.close(),
  };
}
