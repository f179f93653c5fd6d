import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../app/base/testing/runs.ts';
import { cursor, windsurf } from '../../../app/hosts/all-hosts.ts';
import { claudeCode } from '../../../app/hosts/claude-code.ts';
import type { Host, HostFile } from '../../../app/hosts/host.ts';
import { tappedAt, tapWords } from '../../../app/hosts/tap-command.ts';
import { hostSamples } from '../../../app/hosts/testing/host-samples.ts';
import { vscode } from '../../../app/hosts/vscode.ts';
import type { PlacedFile } from '../../profiles/change-host-files.ts';
import { planTap, type TapOrder } from './plan-tap.ts';

const tapCommand = ['/usr/bin/node', '/opt/tierscope/bin/tierscope.js'];
const user = (host: Host): HostFile => {
  const file = host.files({ platform: 'linux', home: '/home/ada', env: {} })[0];
  if (file === undefined) throw new Error('no file');
  return file;
};
type Sample = PlacedFile & { readonly text: string };
const fileOf = (host: Host, text: string): Sample => ({ host, file: user(host), text });
const planned = (action: TapOrder['action']) => (file: Sample, only?: string) => {
  const wants: TapOrder['wants'] = (_path, { name }) => only === undefined || name === only;
  const plan = planTap(file, file.text, { action, tap: { command: tapCommand }, wants });
  if (!plan.ok) throw new Error(plan.error);
  return plan.value;
};
const install = planned('install');
const uninstall = planned('uninstall');

const samples: [string, Sample][] = [
  ['Claude Code', fileOf(claudeCode, hostSamples['claude-code'])],
  ['Cursor', fileOf(cursor, hostSamples.cursor)],
  ['VS Code', fileOf(vscode, hostSamples.vscode)],
  ['Windsurf', fileOf(windsurf, hostSamples.windsurf)],
];

describe.each(samples)('%s', (_name, file) => {
  const tapped = install(file);

  test('every stdio server runs behind the tap, with its own command after the dashes', () => {
    expect(tapped.changes.length).toBeGreaterThan(0);
    for (const { name, before, after } of tapped.changes) {
      expect(after).toEqual([...tapCommand, 'tap', '--label', name, '--', ...before]);
    }
    expect(tapped.after).toMatchSnapshot();
  });

  test('a second installation changes nothing', () => {
    const again = install({ ...file, text: tapped.after });
    expect(again.after).toBe(tapped.after);
    expect(again.changes).toEqual([]);
  });

  test('the removal gives back the same bytes', () => {
    expect(uninstall({ ...file, text: tapped.after }).after).toBe(file.text);
  });
});

const gap = fc.constantFrom('', ' ', '  ', '\n    ', '\r\n\t', '\t', ' /* why */ ', '// note\n ', '\u00a0');
const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => JSON.stringify(text)),
  fc.constantFrom('"\\u002fusr\\/bin\\/x"', '"tap"', '"--"', '"--label"', '"npx"'),
);
const list = fc
  .tuple(gap, fc.array(fc.tuple(gap, word, gap), { maxLength: 4 }), fc.boolean())
  .map(([inside, items, comma]) => {
    if (items.length === 0) return `[${inside}]`;
    return `[${items.map((item) => item.join('')).join(',')}${comma ? `,${inside}` : ''}]`;
  });
const program = fc.constantFrom(
  '"npx"',
  '"\\u002fusr\\/bin\\/x"',
  '"C:\\\\x.exe"',
  '"tierscope-like"',
  '"ü"',
);
const member = (key: string, value: fc.Arbitrary<string>) =>
  fc.tuple(gap, gap, gap, value, gap).map(([a, b, c, text, d]) => `${a}"${key}"${b}:${c}${text}${d}`);
const anyEntry = fc
  .tuple(
    member('command', program),
    fc.option(member('args', list), { nil: undefined }),
    fc.option(member('env', fc.constantFrom('{}', '{"A": "b"}')), { nil: undefined }),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([command, args, env, turned, comma]) => {
    const members = [command, args, env].filter((one) => one !== undefined);
    return `{${(turned ? members.reverse() : members).join(',')}${comma ? ',' : ''}}`;
  });
/** Adjacent: what the installation adds must differ from what a user may have written. */
const plainEntry = fc.constantFrom(
  '{ "command": "npx" }',
  '{ "command": "npx", "args": [] }',
  '{ "command": "npx", "args": [ ] }',
  '{ "command": "npx", "args": ["x"] }',
  '{ "command": "npx", "args": [ "x"] }',
  '{ "command": "npx", "args": [ "x" ] }',
  '{ "args": [], "command": "npx" }',
);
const entry = fc.oneof(anyEntry, plainEntry);
const config = fc.array(fc.tuple(gap, entry, gap), { minLength: 1, maxLength: 4 }).map((entries) => {
  const servers = entries.map(([before, text, after], at) => `${before}"s${at}":${text}${after}`);
  return `{"mcpServers": {${servers.join(',')}}}`;
});

test('whatever the file looks like, the removal undoes the installation byte for byte', () => {
  fc.assert(
    fc.property(config, (text) => {
      const tapped = install(fileOf(cursor, text));
      for (const { before, after } of tapped.changes) expect(after.slice(-before.length)).toEqual(before);
      expect(install(fileOf(cursor, tapped.after)).after).toBe(tapped.after);
      expect(uninstall(fileOf(cursor, tapped.after)).after).toBe(text);
    }),
    { numRuns: runs(1000) },
  );
});

