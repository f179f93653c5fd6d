/** One connection to the host that carries messages until it closes. */
export type Channel = {
  post(message: unknown): void;
  /** Hears every message from now on, and once that the channel closed. */
  listen(onMessage: (message: unknown) => void, onClose: () => void): void;
  close(): void;
};

/** Opens a channel; rejects with an `Error` that says why it could not. */
export type Dial = () => Promise<Channel>;
