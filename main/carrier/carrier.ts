/** One open way to one screen, as the host sees it: messages out, messages in, and its end. */
export type Carrier = {
  /** Sends one message; does nothing once the carrier is closed. */
  post(message: unknown): void;
  /** Hears every message from now on, and the end, once. */
  listen(onMessage: (message: unknown) => void, onClose: () => void): void;
  /** Closes it because the screen broke the protocol; `reason` is for a developer. */
  refuse(reason: string): void;
};