test('servers go in and out one by one in any order', () => {
  fc.assert(
    fc.property(
      config,
      fc.array(fc.constantFrom('s0', 's1', 's2', 's3'), { maxLength: 6 }),
      (text, order) => {
        let now = text;
        for (const server of order) now = install(fileOf(cursor, now), server).after;
        for (const server of [...new Set(order)].reverse())
          now = uninstall(fileOf(cursor, now), server).after;
        expect(now).toBe(text);
      },
    ),
  );
});

test('another formatter may have been at the file in between: the command is still the same', () => {
  const text = '{"mcpServers":{"a":{"command":"npx","args":["-y","x"]},"b":{"command":"run"}}}';
  const tapped = install(fileOf(cursor, text)).after;
  const formatted = JSON.stringify(JSON.parse(tapped), null, 2);
  expect(JSON.parse(uninstall(fileOf(cursor, formatted)).after)).toEqual({
    mcpServers: { a: { command: 'npx', args: ['-y', 'x'] }, b: { command: 'run', args: [] } },
  });
});

test('a damaged file is left alone, and says where it is damaged', () => {
  const damaged = fileOf(cursor, '{"mcpServers": {"a": {"command": "x"}\n');
  expect(() => install(damaged)).toThrow('Line 2: a comma or } is missing.');
});

test('remote servers and lists that are none stay, with their reasons', () => {
  const text = '{"mcpServers": {"a": {"url": "https://x.example"}, "b": {"command": "x", "args": null}}}';
  expect(install(fileOf(cursor, text)).left).toEqual([
    {
      name: 'a',
      reason: 'It is at https://x.example: "tierscope tap install" puts it behind a tap.',
    },
    { name: 'b', reason: 'Its args are not a list.' },
  ]);
});

describe('the address of a remote server', () => {
  const text = `{"mcpServers": {"a": {"url": "https:\\/\\/x.example/mcp?k=1"}, "b": {"type": "http", "serverUrl": "http://y"}, "c": {"url": "https://\${HOST}/mcp"}, "d": {"type": "ws", "url": "ws://z"}}}`;
  const order = (action: TapOrder['action'], from: string) => {
    const addressOf = (url: URL) => `http://127.0.0.1:41000/t/${'t'.repeat(22)}${url.pathname}`;
    const plan = planTap(fileOf(cursor, from), from, {
      ...{ action, addressOf, tap: { command: tapCommand } },
      wants: () => true,
    });
    if (!plan.ok) throw new Error(plan.error);
    return plan.value;
  };

  test('becomes that of its tap, and comes back byte for byte', () => {
    const tapped = order('install', text);
    expect(tapped.changes.map(({ after }) => after)).toEqual([
      [`http://127.0.0.1:41000/t/${'t'.repeat(22)}/mcp#https://x.example/mcp?k=1`],
      [`http://127.0.0.1:41000/t/${'t'.repeat(22)}/#http://y`],
    ]);
    expect(tapped.left.map(({ reason }) => reason)).toEqual([
      'Its address has variables, whose values are not known.',
      'Its address is not one of HTTP.',
    ]);
    expect(order('install', tapped.after).changes).toEqual([]);
    expect(order('uninstall', tapped.after).after).toBe(text);
  });
});

const anyWord = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom(
    '--',
    'tap',
    '--label',
    '--data',
    '--label=a',
    'tierscope',
    '-y',
    '/opt/tierscope/bin/tierscope.js',
  ),
);

test('whatever a server and its arguments are called, only the tap goes away with the tap', () => {
  let tapped = 0;
  fc.assert(
    fc.property(anyWord, anyWord, fc.array(anyWord, { maxLength: 6 }), (name, command, args) => {
      const text = JSON.stringify({ mcpServers: { [name]: { command, args } } });
      const installed = install(fileOf(cursor, text));
      // An entry that looks like a tap is left unchanged, as is a server without a command.
      if (installed.changes.length === 0) return;
      tapped += 1;
      expect(tappedAt([...tapWords({ command: tapCommand }, name), command, ...args], tapCommand)).toBe(6);
      expect(install(fileOf(cursor, installed.after)).changes).toEqual([]);
      expect(uninstall(fileOf(cursor, installed.after)).after).toBe(text);
    }),
    {
      numRuns: runs(1000),
      examples: [
        ['--', 'npx', ['--', 'x']],
        ['--label', '--', []],
      ],
    },
  );
  expect(tapped).toBeGreaterThan(runs(1000) / 2);
});

test('a tap is known by its program, wherever it lies', () => {
  expect(tappedAt(['tierscope', 'tap', '--', 'x'], tapCommand)).toBe(3);
  expect(tappedAt(['npx', '-y', 'tierscope@1', 'tap', '--label=q', '--', 'x', 'y'], tapCommand)).toBe(6);
  expect(tappedAt(['C:\\n.exe', 'C:\\T\\Tierscope.js', 'tap', '--label', 'tap', '--', 'x'], tapCommand)).toBe(
    6,
  );
  expect(tappedAt(['node', 'cli.js', 'tap', '--', 'x'], ['node', 'cli.js'])).toBe(4);
  expect(tappedAt(['node', 'cli.js', 'tap', '--', 'x'], tapCommand)).toBeUndefined();
  expect(tappedAt(['brew', 'tap', '--', 'x'], tapCommand)).toBeUndefined();
  expect(tappedAt(['tierscope', 'tap', '--'], tapCommand)).toBeUndefined();
  expect(tappedAt(['tierscope', 'serve', 'tap', '--', 'x'], tapCommand)).toBeUndefined();
  expect(tappedAt(['tierscope', 'tap', 'npx', '--', 'x'], tapCommand)).toBeUndefined();
  expect(tappedAt(['tierscope', 'tap', '--label', '--', '--', 'x'], tapCommand)).toBe(5);
});
