import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  PROTOCOL_VERSION_KEY,
} from '../../app/protocol/meta-keys.ts';
import { CLI, RunningProgram } from '../pages/run-program.ts';
import { startElectron } from '../pages/running-electron.ts';
import { watchElectron } from '../pages/watched-links.ts';
import { scriptedServer } from '../servers/server-paths.ts';
import { later, type Planted, ROOT } from './attack.ts';
import { HostClient, isAnswering, startHost } from './host-client.ts';
import { attackOf, type Trial, type TrialPlace, type TrialRun } from './trials.ts';

const RECORDING = join(ROOT, 'e2e/corpus/anubis-2.0.0-calls.tierscope.jsonl');
/** Half of them used to take over forty seconds. */
const SERVERS = 20_000;
const MARK = '\ufeff';
const STEERS = '\u001b[2J\u001b]0;owned\u0007\u009b31m';

const trials: readonly Trial[] = [
  {
    name: 'a host file of twenty thousand servers',
    attempt: async ({ home, run }) => {
      const servers = Array.from({ length: SERVERS }, (_, at) => [
        `s${at}`,
        { command: 'npx', args: ['-y', 'x'] },
      ]);
      writeFileSync(join(home, '.claude.json'), JSON.stringify({ mcpServers: Object.fromEntries(servers) }));
      const end = await run(['tap', 'install', '--host', 'claude-code']);
      return lacks(end, 0, `${SERVERS} servers in 1 file put behind the tap`);
    },
  },
  {
    name: 'a host file with a text of twelve million characters',
    attempt: async ({ home, run }) => {
      writeFileSync(join(home, '.claude.json'), hostFile('x'.repeat(12_000_000)));
      return lacks(
        await run(['tap', 'install', '--host', 'claude-code', '--dry-run']),
        0,
        '1 server in 1 file',
      );
    },
  },
  {
    name: 'a host file larger than any',
    attempt: async ({ home, run }) => {
      writeFileSync(join(home, '.claude.json'), hostFile('x'.repeat(20_000_000)));
      const end = await run(['tap', 'install', '--host', 'claude-code']);
      return lacks(end, 3, '.claude.json cannot be read: it has 20,000,035 bytes, more than 16,777,216.');
    },
  },
  {
    name: 'an interpreter that ignores the request to end',
    attempt: async ({ folder, run }) => {
      const [python, note] = [join(folder, 'python3'), join(folder, 'pid')];
      const deaf = `trap '' TERM; echo $$ > ${note}; while :; do sleep 1; done`;
      writeFileSync(python, `#!/bin/sh\ntest "$1" = --version || exit 1\n${deaf}\n`, { mode: 0o755 });
      const end = await run(['doctor', '--', python, 'server.py'], { limitMs: 60_000 });
      if (isRunning(Number(readFileSync(note, 'utf8')))) return 'it still runs';
      return lacks(end, 1, 'did not end within');
    },
  },
  {
    name: 'control characters in names',
    attempt: async ({ folder, home, run }) => {
      writeFileSync(join(folder, '.tierscope.json'), JSON.stringify({ rules: { [STEERS]: 'off' } }));
      writeFileSync(
        join(home, '.claude.json'),
        JSON.stringify({ mcpServers: { [STEERS]: { command: STEERS } } }),
      );
      const ends = [await run(['report', RECORDING]), await run(['tap', 'install', '--dry-run'])];
      const raw = ends.find(({ stdout, stderr }) =>
        [...STEERS].some((char) => /\p{Cc}/u.test(char) && (stdout + stderr).includes(char)),
      );
      return raw === undefined ? '' : `they reach the terminal: ${JSON.stringify(raw.stdout + raw.stderr)}`;
    },
  },
  {
    name: 'a byte order mark before every file',
    attempt: async ({ folder, run }) => {
      const recording = join(folder, 'a.tierscope.jsonl');
      const [project, baseline] = [join(folder, '.tierscope.json'), join(folder, 'baseline.json')];
      writeFileSync(recording, MARK + readFileSync(RECORDING, 'utf8'));
      writeFileSync(project, `${MARK}{"rules": {}}`);
      writeFileSync(baseline, MARK + (await run(['report', recording, '--format', 'json'])).stdout);
      const end = await run(['report', recording, '--config', project, '--baseline', baseline]);
      return end.stderr === '' ? lacks(end, 0, '') : `exit code ${end.exitCode}, ${end.stderr}`;
    },
  },
  {
    name: 'equal keys in the project file',
    attempt: async ({ folder, run }) => {
      writeFileSync(join(folder, '.tierscope.json'), '{"host": "cursor",\n"host": "claude-code"}');
      return lacks(await run(['report', RECORDING]), 2, 'Line 2: the key "host" is on line 1 already');
    },
  },
  {
    name: 'an answer to a question that nobody asked',
    attempt: async ({ folder, run }) => {
      const ran = join(folder, 'ran');
      const command = ['/bin/sh', '-c', `touch ${ran}`];
      const names = [digestOf([command, '', []]), ''].map((end) => `allow-${end}`);
      const allowed = { action: 'accept', content: { allow: true } };
      const inputResponses = Object.fromEntries(names.map((name) => [name, allowed]));
      const end = await asked(run, 'tools/call', {
        name: 'probe_server',
        arguments: { command },
        inputResponses,
      });
      if (existsSync(ran)) return 'the command was started';
      return end.stdout.includes('inputRequests') ? '' : `nobody was asked: ${end.stdout}${end.stderr}`;
    },
  },
  {
    name: 'a recording that names a command',
    attempt: async ({ folder, run }) => {
      const [recording, ran] = [join(folder, 'a.tierscope.jsonl'), join(folder, 'ran')];
      const text = readFileSync(RECORDING, 'utf8');
      const { command = '', args = [] } = startOf(text);
      const start = `"command":"/bin/sh","args":${JSON.stringify(['-c', `touch ${ran}`])}`;
      const recorded = `"command":${JSON.stringify(command)},"args":${JSON.stringify(args)}`;
      if (!text.includes(recorded)) return 'the recording is written in another way';
      writeFileSync(recording, text.replace(recorded, start));
      const uses = [
        ['report'],
        ['compare', recording],
        ['convert', '--to', 'suite'],
        ['convert', '--to', 'vitest'],
      ];
      const ends = [];
      for (const [command = '', ...words] of uses) ends.push(await run([command, ...words, recording]));
      return existsSync(ran) ? 'its command was started' : ends.map((end) => lacks(end, 0, '')).join('');
    },
  },
  {
    name: 'a test file that starts a recorded command',
    attempt: async ({ run }) => {
      const { command = '', args = [] } = startOf(readFileSync(RECORDING, 'utf8'));
      const { stdout } = await run(['convert', RECORDING, '--to', 'vitest']);
      const [head = ''] = stdout.split('\nimport ', 1);
      const missing = [command, ...args].filter((word) => !head.includes(word));
      return missing.length === 0 ? '' : `its head does not name ${missing.join(' ')}`;
    },
  },
  {
    name: 'temporary files of a program that was killed',
    attempt: async ({ folder, run }) => {
      const data = join(folder, 'long-name-'.repeat(12));
      const temporary = join(folder, 'tmp');
      mkdirSync(temporary);
      const env = { TMPDIR: temporary, TIERSCOPE_DATA: data };
      const killed = new RunningProgram(['tap', '--', '/bin/cat'], env);
      for (let waited = 0; waited < 10_000 && readdirSync(temporary).length === 0; waited += 100)
        await later(100);
      killed.child.kill('SIGKILL');
      await killed.end();
      if (readdirSync(temporary).length === 0) return 'nothing was made that could be left';
      await run(['tap', '--', '/bin/true'], { env });
      const left = readdirSync(temporary).filter((name) => name.startsWith('tierscope'));
      return left.length === 0 ? '' : `${left.join(', ')} is left`;
    },
  },
  {
    name: 'no home folder',
    attempt: async ({ folder, run }) => {
      for (const HOME of ['', 'here']) {
        const env = { HOME, TIERSCOPE_DATA: undefined, XDG_DATA_HOME: undefined };
        const ends = [
          await run(['tap', 'install', '--host', 'cursor'], { env }),
          await run(['tap', '--', '/bin/true'], { env }),
        ];
        const written = readdirSync(folder);
        if (written.length > 0) return `${written.join(', ')} was written into the working directory`;
        const harm = ends.map((end) => lacks(end, 3, 'There is no home folder')).join('');
        if (harm !== '') return harm;
      }
      return '';
    },
  },
  {
    name: 'percent signs that mean nothing',
    attempt: async ({ run }) => {
      const uri = 'tierscope://recordings/%E0%A4%A';
      const read = await asked(run, 'resources/read', { uri });
      if (/URI malformed|-32603/.test(read.stdout)) return `resources/read: ${read.stdout}`;
      return lacks(await run(['report', 'file:///%E0%A4%A']), 3, 'file:///%E0%A4%A');
    },
  },
  {
    name: 'a closed stdout',
    attempt: async ({ run }) => {
      const started = ['/bin/sh', '-c', '"$@" >&-; exit $?', 'sh', ...CLI];
      return lacks(await run(['report', RECORDING], { program: started }), 3, 'stdout is closed');
    },
  },
  {
    name: 'a link as .mcp.json',
    attempt: async ({ folder, home, run }) => {
      const target = join(home, 'own.json');
      writeFileSync(target, hostFile('npx'));
      symlinkSync(target, join(folder, '.mcp.json'));
      const end = await run(['tap', 'install', '--host', 'claude-code']);
      const left = readdirSync(folder);
      if (left.join() !== '.mcp.json') return `the repository holds ${left.join(', ')}`;
      if (!lstatSync(join(folder, '.mcp.json')).isSymbolicLink()) return 'the link became a file';
      return readFileSync(target, 'utf8').includes('"tap"')
        ? lacks(end, 0, '')
        : 'its target was not written';
    },
  },
  {
    name: 'a glob of many stars',
    attempt: async ({ folder, data }) => {
      const deep = join(folder, ...Array<string>(60).fill('a'));
      mkdirSync(deep, { recursive: true });
      const app = await startHost(data);
      try {
        const host = await HostClient.connect(app);
        const settings = { watch: [`${'**/'.repeat(7)}b`] };
        await host.call('connect', { commandLine: scriptedServer('echo'), cwd: folder, settings });
        writeFileSync(join(deep, 'changed'), '');
        await later(1000);
        host.close();
        return (await isAnswering(app)) ? '' : 'the app answers nobody';
      } finally {
        await app.stop();
      }
    },
  },
  {
    name: 'a link with a name before its host',
    attempt: async ({ folder, data }) => {
      const { electron } = await startElectron(['open'], data, folder);
      try {
        const links = await watchElectron(electron);
        const page = await electron.firstWindow();
        await page.waitForSelector('[data-session]');
        await page.mouse.click(700, 5);
        const addresses = [...STRANGE_LINKS, 'https://example.com/'];
        await page.evaluate((all) => all.forEach((one) => void window.open(one)), addresses);
        await later(500);
        const opened = (await links.visited()).join();
        return opened === 'https://example.com/' ? '' : `opened outside: ${opened || 'nothing'}`;
      } finally {
        await electron.close();
      }
    },
  },
];

