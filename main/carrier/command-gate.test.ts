import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandInputs } from '../../app/contract/commands.ts';
import { CommandRefused, commandGate } from './command-gate.ts';
import { standInHost } from './stand-in-host.ts';

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
