import { createBirpc } from 'birpc';
import { unpackAnswer } from '../../../app/contract/binary-answer.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import type { ScreenEvents } from '../../../app/contract/events.ts';

export type LinkState = 'connecting' | 'open' | 'lost';

type LinkOptions = {
  readonly dial: Dial;
  readonly events: ScreenEvents;
  /** Called with each change; after every `open` the screen reloads everything. */
  readonly onState: (state: LinkState) => void;
  readonly wait: (milliseconds: number) => Promise<void>;
};

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/** Keeps a connection to the host open, reconnecting with increasing delays; while disconnected every command fails. */
export function openHostLink(options: LinkOptions): { readonly commands: Commands; close(): void } {
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
        // Not available yet: the banner shows it, and the next attempt follows.
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

export type Channel = {
  post(message: unknown): void;
  /** Calls `onMessage` for every message from now on, and `onClose` once. */
  listen(onMessage: (message: unknown) => void, onClose: () => void): void;
  close(): void;
};

/** Opens a channel; rejects with an `Error` that says why it failed. */
export type Dial = () => Promise<Channel>;

/** How to reach the host that serves this page: Electron if its preload exists, else the loopback host. */
export function hostDial(page: Window): Dial {
  const preload = page.tierscope;
  if (preload !== undefined) return portDial(page, () => preload.requestPort());
  const scheme = page.location.protocol === 'https:' ? 'wss' : 'ws';
  const url = `${scheme}://${page.location.host}/ws`;
  const token = accessToken(page);
  return async () => socketDial(url, await token);
}

/** Connects to the loopback host; a rejected token only shows as a close before the open. */
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
  const early: MessageEvent<string | ArrayBuffer>[] = [];
  const keep = (event: MessageEvent<string | ArrayBuffer>) => void early.push(event);
  socket.addEventListener('message', keep);
  return {
    post: (message) => socket.send(JSON.stringify(message)),
    listen(onMessage, onClose) {
      const hear = ({ data }: MessageEvent<string | ArrayBuffer>) =>
        onMessage(typeof data === 'string' ? JSON.parse(data) : unpackAnswer(new Uint8Array(data)));
      socket.removeEventListener('message', keep);
      for (const event of early.splice(0)) hear(event);
      if (socket.readyState >= WebSocket.CLOSING) return onClose();
      socket.addEventListener('message', hear);
      socket.addEventListener('close', onClose, { once: true });
    },
    close: () => socket.close(),
  };
}

/** Connects to Electron's main process: the preload answers `requestPort` with a MessagePort. */
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

/** Kept by the browser for reloads of this window, for this origin only, which includes the port. */
const KEPT = 'tierscope.token';
const CHANNEL = 'tierscope.token';
/** Another window answers at once; without one nobody would answer. */
const WAIT_MS = 400;

type Heard = { readonly wants?: unknown; readonly token?: unknown };

/**
 * The token of the loopback host. Removes it from the address bar, where screenshots, screen sharing and copied links
 * would expose it. A reload reads it from the window's own storage; a window opened at the bare address asks other
 * windows of its origin. Not a cookie: a browser sends cookies to every port of this machine.
 */
async function accessToken(page: Window): Promise<string> {
  const { location, history } = page;
  const given = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (given !== '') {
    keep(page, given);
    history.replaceState(history.state, '', `${location.pathname}${location.search}`);
    return answering(given);
  }
  const kept = keptToken(page);
  if (kept !== '') return answering(kept);
  const told = await tokenOfOthers();
  if (told !== '') keep(page, told);
  return answering(told);
}

function keptToken(page: Window): string {
  try {
    return page.sessionStorage.getItem(KEPT) ?? '';
  } catch {
    // If the browser forbids storage, a reload needs the full address again.
    return '';
  }
}

function keep(page: Window, token: string): void {
  try {
    page.sessionStorage.setItem(KEPT, token);
  } catch {
    // As above.
  }
}

/** Answers other windows' requests as long as this page exists. */
function answering(token: string): string {
  if (token === '') return token;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<Heard>) => {
    if (data.wants === true) channel.postMessage({ token });
  });
  return token;
}

function tokenOfOthers(): Promise<string> {
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise<string>((resolve) => {
    const timer = setTimeout(() => resolve(''), WAIT_MS);
    channel.addEventListener('message', ({ data }: MessageEvent<Heard>) => {
      if (typeof data.token !== 'string') return;
      clearTimeout(timer);
      resolve(data.token);
    });
    channel.postMessage({ wants: true });
  }).finally(() => channel.close());
}