const STRANGE_LINKS = [
  'https://example.com@evil.example/',
  'https://user:word@evil.example/',
  'http://evil.example/',
  'file:///etc/passwd',
  'javascript:0',
];

/** A fault found by the trial with this name. */
function planted(kind: string, from: string, to: string, found: RegExp): Planted {
  return { fault: kind, plant: { from, to }, args: ['--kind', kind], found };
}

/** Edge cases of foreign files, requests and environments: each is small, and each was once a bug. */
export const edges = attackOf(trials, [
  planted('twenty thousand', 'byKey.set(node, members);', '', /has not ended within/),
  planted('larger than any', 'checkSize(await handle.stat(), mostBytes)', 'false', /instead of 3/),
  planted('interpreter', 'at === 0 ? "SIGTERM" : "SIGKILL"', '"SIGTERM"', /has not ended within/),
  planted(
    'control characters',
    'terminalSafe(redactedText(text, { keepsFolders: true }))',
    'redactedText(text, { keepsFolders: true })',
    /reach the terminal/,
  ),
  planted('byte order mark', 'parseBounded(withoutMark(text))', 'parseBounded(text)', /not JSON/),
  planted('equal keys', 'again.length > 0', 'false', /instead of 2/),
  planted(
    'nobody asked',
    'openQuestions.get(name) === commandText(input)',
    'true',
    /the command was started|nobody was asked/,
  ),
  planted('recorded command', 'startText(record)}`)', '""}`)', /its head does not name/),
  planted('was killed', 'if (isAlive(pid)) continue;', 'continue;', /is left/),
  planted('no home', 'return isAbsolute(home) ? home : ""', 'return home', /working directory|instead of 3/),
  planted(
    'percent signs',
    'percentDecoded(String(variables.name))',
    'decodeURIComponent(String(variables.name))',
    /resources\/read/,
  ),
  planted('closed stdout', 'if (isClosed) leave(', 'if (false) leave(', /instead of 3/),
  planted(
    'a glob',
    'globMatcher(segments.slice(magic).join("/"))',
    '((re) => (path) => re.test(path))(RegExp("^" + segments.slice(magic, -1).map(() => "(?:[^/]*/)*").join("") + "b$"))',
    /answers nobody|has closed|not ended/,
  ),
  planted('a name before', ' && username === "" && password === ""', '', /opened outside/),
  planted(
    'a link as',
    'await realpath(path).catch(() => path)',
    'path',
    /the repository holds|became a file/,
  ),
]);

