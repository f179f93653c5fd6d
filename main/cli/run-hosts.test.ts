import { expect, it } from 'vitest';
import { CURSOR, DESKTOP, madeHome, VSCODE } from '../checks/hosts/testing/made-home.ts';
import { ReaperClient } from '../session/reaper-client.ts';
import { checkAll } from './run-hosts.ts';

async function filledHome() {
  const home = await madeHome();
  const { config, server, script } = home;
  const named = (...names: string[]) => Object.fromEntries(names.map((name) => [name, server(name)]));
  await config(DESKTOP, 'mcpServers', { ...named('a', 'b'), missing: { command: 'no-such-program-here' } });
  await config(CURSOR, 'mcpServers', {
    again: server('a'),
    ...named('c', 'd', 'e', 'f', 'g'),
    crashes: script('crashes', 'throw new Error("no DATABASE_URL")'),
  });
  await config(VSCODE, 'servers', {
    ...{ h: server('h'), silent: script('silent', 'process.stdin.resume()'), other: server('other') },
    leaves: script('leaves', 'console.log("Listening on 3000"); process.exitCode = 0'),
    off: { ...server('off'), disabled: true },
    asks: { ...server('asks'), env: { KEY: `\${input:key}` } },
  });
  return home;
}

function all(place: Awaited<ReturnType<typeof madeHome>>['place'], more: object) {
  const reaper = new ReaperClient({ command: 'unused', args: [] });
  reaper.watch = () => undefined;
  const settings = { timeoutMs: 1000 };
  const common = { place, reaper, settings, version: '0', writeError: () => undefined };
  return checkAll({ ...common, startsUnasked: false, askUser: undefined, ...more });
}

it('starts every server of every host once, and ends in a row for each', async () => {
  const { place, starts } = await filledHome();
  const rows = await all(place, { startsUnasked: true });
  expect((await starts()).sort()).toEqual([
    ...['a', 'b', 'c', 'crashes', 'd', 'e', 'f', 'g', 'h', 'leaves', 'other', 'silent'],
  ]);
  const shown = rows.map(({ hosts, name, connects, tools }) => [hosts.join(', '), name, connects, tools]);
  expect(shown).toContainEqual(['Claude Desktop, Cursor', 'a, again', true, 2]);
  expect(shown).toContainEqual(['VS Code', 'h', true, 2]);
  const reasons = Object.fromEntries(rows.map(({ name, connects, reason }) => [name, [connects, reason]]));
  expect(reasons).toMatchObject({
    b: [true, ''],
    missing: [false, expect.stringContaining('"no-such-program-here"')],
    crashes: [false, expect.stringContaining('no DATABASE_URL')],
    silent: [false, expect.stringContaining('wrote nothing')],
    leaves: [false, expect.any(String)],
    off: [null, 'It is switched off.'],
    asks: [null, 'Its host would ask for values that are missing here: key.'],
  });
});

it('starts nothing without a terminal, unless --yes is given', async () => {
  const { place, starts } = await filledHome();
  await expect(all(place, {})).rejects.toThrow('add --yes');
  expect(await starts()).toEqual([]);
});

it('shows whole commands before it starts them, and starts those of no page without a yes', async () => {
  const { place, starts, config, server } = await madeHome();
  const names = [
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ];
  await config(CURSOR, 'mcpServers', Object.fromEntries(names.map((name) => [name, server(name)])));
  await config(DESKTOP, 'mcpServers', {
    long: server('long', 'x'.repeat(2000)),
    sly: server('sly', '\u001b[2J'),
  });
  const questions: string[] = [];
  const askUser = async (question: string) => {
    questions.push(question);
    return questions.length === 1 ? 'y' : 'n';
  };
  const rows = await all(place, { askUser });
  expect(questions.length).toBeGreaterThan(1);
  expect(questions.every((one) => one.length <= 1500)).toBe(true);
  const asked = names.filter((name) => questions[0]?.includes(` ${name} (`));
  expect((await starts()).sort()).toEqual(['sly', ...asked].sort());
  expect(questions[0]).toContain('⟨U+001B⟩[2J');
  expect(rows.find(({ name }) => name === 'long')?.reason).toContain('too long to show here');
  expect(rows.find(({ name }) => name === 'twelve')).toMatchObject({
    connects: null,
    reason: 'It was not confirmed.',
  });
});
