import type { MessagePortMain } from 'electron';
import type { Carrier } from './serve-screen.ts';

/** Carries messages over one end of a MessageChannel whose other end the page holds. */
export function electronPort(port: MessagePortMain): Carrier {
  let closed = false;
  return {
    post(message) {
      if (!closed) port.postMessage(message);
    },
    listen(onMessage, onClose) {
      port.on('message', (event) => onMessage(event.data));
      port.once('close', () => {
        closed = true;
        onClose();
      });
      port.start();
    },
    refuse: () => port.close(),
  };
}