function hostFile(command: string): string {
  return JSON.stringify({ mcpServers: { a: { command } } });
}

/** How a run deviates from the expected exit code and sentence; empty if it does not. */
function lacks({ exitCode, stdout, stderr }: TrialRun, wanted: number, sentence: string): string {
  if (exitCode !== wanted && !(wanted === 0 && exitCode === 1)) {
    return `it ended with ${exitCode} instead of ${wanted}: ${stderr.slice(0, 300)}`;
  }
  return (stdout + stderr).includes(sentence)
    ? ''
    : `it does not say "${sentence}": ${(stderr || stdout).slice(0, 300)}`;
}

/** The question's name as it used to be computed. */
function digestOf(asked: unknown): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16);
}

/** Sends one request of 2026-07-28 to `serve`. */
function asked(run: TrialPlace['run'], method: string, params: object): Promise<TrialRun> {
  const _meta = {
    [PROTOCOL_VERSION_KEY]: '2026-07-28',
    [CLIENT_INFO_KEY]: { name: 'agent', version: '1' },
    [CLIENT_CAPABILITIES_KEY]: { elicitation: { form: {} } },
  };
  const line = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } });
  return run(['serve'], { input: `${line}\n` });
}

function startOf(recording: string): { command?: string; args?: readonly string[] } {
  return JSON.parse(recording.split('\n').find((line) => line.includes('"type":"session"')) ?? '{}');
}

function isRunning(pid: number): boolean {
  return /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)]).stdout.toString());
}
