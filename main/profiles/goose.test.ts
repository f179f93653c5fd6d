import { describe, expect, test } from 'vitest';
import { gooseHost } from '../../app/hosts/goose.ts';
import type { HostFile } from '../../app/hosts/host.ts';
import { yamlTool } from './yaml-tool.ts';

const goose = gooseHost(yamlTool);
const file: HostFile = { path: '/c.yaml', scope: 'user', servers: ['extensions'] };
const SAMPLE = `# my settings
GOOSE_MODEL: big-1   # for now
extensions:
  developer:
    enabled: true
    type: builtin
    name: developer
  # reads notes
  notes:
    enabled: true
    type: stdio
    name: Notes
    description: ''
    cmd: uvx
    args:
      - notes-mcp
      - "--all"
    envs:
      LEVEL: 3
    env_keys: [NOTES_TOKEN]
    timeout: 300

  far:
    type: streamable_http
    uri: https://far.example/mcp
    enabled: false

other: [1, 2]
`;

test('its sample is read: processes, what is remote, what is part of Goose', () => {
  const { servers, problems } = goose.read(SAMPLE, file);
  expect(problems).toEqual([]);
  expect(servers.map(({ name, line, disabled }) => [name, line, disabled])).toEqual([
    ['developer', 4, false],
    ['notes', 9, false],
    ['far', 23, true],
  ]);
  expect(servers.map(({ run }) => (run.kind === 'unsupported' ? run.reason : run))).toEqual([
    'It is part of Goose itself (builtin), no process.',
    {
      kind: 'stdio',
      command: 'uvx',
      args: ['notes-mcp', '--all'],
      env: [{ name: 'LEVEL', value: '3' }],
      envNames: ['NOTES_TOKEN'],
      envFile: '',
      cwd: '',
    },
    {
      ...{ kind: 'remote', command: 'https://far.example/mcp', args: [], env: [] },
      ...{ envNames: [], envFile: '', cwd: '' },
    },
  ]);
});

describe('written', () => {
  const server = { name: 'Notes', command: 'uvx', args: ['notes-mcp'], env: [], cwd: '' };

  test('a changed server changes its own lines only', () => {
    const written = goose.write(SAMPLE, file, server, ['extensions', 'notes']);
    if (!written.ok) throw new Error(written.error);
    const { text } = written.value;
    const [before = '', after = ''] = SAMPLE.split(/ {2}notes:[\s\S]*timeout: 300\n/);
    expect(text.startsWith(before)).toBe(true);
    expect(text.endsWith(after)).toBe(true);
    const read = goose.read(text, file);
    expect(read.servers[1]?.run).toMatchObject({ args: ['notes-mcp'], envNames: ['NOTES_TOKEN'], env: [] });
  });

  test('a server as it was read changes no byte', () => {
    const text = SAMPLE.replace('LEVEL: 3', 'LEVEL: "3"');
    const run = goose.read(text, file).servers[1]?.run;
    if (run?.kind !== 'stdio') throw new Error('no server');
    expect(goose.write(text, file, { name: 'Notes', ...run }, ['extensions', 'notes'])).toMatchObject({
      value: { text },
    });
  });

  test('secret variables are named in env_keys, and Goose holds their values', () => {
    const secret = { ...server, envNames: ['NOTES_TOKEN', 'OTHER_KEY'] };
    const changed = goose.write(SAMPLE, file, secret, ['extensions', 'notes']);
    const added = goose.write('', file, secret);
    if (!changed.ok || !added.ok) throw new Error('not written');
    for (const [text, index] of [
      [changed.value.text, 1],
      [added.value.text, 0],
    ] as const) {
      expect(goose.read(text, file).servers[index]?.run).toMatchObject({
        env: [],
        envNames: ['NOTES_TOKEN', 'OTHER_KEY'],
      });
    }
    expect(added.value.notes).toEqual([
      'env_keys names NOTES_TOKEN, OTHER_KEY: Goose takes the value from its own secret store.',
    ]);
  });

  test('a new server goes to the end of the extensions', () => {
    const written = goose.write(SAMPLE, file, { ...server, name: 'My Clock', cwd: '/srv' });
    if (!written.ok) throw new Error(written.error);
    expect(written.value.text).toBe(
      SAMPLE.replace(
        '    enabled: false\n',
        `    enabled: false
  myclock:
    enabled: true
    type: stdio
    name: My Clock
    description: ""
    timeout: 300
    cmd: uvx
    args:
      - notes-mcp
`,
      ),
    );
    expect(written.value.notes).toEqual(["Goose has no setting for a server's folder: /srv was left out."]);
  });

  test.each([
    ['', 'extensions:\n  notes:\n'],
    ['a: 1', 'a: 1\nextensions:\n  notes:\n'],
    ['extensions:\na: 1\n', 'extensions:\n  notes:\n'],
    ['extensions: {} # none\na: 1\n', 'extensions: # none\n  notes:\n'],
    [
      'a:\r\n    b: 1\r\nextensions:\r\n    x:\r\n        type: builtin\r\n',
      '        type: builtin\r\n    notes:\r\n',
    ],
  ])('%j takes a first server', (text, part) => {
    const written = goose.write(text, file, { ...server, name: 'notes' });
    if (!written.ok) throw new Error(written.error);
    expect(written.value.text).toContain(part);
    const read = goose.read(written.value.text, file);
    expect(read.problems).toEqual([]);
    expect(read.servers.at(-1)).toMatchObject({ name: 'notes', run: { command: 'uvx' } });
    if (text.includes('a: 1')) expect(written.value.text).toContain('a: 1');
  });

  test('a damaged file is read as far as it goes and never written', () => {
    const damaged = 'extensions:\n  a: {type: stdio\n  b: [\n';
    const { problems } = goose.read(damaged, file);
    expect(problems[0]?.line).toBeGreaterThan(1);
    expect(goose.write(damaged, file, server).ok).toBe(false);
  });
});

test('an extension that stands twice is a problem at its second place', () => {
  const text = `extensions:\n  a: {type: stdio, cmd: one}\n  a: {type: stdio, cmd: two}\n`;
  expect(goose.read(text, file).problems).toEqual([
    { message: 'Map keys must be unique.', line: 3, column: 3 },
  ]);
});
