import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { CLI, RunningProgram, runProgram } from '../pages/run-program.ts';
import {
  cutting,
  dropsOnErrors,
  initializeAgent,
  modernAgent,
  passesAll,
  takeSurvey,
} from '../pages/scripted-agent.ts';

let data = '';

test.beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'tierscope-lab-'));
});
test.afterEach(() => rm(data, { recursive: true, force: true }));

const lab = (...options: string[]): string[] => [...CLI, 'lab', '--data', data, ...options];

type Row = Readonly<Record<string, unknown>> & { readonly when: Readonly<Record<string, unknown>> };

/** The file of a measured host: what is sent, and what the model gets. */
async function measured(host: string): Promise<{ rows: readonly Row[]; shown: unknown[] }> {
  const { rows } = JSON.parse(await readFile(join(data, 'hosts', `measured-${host}.json`), 'utf8'));
  return { rows, shown: rows.map(({ when, gets }: Row) => [when, gets]) };
}

const method = 'tools/call';
const everything = [
  [
    { answer: 'protocol-error', method },
    [{ part: 'code' }, { part: 'message' }, { part: 'data', as: 'json' }],
  ],
  [{ answer: 'tool-error', method }, [{ part: 'result' }]],
  [{ answer: 'success', method }, [{ part: 'result' }]],
];

test('an agent that drops structuredContent and later blocks of errors is measured so', {
  tag: '@core',
}, async () => {
  const client = await initializeAgent('dropping-agent', lab());
  const told = await takeSurvey(client, dropsOnErrors);
  await client.close();
  expect(told).toContain('The survey is complete.');
  const { rows, shown } = await measured('dropping-agent');
  const first = { part: 'content', blocks: 'first', as: 'text', between: '\n' };
  expect(shown).toEqual([
    [{ answer: 'protocol-error', method }, [{ part: 'message' }]],
    [{ answer: 'tool-error', method }, [first]],
    [{ answer: 'success', method }, [{ part: 'result' }]],
  ]);
  expect(rows[0]).toMatchObject({
    host: 'dropping-agent',
    versions: { from: '1.2.3', until: '1.2.3' },
    evidence: 'measured',
    asOf: new Date().toISOString().slice(0, 10),
  });
});

test('a host that loses tools is measured by a survey of lists, without the shapes that leave it none', async () => {
  const client = await initializeAgent('losing-agent', lab('--lists', '--lost', 'tuple'));
  const tools = await client.definitions();
  expect(tools.map(({ name }) => name)).not.toContain('survey-list-tuple');
  const kept = tools.filter(({ inputSchema }) => !Object.hasOwn(inputSchema as object, 'anyOf'));
  const asked = JSON.stringify(await client.call('survey-start')).match(/survey-list-[a-z-]+/g) ?? [];
  const markers = `${asked.map((name) => `${name}: none`).join(', ')} ${JSON.stringify(kept)}`;
  const told = JSON.stringify(await client.call('survey-report', { markers }));
  await client.close();
  expect(told).toContain('The survey is complete.');
  expect(told).toContain('Lost: survey-list-root-any-of.');
  const { toolRows } = JSON.parse(await readFile(join(data, 'hosts', 'measured-losing-agent.json'), 'utf8'));
  const lost = toolRows.filter(({ does }: Row) => does !== 'keeps');
  expect(lost.map(({ of, when, does }: Row) => [of, when.keywords ?? when.shape, does])).toEqual([
    ['losing-agent', ['anyOf'], 'drops-tool'],
    ['losing-agent', 'tuple', 'drops-server'],
  ]);
});

test('an agent that passes all is measured so, with client 1.x and its handshake', async () => {
  const client = await initializeAgent('open-agent', lab('--survey'));
  await takeSurvey(client, passesAll);
  await client.close();
  expect((await measured('open-agent')).shown).toEqual(everything);
});

test('an agent that passes all is measured so, with client 2.x and 2026-07-28', async () => {
  const client = await modernAgent('modern-agent', lab('--survey'));
  await takeSurvey(client, passesAll);
  await client.close();
  const { rows, shown } = await measured('modern-agent');
  expect(shown).toEqual(everything);
  expect(rows[0]).toMatchObject({ versions: { from: '4.5.6', until: '4.5.6' } });
});

