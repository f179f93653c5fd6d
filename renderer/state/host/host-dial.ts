import { unpackAnswer } from '../../../app/contract/binary-answer.ts';
import { accessToken } from './access-token.ts';
import type { Channel, Dial } from './host-link.ts';

/** The way to the host that serves this page: Electron if its preload is there, else the loopback. */
export function hostDial(page: Window): Dial {
  const preload = page.tierscope;
  if (preload !== undefined) return portDial(page, () => preload.requestPort());
  const scheme = page.location.protocol === 'https:' ? 'wss' : 'ws';
  const url = `${scheme}://${page.location.host}/ws`;
  const token = accessToken(page);
  return async () => socketDial(url, await token);
}

/**
 * Dials the loopback host. `url` is its WebSocket address, `token` what its address bar carried.
 * A refused token shows only as a close before the open.
 */
function socketDial(url: string, token: string): Promise<Channel> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, ['tierscope.v1', `token.${token}`]);
    socket.addEventListener('open', () => resolve(socketChannel(socket)), { once: true });
    socket.addEventListener('close', () => reject(new Error('the host refused the connection')), {
      once: true,
    });
  });
}

function socketChannel(socket: WebSocket): Channel {
  socket.binaryType = 'arraybuffer';
  return {
    post: (message) => socket.send(JSON.stringify(message)),
    listen(onMessage, onClose) {
      socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) =>
        onMessage(typeof data === 'string' ? JSON.parse(data) : unpackAnswer(new Uint8Array(data))),
      );
      socket.addEventListener('close', onClose, { once: true });
    },
    close: () => socket.close(),
  };
}

/** Dials Electron's main process: the preload answers `requestPort` with a MessagePort. */
function portDial(target: Window, requestPort: () => void): Dial {
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
