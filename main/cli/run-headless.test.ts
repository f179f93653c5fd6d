import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CommandEnd } from './command-end.ts';
import { headlessActions } from './run-headless.ts';

let data = '';

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'tierscope-lookup-'));
  vi.stubEnv('TIERSCOPE_DATA', data);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(data, { recursive: true, force: true });
});

function printing() {
  const printed: string[] = [];
  const complaints: string[] = [];
  const output = {
    write: (text: string): void => void printed.push(text),
    writeError: (text: string): void => void complaints.push(text),
  };
  return {
    printed,
    complaints,
    actions: headlessActions(output, {
      docs: join(import.meta.dirname, '../../docs'),
      tapCommand: [],
      tapWriterScript: '',
      telemetryScript: '',
      reaper: { command: '', args: [] },
    }),
  };
}

test('help prints a page, lists them all, and names them for a topic that is none', async () => {
  const { printed, complaints, actions } = printing();
  expect(await actions.help({ topic: 'ci' })).toBe(0);
  expect(printed.join('')).toMatch(/^# In CI\n/);
  expect(await actions.help({ topic: 'topics' })).toBe(0);
  expect(printed.at(-1)?.split('\n')).toEqual(expect.arrayContaining(['connect', 'python', 'ci']));
  expect(await actions.help({ topic: '../README' })).toBe(2);
  expect(complaints.join('')).toContain('no page "../README". Pages: ci, ');
});

test('lookup prints JSON in the form of the contract', async () => {
  const { printed, actions } = printing();
  expect(await actions.lookup({ query: '-32602', vocabulary: 'mcp-spec', format: 'json' })).toBe(0);
  const { query, matches } = JSON.parse(printed.join(''));
  expect(query).toBe('-32602');
  expect(matches[0]).toMatchObject({ code: -32602, vocabularyId: 'mcp-spec' });
  const members = [
    'code',
    'do',
    'meaning',
    'name',
    'since',
    'source',
    'tier',
    'until',
    'vocabulary',
    'vocabularyId',
    'when',
  ];
  expect(Object.keys(matches[0]).sort()).toEqual(members);
});

test('lookup prints text with the code and its name', async () => {
  const { printed, actions } = printing();
  await actions.lookup({ query: '-32601', format: 'text' });
  expect(printed.join('')).toMatch(/^-32601: /);
});

test('a vocabulary that the catalog does not have is a usage error that lists those it has', async () => {
  const wrong = printing().actions.lookup({ query: '1', vocabulary: 'klingon', format: 'text' });
  await expect(wrong).rejects.toBeInstanceOf(CommandEnd);
  await expect(wrong).rejects.toThrow(/no vocabulary "klingon".*mcp-spec/);
});

test("lookup reads the user's own vocabularies, and says what is wrong with a file", async () => {
  await mkdir(join(data, 'vocabularies'));
  const code = { code: -32050, name: 'IndexMissing', meaning: 'The index is not built yet.' };
  const acme = { id: 'acme', name: 'Acme', codes: [code] };
  await writeFile(join(data, 'vocabularies', 'acme.json'), JSON.stringify(acme));
  await writeFile(join(data, 'vocabularies', 'broken.json'), '{');
  const { printed, complaints, actions } = printing();
  await actions.lookup({ query: 'IndexMissing', vocabulary: 'acme', format: 'json' });
  expect(JSON.parse(printed.join('')).matches).toMatchObject([{ code: -32050, vocabularyId: 'acme' }]);
  expect(complaints.join('')).toContain('broken.json: The file is not JSON');
});

test('doctor prints what failed first, and gives 1 also for a server that cannot be started', async () => {
  const { printed, actions } = printing();
  const server = {
    command: 'no-such-server',
    args: [],
    cwd: '',
    env: {},
    era: 'auto',
    timeoutMs: 500,
    redact: true,
  } as const;
  expect(await actions.doctor({ ...server, format: 'json' })).toBe(1);
  expect(JSON.parse(printed.join(''))).toMatchObject({
    command: 'no-such-server',
    failed: 'command',
    steps: expect.arrayContaining([expect.objectContaining({ id: 'command', status: 'failed' })]),
  });
  const text = printing();
  expect(await text.actions.doctor({ ...server, format: 'text' })).toBe(1);
  expect(text.printed.join('')).toContain('Failed first: The command');
});

test('doctor shows no secret of the command, of a variable or of stderr, unless it is asked to', async () => {
  const script =
    'console.error("login with " + process.argv[2] + process.env.X_TOKEN, "for ada@h.example"); process.exit(1)';
  const server = {
    ...{ command: process.execPath, args: ['-e', script, '--', '--api-key', 'k3yK4y5'] },
    ...{ cwd: '', env: { X_TOKEN: 't0k3nT0k' }, era: 'auto' as const, timeoutMs: 5000 },
  };
  for (const format of ['text', 'json']) {
    const { printed, complaints, actions } = printing();
    expect(await actions.doctor({ ...server, format, redact: true })).toBe(1);
    expect(printed.join('')).not.toMatch(/k3yK4y5|t0k3nT0k|ada@h/);
    expect(complaints.join('')).toMatch(/\d secrets replaced\. Use --no-redact to print them/);
  }
  const whole = printing();
  await whole.actions.doctor({ ...server, format: 'text', redact: false });
  expect(whole.printed.join('')).toMatch(/k3yK4y5/);
});