test('a host known to the table has its rows under its own id, with the place of its cut', async () => {
  const client = await initializeAgent('claude-code', lab('--survey'));
  await takeSurvey(client, cutting(dropsOnErrors, 50_000));
  await client.close();
  const { rows } = await measured('claude-code');
  const cut = rows.find(({ when }) => when.answer === 'tool-error');
  expect(cut).toMatchObject({ host: 'claude-code', cutUnit: 'characters' });
  expect(cut?.cutAfter).toBeGreaterThan(48_500);
  expect(cut?.cutAfter).toBeLessThanOrEqual(50_000);
  const page = await readFile(join(data, 'hosts', 'measured-claude-code.md'), 'utf8');
  expect(page).toMatch(/^# What Claude Code 1\.2\.3 passes on/);
});

test('a report with gaps says what is missing, and a second one adds to it', async () => {
  const client = await initializeAgent('forgetful', lab('--survey'));
  const one = await client.call('survey-tool-error-text');
  const early = JSON.stringify(await client.call('survey-report', { notes: JSON.stringify(one) }));
  expect(early).toContain('of 1 of 20 answers');
  expect(early).toContain('Not called yet: survey-protocol-error, ');
  expect((await measured('forgetful')).rows).toHaveLength(1);
  expect(await takeSurvey(client, passesAll)).toContain('The survey is complete.');
  await client.close();
  expect((await measured('forgetful')).shown).toEqual(everything);
});

test('rows of others in the file stay, and one that is no host file is kept', async () => {
  const own = {
    hosts: [{ id: 'mine', name: 'Mine' }],
    rows: [
      {
        ...{ host: 'mine', when: { answer: 'success' }, gets: [], evidence: 'reported', source: 's' },
        asOf: '2026',
      },
    ],
  };
  await mkdir(join(data, 'hosts'));
  await writeFile(join(data, 'hosts', 'measured-a.json'), JSON.stringify(own));
  await writeFile(join(data, 'hosts', 'measured-b.json'), '{ "hosts": 7 }');
  for (const name of ['a', 'b']) {
    const client = await initializeAgent(name, lab('--survey'));
    await client.call('survey-protocol-error');
    await client.call('survey-report', { markers: 'survey-protocol-error: none' });
    await client.close();
  }
  expect((await measured('a')).rows.map(({ host }) => host)).toEqual(['mine', 'a']);
  expect((await measured('b')).rows).toHaveLength(1);
  const kept = (await readdir(join(data, 'hosts'))).filter((name) => name.endsWith('.damaged'));
  expect(kept).toEqual(['measured-b.json.damaged']);
});

test('a recorded survey gives the same rows, with the answer of the agent in a file', async () => {
  const taps = [...CLI, 'tap', '--data', data, '--', ...lab('--survey')];
  const client = await initializeAgent('tapped', taps);
  const message = await client.call('survey-protocol-error');
  await client.close();
  const [recording = ''] = await readdir(join(data, 'recordings'));
  const answer = join(data, 'answer.txt');
  await writeFile(answer, `I saw this: ${message.kind === 'error' ? message.message : ''}`);
  const typed = ['lab', 'rows', join(data, 'recordings', recording), '--answer', answer, '--data', data];
  const end = await runProgram(typed);
  expect([end.exitCode, end.stderr]).toEqual([0, '']);
  expect(end.stdout.toString()).toContain('Saved 1 row for tapped 1.2.3 in ');
  expect((await measured('tapped')).shown).toEqual([
    [{ answer: 'protocol-error', method, data: false }, [{ part: 'message' }]],
  ]);
  expect((await runProgram(['lab', 'rows', answer])).exitCode).toBe(3);
});

test('faults befall the lab as they befall a mock', async () => {
  const faults = ['--fault', 'tool=ok-text:iserror=Full', '--fault', 'every=3:code=-7,message=third'];
  const client = await initializeAgent('faulty', lab(...faults));
  const outcomes = [];
  for (let count = 0; count < 3; count += 1)
    outcomes.push(await client.call(count === 1 ? 'ok-text' : 'hello'));
  await client.close();
  expect(outcomes).toMatchObject([
    { kind: 'error', code: -32602 },
    { kind: 'result', result: { isError: true, content: [{ text: 'Full' }] } },
    { kind: 'error', code: -7, message: 'third' },
  ]);
});

test('lab install adds a server to a host’s file, and uninstall takes it out', async () => {
  const home = join(data, 'home');
  await mkdir(home);
  const file = join(home, '.claude.json');
  const before = '{\n  // mine\n  "mcpServers": { "notes": { "command": "notes" } }\n}\n';
  await writeFile(file, before);
  const typed = async (...args: string[]) => {
    const env = { HOME: home, USERPROFILE: home };
    return await new RunningProgram(['lab', ...args, '--host', 'claude-code'], env).end();
  };
  const dry = await typed('install', '--dry-run');
  expect(dry.stdout.toString()).toContain('"tierscope-lab"');
  expect(await readFile(file, 'utf8')).toBe(before);
  expect((await typed('install', '--survey')).exitCode).toBe(0);
  const { command, args } = JSON.parse((await readFile(file, 'utf8')).replace('// mine', '')).mcpServers[
    'tierscope-lab'
  ];
  const client = await initializeAgent('installed', [command, ...args]);
  expect((await client.tools())[0]).toBe('survey-start');
  await client.close();
  expect((await typed('uninstall')).exitCode).toBe(0);
  expect(await readFile(file, 'utf8')).toBe(before);
});
