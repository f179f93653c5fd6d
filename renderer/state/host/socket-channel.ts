import type { Channel, Dial } from './channel.ts';

/**
 * Dials the loopback host. `url` is its WebSocket address, `token` what its address bar carried.
 * A refused token shows only as a close before the open.
 */
export function socketDial(url: string, token: string): Dial {
  return () =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(url, ['tierscope.v1', `token.${token}`]);
      socket.addEventListener('open', () => resolve(socketChannel(socket)), { once: true });
      socket.addEventListener('close', () => reject(new Error('the host refused the connection')), {
        once: true,
      });
    });
}

function socketChannel(socket: WebSocket): Channel {
  return {
    post: (message) => socket.send(JSON.stringify(message)),
    listen(onMessage, onClose) {
      socket.addEventListener('message', (event: MessageEvent<string>) => onMessage(JSON.parse(event.data)));
      socket.addEventListener('close', onClose, { once: true });
    },
    close: () => socket.close(),
  };
}
