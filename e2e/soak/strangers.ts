import { chmod, chown, mkdir, readFile, rename, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attackOf, type Trial, type TrialPlace } from './trials.ts';

// Files that another user or a repository's author has put where Tierscope looks: their requests must not be fulfilled,
// and a sentence must say so.

const PROJECT = '.tierscope.json';
const STRANGER = 12_345;

/** A server with one unmarked tool, which leaves a file behind when called with valid arguments. */
const SERVER = `
  const lines = require('node:readline').createInterface({ input: process.stdin });
  const tool = { name: 'wipe', inputSchema: { type: 'object', properties: { all: { type: 'boolean' } }, required: ['all'] } };
  const serverInfo = { name: 'wiper', version: '1' };
  const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...result }) + '\\n');
  lines.on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    if (method === 'initialize')
      return answer(id, { result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } });
    if (method === 'tools/list') return answer(id, { result: { tools: [tool] } });
    if (method !== 'tools/call') return answer(id, { error: { code: -32601, message: 'no' } });
    if (params?.name !== 'wipe' || typeof params.arguments?.all !== 'boolean')
      return answer(id, { error: { code: -32602, message: 'no' } });
    require('node:fs').writeFileSync(process.argv[2], 'called');
    answer(id, { result: { content: [] } });
  });
`;

type Probed = { readonly isCalled: boolean; readonly exitCode: number | null; readonly stderr: string };

async function probed({ run, home }: TrialPlace, cwd: string, options: readonly string[]): Promise<Probed> {
  const script = join(home, 'server.cjs');
  const wiped = join(home, 'wiped');
  await writeFile(script, SERVER);
  const command = ['--', process.execPath, script, wiped];
  const { exitCode, stderr } = await run(['probe', '--budget', '20', ...options, ...command], {
    cwd,
    limitMs: 90_000,
  });
  return { isCalled: (await readFile(wiped, 'utf8').catch(() => '')) !== '', exitCode, stderr };
}

const written = (folder: string, content: object) =>
  writeFile(join(folder, PROJECT), JSON.stringify(content));
const CALLS = { probe: { command: ['x'], call: ['wipe'] } };
const SUITE = { entries: [{ tool: 'wipe', arguments: { all: true }, expect: 'ok' }] };

/** The harm of a probe that must call nothing and say why. */
function harmOf({ isCalled, stderr, exitCode }: Probed, said: RegExp, wanted: number): string {
  if (isCalled) return 'a tool was called that only the file names';
  if (!said.test(stderr)) return `it was not said: ${stderr}`;
  return exitCode === wanted || (wanted === 0 && exitCode === 1)
    ? ''
    : `it ended with ${exitCode}: ${stderr}`;
}

async function suiteRefused(place: TrialPlace, spoil: (suite: string) => Promise<void>, said: RegExp) {
  const suite = join(place.folder, 'suite.json');
  await writeFile(suite, JSON.stringify(SUITE));
  await written(place.folder, { probe: { command: ['x'], suite: 'suite.json' } });
  await spoil(suite);
  return harmOf(await probed(place, place.folder, ['--suite', '--yes']), said, 2);
}

