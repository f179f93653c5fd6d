import { createBirpc } from 'birpc';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type JsonDelta, withDelta } from '../../app/base/json-delta.ts';
import { ok } from '../../app/base/result.ts';
import { runs } from '../../app/base/testing/runs.ts';
import { type Commands, commandInputs } from '../../app/contract/commands.ts';
import type { ScreenEvents } from '../../app/contract/events.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { type Carrier, CommandRefused, commandGate, serveScreen } from './serve-screen.ts';
import { type StandInHost, standInHost } from './testing/stand-in-host.ts';

/**
 * A screen at the other end of a carrier made of two in-process queues. `deliver` passes a message to the screen; real
 * carriers do so in separate tasks.
 */
function connectScreen(host: StandInHost, deliver = (bring: () => void): unknown => bring()) {
  let toHost: (message: unknown) => void = () => undefined;
  let toScreen: (message: unknown) => void = () => undefined;
  let end: () => void = () => undefined;
  const refusals: string[] = [];
  const sent: unknown[] = [];
  const faults: Error[] = [];
  const carrier: Carrier = {
    post: (message) => {
      sent.push(message);
      const text = JSON.stringify(message);
      deliver(() => toScreen(JSON.parse(text)));
    },
    listen: (onMessage, onClose) => {
      toHost = onMessage;
      end = onClose;
    },
    refuse: (reason) => refusals.push(reason),
  };
  const events = {
    sessionChanged: vi.fn(),
    sessionPatched: vi.fn(),
    sessionRemoved: vi.fn(),
    logGrew: vi.fn(),
    notice: vi.fn(),
    profilesChanged: vi.fn(),
    projectChanged: vi.fn(),
    probesChanged: vi.fn(),
  };
  serveScreen(host, carrier, (fault) => faults.push(fault));
  const commands = createBirpc<Commands, ScreenEvents>(events, {
    post: (message) => toHost(JSON.parse(JSON.stringify(message))),
    on: (hear) => {
      toScreen = hear;
    },
    timeout: -1,
    bind: 'functions',
  });
  return {
    commands,
    events,
    sent,
    refusals,
    faults,
    raw: (message: unknown) => toHost(message),
    end: () => end(),
  };
}

describe('serving a screen', () => {
  test('answers a command over the carrier', async () => {
    const host = standInHost({ listRecordings: async () => ok([]) });
    const screen = connectScreen(host);
    expect(await screen.commands.listRecordings({})).toEqual({ ok: true, value: [] });
  });

  test('rejects a call whose answer the carrier cannot write, and goes on', async () => {
    let deep: unknown = 1;
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    let answers: unknown[] = [deep];
    const host = standInHost({ listRecordings: async () => ok(answers as never) });
    const screen = connectScreen(host);
    await expect(screen.commands.listRecordings({})).rejects.toMatch(
      /^The answer cannot be shown: Maximum call/,
    );
    expect(screen.faults).toHaveLength(1);
    answers = [];
    expect(await screen.commands.listRecordings({})).toEqual({ ok: true, value: [] });
  });

  test('rejects a refused call with its sentence as a string, and reports no defect', async () => {
    const screen = connectScreen(standInHost());
    await expect(screen.commands.close({ session: '' })).rejects.toMatch(/^The command "close" was refused/);
    expect(screen.faults).toEqual([]);
  });

  test('reports to the screen and the host when a handler throws', async () => {
    const host = standInHost({
      hello: async () => {
        throw new Error('the disk is gone');
      },
    });
    const screen = connectScreen(host);
    await expect(screen.commands.hello({})).rejects.toBe('the disk is gone');
    expect(screen.faults.map((fault) => fault.message)).toEqual(['the disk is gone']);
  });

  test('pushes events that ask for no answer', async () => {
    const host = standInHost();
    const screen = connectScreen(host);
    for (const one of host.events) {
      one.sessionRemoved('s1');
      one.notice({ level: 'warning', text: 'careful' });
    }
    await vi.waitFor(() =>
      expect(screen.events.notice).toHaveBeenCalledWith({ level: 'warning', text: 'careful' }),
    );
    expect(screen.events.sessionRemoved).toHaveBeenCalledWith('s1');
    expect(screen.sent).toEqual([
      { t: 'q', m: 'sessionRemoved', a: ['s1'] },
      { t: 'q', m: 'notice', a: [{ level: 'warning', text: 'careful' }] },
    ]);
  });

  test('stops hearing the host when the carrier closes, and answers no late call', async () => {
    const host = standInHost();
    const screen = connectScreen(host);
    expect(host.events.size).toBe(1);
    screen.end();
    expect(host.events.size).toBe(0);
    screen.end();
    expect(screen.faults).toEqual([]);
  });

  test.each([
    null,
    7,
    'text',
    [],
    {},
    { t: 's', i: 'x', r: 1 },
    { t: 'q', m: 'hello', a: [{}] },
    { t: 'q', m: 1, a: [], i: 'x' },
    { t: 'q', m: 'hello', a: 'no list', i: 'x' },
  ])('closes the carrier of a screen that sends %j', (message) => {
    const host = standInHost();
    const screen = connectScreen(host);
    screen.raw(message);
    expect(screen.refusals).toHaveLength(1);
    expect(host.calls).toEqual([]);
  });

  test('reaches nothing but commands, whatever a request names', async () => {
    const host = standInHost();
    const screen = connectScreen(host);
    for (const m of ['$close', '__proto__', 'constructor', 'dispose', 'events']) {
      screen.raw({ t: 'q', m, a: [{}], i: m, o: true });
    }
    await vi.waitFor(() => expect(screen.sent).toHaveLength(5));
    for (const answer of screen.sent)
      expect(answer).toMatchObject({ t: 's', e: expect.stringMatching('no command') });
    expect(host.calls).toEqual([]);
    expect(host.disposals).toBe(0);
  });
});

