import type { WebSocket } from 'ws';
import type { Carrier } from '../carrier/serve-screen.ts';

/** The close code of RFC 6455, section 7.4.1, for a peer that broke the protocol. */
const PROTOCOL_ERROR = 1002;

/** Carries messages over one WebSocket, as JSON text. */
export function webSocketCarrier(socket: WebSocket): Carrier {
  const refuse = (reason: string): void => socket.close(PROTOCOL_ERROR, reason);
  return {
    post(message) {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
    },
    listen(onMessage, onClose) {
      socket.on('message', (data, isBinary) => {
        const message = isBinary ? undefined : parsed(String(data));
        if (message === undefined) refuse('messages are JSON text');
        else onMessage(message);
      });
      // ws closes the socket itself after an error; `close` always follows.
      socket.on('error', () => undefined);
      socket.once('close', onClose);
    },
    refuse,
  };
}

/** The JSON value, or undefined for a text that is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