const trials: readonly Trial[] = [
  {
    name: 'tools of a found file, with a typed command',
    attempt: async (place) => {
      await written(place.folder, CALLS);
      const harm = harmOf(
        await probed(place, place.folder, []),
        /names calls that you have not confirmed/,
        0,
      );
      if (harm !== '') return harm;
      // The same with consent shows that nothing else prevented the call.
      const allowed = await probed(place, place.folder, ['--yes']);
      return allowed.isCalled ? '' : `not called with --yes either: ${allowed.stderr}`;
    },
  },
  {
    name: 'tools of a file that others may write',
    attempt: async (place) => {
      await written(place.folder, CALLS);
      await chmod(join(place.folder, PROJECT), 0o666);
      return harmOf(await probed(place, place.folder, ['--yes']), /is passed over: every user may write/, 0);
    },
  },
  {
    name: 'a suite that others may write',
    attempt: (place) => suiteRefused(place, (suite) => chmod(suite, 0o666), /is passed over: every user/),
  },
  {
    name: 'a suite that is a link out of the project',
    attempt: (place) =>
      suiteRefused(
        place,
        async (suite) => {
          await rename(suite, join(place.home, 'suite.json'));
          await symlink(join(place.home, 'suite.json'), suite);
        },
        /is passed over: it lies outside of/,
      ),
  },
  {
    name: 'a suite that was not confirmed',
    attempt: async (place) => {
      await writeFile(join(place.folder, 'suite.json'), JSON.stringify(SUITE));
      await written(place.folder, { probe: { command: ['x'], suite: 'suite.json' } });
      return harmOf(
        await probed(place, place.folder, ['--suite']),
        /names calls that you have not confirmed/,
        2,
      );
    },
  },
  {
    name: 'a project file of 450 MB',
    attempt: async ({ folder, run }) => {
      await writeFile(join(folder, PROJECT), '{}');
      await truncate(join(folder, PROJECT), 450_000_000);
      const end = await run(['report', PROJECT]);
      if (end.exitCode !== 3 || !end.stderr.includes('it has 450,000,000 bytes'))
        return `it said ${end.stderr}`;
      return end.milliseconds < 10_000 ? '' : `it took ${end.milliseconds} ms`;
    },
  },
  {
    name: 'a project file with 30,000 expected calls',
    attempt: async ({ folder, run }) => {
      const calls = Array.from({ length: 30_000 }, (_, at) => [`t with a = ${at}`, 'ok']);
      await written(folder, { expected: Object.fromEntries(calls) });
      const end = await run(['report', PROJECT]);
      return end.exitCode === 2 && end.stderr.includes('more than 5000 entries')
        ? ''
        : `it said ${end.stderr}`;
    },
  },
  {
    name: 'a host file of another user, written by root',
    attempt: async ({ home, run }) => {
      // Only root can change a file's owner, so only root can try it.
      if (process.getuid?.() !== 0) return '';
      const file = join(home, '.cursor', 'mcp.json');
      await mkdir(join(home, '.cursor'));
      await writeFile(file, '{"mcpServers":{"a":{"command":"x"}}}');
      await chmod(file, 0o640);
      await chown(file, STRANGER, STRANGER);
      const end = await run(['tap', 'install', '--host', 'cursor']);
      if (end.exitCode !== 0) return `it ended with ${end.exitCode}: ${end.stderr}`;
      for (const path of [file, `${file}.tierscope-backup`]) {
        const { uid, gid, mode } = await stat(path);
        if (uid !== STRANGER || gid !== STRANGER || (mode & 0o777) !== 0o640)
          return `${path} is now of ${uid}:${gid}, ${mode.toString(8)}`;
      }
      return '';
    },
  },
  {
    name: 'a server named as the tap’s own dashes',
    attempt: async ({ home, run }) => {
      const file = join(home, '.cursor', 'mcp.json');
      const text = '{"mcpServers":{"--":{"command":"npx","args":["--","tap","--label","--"]}}}';
      await mkdir(join(home, '.cursor'));
      await writeFile(file, text);
      for (const action of ['install', 'uninstall']) await run(['tap', action, '--host', 'cursor']);
      const now = await readFile(file, 'utf8');
      return now === text ? '' : `the file became ${now}`;
    },
  },
];

export const strangers = attackOf(trials, [
  {
    fault: 'a found file adds tools without a yes',
    plant: { from: 'isTyped && added.length === 0', to: 'isTyped || added.length === 0' },
    args: ['--kind', 'with a typed command'],
    found: /with a typed command: a tool was called that only the file names/,
  },
  {
    fault: 'no look at who may write a file',
    plant: {
      from: 'function othersWhoWrite(place, found, user) {',
      to: 'function othersWhoWrite() { return "";',
    },
    args: ['--kind', 'others may write'],
    found: /others may write: a tool was called that only the file names/,
  },
  {
    fault: 'a file may lie anywhere',
    plant: { from: 'return way === ".." ||', to: 'return false && way === ".." &&' },
    args: ['--kind', 'out of the project'],
    found: /out of the project: a tool was called that only the file names/,
  },
  {
    fault: 'no limit to the size of a file',
    plant: { from: 'if (size <= mostBytes) return;', to: 'return;' },
    args: ['--kind', '450 MB'],
    found: /a project file of 450 MB: it/,
  },
  {
    fault: 'any number of expected calls',
    plant: { from: 'MAX_EXPECTED = 5e3;', to: 'MAX_EXPECTED = 5e6;' },
    args: ['--kind', '30,000'],
    found: /30,000 expected calls: it said/,
  },
  {
    fault: 'a file becomes the one’s who writes it',
    plant: { from: 'await keepOwner(part, like)', to: 'undefined' },
    args: ['--kind', 'written by root'],
    found: /written by root: .* is now of 0:0/,
  },
  {
    fault: 'the first two dashes are taken for the tap’s own',
    plant: { from: '["--label", "--data"]', to: '[]' },
    args: ['--kind', 'own dashes'],
    found: /own dashes: the file became/,
  },
]);