/** A session whose server has `open` requests and has reported `updated` resources as changed. */
function floodedInfo(open: readonly number[], updated: number): SessionInfo {
  const serverRequests = open.map((number) => REQUESTS[number]);
  const counts = Array.from({ length: updated }, (_, index) => [`file:///notes/${index}`, 1]);
  const changes = { tools: 0, resources: 0, prompts: 0, updated: Object.fromEntries(counts) };
  const instructions = 'Read before you write. '.repeat(10);
  return { session: 's1', kind: 'live', instructions, serverRequests, changes } as unknown as SessionInfo;
}

const REQUESTS = Array.from({ length: 800 }, (_, index) => ({
  requestId: `a${index}`,
  method: 'elicitation/create',
  params: { message: `Which one, number ${index}?` },
}));

/** How many bytes a screen receives while a session changes step by step. */
function bytesSent(infos: Iterable<SessionInfo>): number {
  const host = standInHost();
  const screen = connectScreen(host);
  for (const info of infos) for (const one of host.events) one.sessionChanged(info);
  return screen.sent.reduce((sum: number, message) => sum + JSON.stringify(message).length, 0);
}

describe('the sessions that a screen holds', () => {
  test.each([
    ['open requests', (count: number) => floodedInfo([...Array(count).keys()], 0)],
    ['updated resources', (count: number) => floodedInfo([], count)],
  ])('cost twice the bytes for twice as many %s', (_what, info) => {
    const bytes = (most: number) => bytesSent(Array.from({ length: most }, (_, count) => info(count + 1)));
    const first = bytesSent([info(1)]);
    expect(bytes(800) - first).toBeLessThan(2.2 * (bytes(400) - first));
  });

  test('are not sent again if they did not change', () => {
    const info = floodedInfo([1, 2], 2);
    expect(bytesSent([info, { ...info }])).toBe(bytesSent([info]));
  });

  test('are those of the host after every change, whatever it was and wherever a hello falls', async () => {
    const numbers = fc.uniqueArray(fc.nat(20), { maxLength: 10 }).map((open) => open.sort((a, b) => a - b));
    const step = fc.record({ open: numbers, updated: fc.nat(5), hello: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step), async (steps) => {
        let now = floodedInfo([], 0);
        const host = standInHost({ hello: async () => ({ sessions: [now], logs: [] }) as never });
        const screen = connectScreen(host, setImmediate);
        let held: unknown;
        screen.events.sessionChanged.mockImplementation((info: unknown) => {
          held = info;
        });
        screen.events.sessionPatched.mockImplementation((_session: string, delta: JsonDelta) => {
          held = withDelta(held, delta);
        });
        const greetings: Promise<void>[] = [];
        for (const { open, updated, hello } of steps) {
          if (hello) {
            const greeting = screen.commands.hello({}).then(({ sessions }) => {
              [held] = sessions;
            });
            greetings.push(greeting);
          }
          now = floodedInfo(open, updated);
          for (const one of host.events) one.sessionChanged(now);
          await Promise.resolve();
        }
        await Promise.all(greetings);
        await new Promise(setImmediate);
        expect(held ?? now).toEqual(now);
        expect(held === undefined).toBe(steps.length === 0);
      }),
      { numRuns: runs(50) },
    );
  });

  test('go out whole after their tab was closed and opened again', () => {
    const host = standInHost();
    const screen = connectScreen(host);
    for (const one of host.events) {
      one.sessionChanged(floodedInfo([1], 0));
      one.sessionRemoved('s1');
      one.sessionChanged(floodedInfo([1], 0));
    }
    expect(screen.sent).toEqual([
      { t: 'q', m: 'sessionChanged', a: [floodedInfo([1], 0)] },
      { t: 'q', m: 'sessionRemoved', a: ['s1'] },
      { t: 'q', m: 'sessionChanged', a: [floodedInfo([1], 0)] },
    ]);
  });

  test('are sent again after the answer to a hello could not be written', async () => {
    const host = standInHost({
      hello: async () => {
        throw new Error('no');
      },
    });
    const screen = connectScreen(host);
    await expect(screen.commands.hello({})).rejects.toBe('no');
    for (const one of host.events) one.sessionChanged(floodedInfo([], 0));
    expect(screen.sent.at(-1)).toMatchObject({ m: 'sessionChanged' });
  });
});

