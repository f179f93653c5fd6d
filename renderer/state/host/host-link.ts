import { createBirpc } from 'birpc';
import type { Commands } from '../../../app/contract/commands.ts';
import type { ScreenEvents } from '../../../app/contract/events.ts';

export type LinkState = 'connecting' | 'open' | 'lost';

type LinkOptions = {
  readonly dial: Dial;
  readonly events: ScreenEvents;
  /** Called with each change; after every `open` the screen reads everything again. */
  readonly onState: (state: LinkState) => void;
  readonly wait: (milliseconds: number) => Promise<void>;
};

/** The commands of whichever connection is open, and the end of them all. */
type HostLink = { readonly commands: Commands; close(): void };

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/**
 * Keeps a connection to the host open: dials, and dials again with growing pauses when it is lost.
 * A command fails with an `Error` while there is no connection, and when the connection closes under it.
 */
export function openHostLink(options: LinkOptions): HostLink {
  let current: Commands | undefined;
  let channel: Channel | undefined;
  let closed = false;
  const run = async () => {
    let pause = FIRST_WAIT_MS;
    while (!closed) {
      try {
        channel = await options.dial();
        if (closed) return channel.close();
        pause = FIRST_WAIT_MS;
        await carry(channel, options, (commands) => {
          current = commands;
          options.onState('open');
        });
      } catch {
        // Not there yet: the banner shows it, and the next turn dials again.
      }
      current = undefined;
      if (closed) return;
      options.onState('lost');
      await options.wait(pause);
      pause = Math.min(pause * 2, LONGEST_WAIT_MS);
    }
  };
  options.onState('connecting');
  void run();
  return {
    commands: forwarding(() => current),
    close() {
      closed = true;
      channel?.close();
    },
  };
}

/** Speaks over one channel; settles when it closes. */
function carry(channel: Channel, options: LinkOptions, opened: (commands: Commands) => void): Promise<void> {
  return new Promise((resolve) => {
    const remote = createBirpc<Commands, ScreenEvents>(options.events, {
      post: (message) => channel.post(message),
      on: (onMessage) =>
        channel.listen(onMessage, () => {
          remote.$close(new Error('The connection to the host was lost.'));
          resolve();
        }),
      timeout: -1,
      bind: 'functions',
    });
    opened(remote);
  });
}

function forwarding(current: () => Commands | undefined): Commands {
  return new Proxy({} as Commands, {
    get: (_target, name: keyof Commands) => (input: never) => {
      const commands = current();
      if (commands === undefined) return Promise.reject(new Error('There is no connection to the host.'));
      return (commands[name] as (input: never) => Promise<unknown>)(input);
    },
  });
}

/** One connection to the host that carries messages until it closes. */
export type Channel = {
  post(message: unknown): void;
  /** Hears every message from now on, and once that the channel closed. */
  listen(onMessage: (message: unknown) => void, onClose: () => void): void;
  close(): void;
};

/** Opens a channel; rejects with an `Error` that says why it could not. */
export type Dial = () => Promise<Channel>;
