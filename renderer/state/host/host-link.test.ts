import { describe, expect, it } from 'vitest';
import { type Channel, type LinkState, openHostLink } from './host-link.ts';

const events = {
  sessionChanged: () => undefined,
  sessionPatched: () => undefined,
  sessionRemoved: () => undefined,
  logGrew: () => undefined,
  notice: () => undefined,
  profilesChanged: () => undefined,
  projectChanged: () => undefined,
  probesChanged: () => undefined,
};

type FakeChannel = Channel & { readonly sent: unknown[]; answer(message: unknown): void; drop(): void };

function fakeChannel(): FakeChannel {
  let hear: (message: unknown) => void = () => undefined;
  let closed: () => void = () => undefined;
  const sent: unknown[] = [];
  return {
    sent,
    post: (message) => sent.push(message),
    listen: (onMessage, onClose) => {
      hear = onMessage;
      closed = onClose;
    },
    close: () => closed(),
    answer: (message) => hear(message),
    drop: () => closed(),
  };
}

function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

describe('the link to the host', () => {
  it('dials again with growing pauses until the host is there', async () => {
    const states: LinkState[] = [];
    const pauses: number[] = [];
    let failures = 4;
    const channel = fakeChannel();
    const link = openHostLink({
      dial: () => {
        failures -= 1;
        return failures >= 0 ? Promise.reject(new Error('refused')) : Promise.resolve(channel);
      },
      events,
      onState: (state) => states.push(state),
      wait: (milliseconds) => {
        pauses.push(milliseconds);
        return Promise.resolve();
      },
    });
    await settle();
    expect(pauses).toEqual([250, 500, 1000, 2000]);
    expect(states.at(-1)).toBe('open');
    link.close();
  });

  it('fails the commands in flight when the connection closes, and those without one', async () => {
    const channel = fakeChannel();
    let dials = 0;
    const link = openHostLink({
      dial: () => {
        dials += 1;
        return dials === 1 ? Promise.resolve(channel) : new Promise(() => undefined);
      },
      events,
      onState: () => undefined,
      wait: () => Promise.resolve(),
    });
    await expect(link.commands.hello({})).rejects.toThrow('no connection');
    await settle();
    const call = link.commands.hello({});
    const failed = expect(call).rejects.toThrow('lost');
    await settle();
    expect(channel.sent).toHaveLength(1);
    channel.drop();
    await failed;
    await settle();
    await expect(link.commands.hello({})).rejects.toThrow('no connection');
    expect(dials).toBe(2);
  });
});