describe('the command gate', () => {
  test('hands a checked input to the handler of its name and its answer back', async () => {
    const host = standInHost();
    const gate = commandGate(host.commands);
    expect(await gate('disconnect', { session: 's1' })).toEqual({ ok: true, value: null });
    expect(host.calls).toEqual([{ name: 'disconnect', input: { session: 's1' } }]);
  });

  test('says which command was refused, where, and why', async () => {
    const gate = commandGate(standInHost().commands);
    await expect(gate('readRows', { session: 's1', from: -1, patchesFrom: 0, limit: 1 })).rejects.toThrow(
      /^The command "readRows" was refused\. from: .*>=0.*\.$/,
    );
    await expect(gate('connect', undefined)).rejects.toThrow(/^The command "connect" was refused\. /);
  });

  test('refuses members that the contract does not list', async () => {
    const gate = commandGate(standInHost().commands);
    await expect(gate('hello', { extra: true })).rejects.toBeInstanceOf(CommandRefused);
  });

  test('refuses settings, answers, raw messages and filters that are none', async () => {
    const gate = commandGate(standInHost().commands);
    await expect(gate('connect', { commandLine: 'x', settings: { era: 'ancient' } })).rejects.toThrow('era');
    const answer = { kind: 'maybe' };
    await expect(gate('answerServerRequest', { session: 's1', requestId: 'a1', answer })).rejects.toThrow();
    await expect(gate('sendRaw', { session: 's1', text: 'x' })).rejects.toThrow('deliberate');
    await expect(gate('saveFilters', { filters: [{ name: '', text: 'x' }] })).rejects.toThrow();
  });

  test('names at most three faults and counts the rest', async () => {
    const gate = commandGate(standInHost().commands);
    await expect(gate('readRows', {})).rejects.toThrow(/; and 1 more\.$/);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', ''])(
    'does not know a command %j',
    async (name) => {
      const host = standInHost();
      await expect(commandGate(host.commands)(name, {})).rejects.toThrow('There is no command');
      expect(host.calls).toEqual([]);
    },
  );

  test('rejects or answers, whatever comes in', async () => {
    const gate = commandGate(standInHost().commands);
    const names = fc.oneof(fc.string(), fc.constantFrom(...Object.keys(commandInputs)));
    await fc.assert(
      fc.asyncProperty(names, fc.anything(), async (name, input) => {
        const end = await gate(name, input).catch((error: unknown) => error);
        expect(end instanceof CommandRefused || (end as { ok: boolean }).ok).toBe(true);
      }),
    );
  });
});
