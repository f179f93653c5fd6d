import { createBirpc } from 'birpc';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { ok } from '../../app/base/result.ts';
import { type Commands, commandInputs } from '../../app/contract/commands.ts';
import type { HostEvents } from '../../app/contract/events.ts';
import { type Carrier, CommandRefused, commandGate, serveScreen } from './serve-screen.ts';
import { type StandInHost, standInHost } from './testing/stand-in-host.ts';

/** A screen at the other end of a carrier that is two queues in one process. */
function connectScreen(host: StandInHost) {
  let toHost: (message: unknown) => void = () => undefined;
  let toScreen: (message: unknown) => void = () => undefined;
  let end: () => void = () => undefined;
  const refusals: string[] = [];
  const sent: unknown[] = [];
  const faults: Error[] = [];
  const carrier: Carrier = {
    post: (message) => {
      sent.push(message);
      toScreen(JSON.parse(JSON.stringify(message)));
    },
    listen: (onMessage, onClose) => {
      toHost = onMessage;
      end = onClose;
    },
    refuse: (reason) => refusals.push(reason),
  };
  const events = {
    sessionChanged: vi.fn(),
    sessionRemoved: vi.fn(),
    logGrew: vi.fn(),
    notice: vi.fn(),
    profilesChanged: vi.fn(),
    projectChanged: vi.fn(),
  };
  serveScreen(host, carrier, (fault) => faults.push(fault));
  const commands = createBirpc<Commands, HostEvents>(events, {
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
