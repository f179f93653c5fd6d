import { describe, expect, it, test } from 'vitest';
import { appVersion } from './app-paths.ts';
import type { AppRequest } from './app-request.ts';
import { CommandEnd } from './command-end.ts';
import { runProgram, typedFile } from './program.ts';
import { everyAction, run } from './testing/typed-program.ts';

const nothing: AppRequest = { files: [], openBrowser: true };

describe('the app', () => {
  test('is what happens without a command', async () => {
    expect((await run([])).app).toEqual(nothing);
  });

  test('takes its options with and without a command', async () => {
    const options = ['--shell', 'browser', '--port', '5000', '--no-open', '--data', '/d'];
    const wanted = { shell: 'browser', port: 5000, openBrowser: false, dataFolder: '/d' };
    expect((await run(options)).app).toEqual({ ...nothing, ...wanted });
    expect((await run(['open', ...options, 'a.jsonl', 'b.jsonl'])).app).toEqual({
      ...nothing,
      ...wanted,
      files: ['a.jsonl', 'b.jsonl'],
    });
    expect((await run(['open', 'a.jsonl', ...options])).app?.port).toBe(5000);
  });

  test('opens a file that is named alone, as a file manager does', async () => {
    expect((await run(['/x/a.tierscope.jsonl'])).app?.files).toEqual(['/x/a.tierscope.jsonl']);
  });

  test('connects to a server, whose own options are left alone', async () => {
    const typed = [
      'connect',
      '--label',
      'my server',
      '--cwd',
      '/w',
      '--env',
      'A=1',
      '--env',
      'B=x=y',
      '--port',
      '0',
    ];
    const { app } = await run([...typed, '--', 'npx', '-y', 'server', '--port', '9', "it's"]);
    expect(app?.port).toBe(0);
    expect(app?.connect).toEqual({
      commandLine: `npx -y server --port 9 'it'"'"'s'`,
      label: 'my server',
      cwd: '/w',
      env: { A: '1', B: 'x=y' },
    });
  });

  test('takes the settings of the session', async () => {
    const typed = ['connect', '--watch', 'src', '--watch', 'lib/*.py', '--repeat-last-call'];
    const more = ['--era', 'initialize', '--revision', '2025-06-18', '--timeout', '1.5'];
    const { app } = await run([...typed, ...more, '--', 'node', 's.js']);
    expect(app?.connect).toEqual({
      commandLine: 'node s.js',
      settings: {
        era: 'initialize',
        revision: '2025-06-18',
        timeoutMs: 1500,
        watch: ['src', 'lib/*.py'],
        repeatLastCall: true,
      },
    });
  });

  test('reads what follows the server as its arguments, also without the two dashes', async () => {
    expect((await run(['connect', 'node', 's.js', '--port', '9'])).app?.connect?.commandLine).toBe(
      'node s.js --port 9',
    );
  });
});

it('knows which command a misspelled one may mean', async () => {
  expect((await run(['conect', '--', 'x'])).app).toMatchObject({
    files: ['conect', 'x'],
    meant: 'connect',
  });
  expect((await run(['session.jsonl'])).app).toMatchObject({ files: ['session.jsonl'], meant: undefined });
});

describe('lookup and report', () => {
  test('take a negative code as it is', async () => {
    expect((await run(['lookup', '-32602'])).lookup).toEqual({
      query: '-32602',
      format: 'text',
    });
  });

  test('take several words as one text', async () => {
    const { lookup } = await run([
      'lookup',
      'resource',
      'not',
      'found',
      '--format',
      'json',
      '--vocabulary',
      'mcp-spec',
    ]);
    expect(lookup).toEqual({ query: 'resource not found', vocabulary: 'mcp-spec', format: 'json' });
  });

  test('hand on recordings, the format and what to fail on', async () => {
    const { report } = await run(['report', 'a', 'b', '--format', 'json', '--fail-on', 'tool,violation']);
    expect(report).toMatchObject({ files: ['a', 'b'], format: 'json', failOn: ['tool', 'violation'] });
    const again = await run(['report', 'a', '--fail-on', 'tool', '--fail-on=client,transport']);
    expect(again.report?.failOn).toEqual(['tool', 'client', 'transport']);
    expect((await run(['report', 'a'])).report?.failOn).toBeUndefined();
    const more = ['--only', 'T01,T02', '--skip', 'Q02', '--max-duration', '1500', '--baseline', 'b.json'];
    expect((await run(['report', 'a', ...more])).report).toMatchObject({
      ...{ only: ['T01', 'T02'], skip: ['Q02'], maxDurationMs: 1500, baseline: 'b.json' },
    });
  });

  test('give the exit code of what they did', async () => {
    expect((await run(['report', 'a'], 1)).exitCode).toBe(1);
    expect((await run(['report', 'a'], 3)).exitCode).toBe(3);
    expect((await run(['lookup', 'x'])).exitCode).toBe(0);
  });
});

describe('compare and convert', () => {
  test('take two recordings, and the noise that counts', async () => {
    const plain = { before: 'a', after: 'b', format: 'text', redact: true };
    expect((await run(['compare', 'a', 'b'])).compare).toEqual(plain);
    const { compare, exitCode } = await run(
      ['compare', 'a', 'b', '--format', 'json', '--keep-noise', 'ids, uuids', '--set-aside', '/x/', '**.y'],
      1,
    );
    expect(compare).toEqual({
      ...plain,
      format: 'json',
      keepNoise: ['ids', 'uuids'],
      setAside: ['/x/', '**.y'],
    });
    expect(exitCode).toBe(1);
  });

  test('redact, unless asked not to', async () => {
    const plain = { file: 'a', to: 'har', redact: true };
    expect((await run(['convert', 'a', '--to', 'har'])).convert).toEqual(plain);
    const { convert } = await run(['convert', 'a', '--to', 'har', '--out', 'b', '--no-redact']);
    expect(convert).toEqual({ ...plain, output: 'b', redact: false });
    for (const [name, ...more] of [
      ['report', 'a'],
      ['compare', 'a', 'b'],
      ['doctor', 'npx'],
      ['eras', 'npx'],
      ['probe', 'npx'],
    ] as const) {
      expect((await run([name, ...more]))[name]).toMatchObject({ redact: true });
      expect((await run([name, '--no-redact', ...more]))[name]).toMatchObject({ redact: false });
    }
  });
});

describe('tap and mock', () => {
  test('the tap leaves the options of its server alone', async () => {
    const { tap } = await run([
      'tap',
      '--label',
      'l',
      '--data',
      '/d',
      '--',
      'npx',
      '-y',
      's',
      '--label',
      'x',
    ]);
    const args = ['-y', 's', '--label', 'x'];
    expect(tap).toEqual({ label: 'l', dataFolder: '/d', command: 'npx', args });
    const short = (await run(['tap', 'node', 's.js', '--port', '1'])).tap;
    expect(short).toEqual({ command: 'node', args: ['s.js', '--port', '1'] });
  });

  test('install and uninstall are no servers', async () => {
    expect((await run(['tap', 'install'])).tapInstall).toEqual({ action: 'install' });
    const typed = ['tap', 'uninstall', '--host', 'cursor', '--server', 'files', '--dry-run'];
    const { tapInstall, tap } = await run(typed);
    expect(tapInstall).toEqual({ action: 'uninstall', host: 'cursor', server: 'files', dryRun: true });
    expect(tap).toBeUndefined();
  });

  test('a mock answers at the pace of its recording, or faster', async () => {
    const plain = { file: 'a', speed: 1 };
    expect((await run(['mock', 'a'])).mock).toEqual(plain);
    const { mock } = await run(['mock', 'a', '--session', 's2', '--strict', '--speed', '2.5']);
    expect(mock).toEqual({ file: 'a', session: 's2', strict: true, speed: 2.5 });
    expect((await run(['mock', 'a', '--speed', 'max'])).mock?.speed).toBe(Number.POSITIVE_INFINITY);
  });

  test('a mock takes several faults in the order typed, and its help has their grammar', async () => {
    const faults = ['--fault', 'tool=search:delay=2s', '--fault', 'every=10:code=-32603'];
    const { mock } = await run(['mock', 'a', ...faults]);
    expect(mock?.faults?.map(({ action }) => action.kind)).toEqual(['delay', 'error']);
    expect((await run(['mock', '--help'])).stdout).toContain('slow=100B/s');
  });

  test('a fault that cannot be read is named with what is wrong with it', async () => {
    const { exitCode, stderr } = await run(['mock', 'a', '--fault', 'all:delay=2']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--fault "all:delay=2": delay= needs a time');
  });
});

describe('lab', () => {
  test('is a server with every option left out, or with each of them', async () => {
    expect((await run(['lab'])).lab).toEqual({});
    const { lab } = await run(['lab', '--survey', '--seed', 'a-1', '--fault', 'all:never', '--data', 'd']);
    const faults = [{ selector: { kind: 'all' }, action: { kind: 'never' } }];
    expect(lab).toEqual({ isSurveyOnly: true, seed: 'a-1', faults, dataFolder: 'd' });
  });

  test('sends lists of all shapes but those that clients refuse, or of the shapes that are named', async () => {
    const all = (await run(['lab', '--lists'])).lab;
    expect(all?.lists).toContain('root-any-of');
    expect(all?.lists).not.toContain('no-object');
    expect((await run(['lab', '--lists', 'no-object, tuple'])).lab).toEqual({
      lists: ['no-object', 'tuple'],
    });
    expect((await run(['lab', '--lost', 'tuple'])).lab).toEqual({ ...all, lost: ['tuple'] });
    const { exitCode, stderr } = await run(['lab', '--lists', 'tupel']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('root-any-of');
  });

  test('can be put into a host’s file, and taken out again', async () => {
    const { labInstall } = await run(['lab', 'install', '--host', 'cursor', '--dry-run', '--survey']);
    expect(labInstall).toEqual({
      ...{ action: 'install', host: 'cursor', dryRun: true, isSurveyOnly: true },
    });
    expect((await run(['lab', 'uninstall'])).labInstall).toEqual({ action: 'uninstall' });
  });

  test('reads a recording, with the answer of the agent in a file', async () => {
    const { labRows } = await run(['lab', 'rows', 'r', '--answer', 'a', '--data', 'd']);
    expect(labRows).toEqual({ recording: 'r', answer: 'a', dataFolder: 'd' });
  });

  test('refuses a seed that its sentence could not hold', async () => {
    expect(await run(['lab', '--seed', 'A b'])).toMatchObject({ exitCode: 2 });
  });
});

describe('serve', () => {
  test('takes recordings besides those of the data folder', async () => {
    expect((await run(['serve'])).serve).toEqual({ paths: [] });
    const { serve } = await run(['serve', 'a', 'b', '--data', 'd', '--allow-probe']);
    expect(serve).toEqual({ paths: ['a', 'b'], dataFolder: 'd', allowsProbe: true });
  });
});

describe('a usage error', () => {
  test.each([
    [['--bogus']],
    [['lookup']],
    [['lookup', 'x', '--format', 'yaml']],
    [['lookup', 'x', '--bogus']],
    [['report']],
    [['report', 'a', '--format', 'yaml']],
    [['report', 'a', '--max-duration', 'long']],
    [['report', 'a', '--baseline-update']],
    [['probe', '--format', 'yaml', '--', 'node']],
    [['probe', '--seed', '-1', '--', 'node']],
    [['probe', '--budget', 'soon', '--', 'node']],
    [['probe', '--max-duration', 'x', '--', 'node']],
    [['connect']],
    [['connect', '--env', 'nothing', '--', 'node']],
    [['connect', '--', '']],
    [['connect', '--era', 'ancient', '--', 'node']],
    [['connect', '--era', 'initialize', '--revision', '2026-07-28', '--', 'node']],
    [['connect', '--timeout', 'soon', '--', 'node']],
    [['connect', '--repeat-last-call', '--', 'node']],
    [['open', '--port', '65536']],
    [['open', '--port', '-1']],
    [['open', '--port', 'x']],
    [['open', '--shell', 'emacs']],
    [['compare', 'a']],
    [['compare', 'a', 'b', '--format', 'sarif']],
    [['convert', 'a']],
    [['convert', 'a', '--to', 'word']],
    [['tap']],
    [['tap', '--']],
    [['tap', '--bogus', 'node']],
    [['tap', 'install', '--bogus']],
    [['mock']],
    [['mock', 'a', '--speed', '0']],
    [['mock', 'a', '--speed', 'fast']],
  ])('ends %j with 2 and a sentence on stderr', async (typed) => {
    const end = await run(typed);
    expect(end.exitCode).toBe(2);
    expect(end.stderr).toMatch(/\w/);
    expect(end.stdout).toBe('');
    const { exitCode: _, stdout: __, stderr: ___, ...requests } = end;
    expect(requests).toEqual({});
  });
});

test('probe takes the options of a server, of a probe and of a report', async () => {
  const typed =
    '--call a --call b --seed 7 --budget 2 --fail-on tool,client --only T01 --out f.jsonl --dry-run --yes';
  const { probe } = await run(['probe', ...typed.split(' '), '--', 'node', 'server.js', '--call']);
  expect(probe).toEqual({
    command: 'node',
    args: ['server.js', '--call'],
    calls: ['a', 'b'],
    seed: 7,
    budgetMs: 2000,
    timeoutMs: 30_000,
    failOn: ['tool', 'client'],
    only: ['T01'],
    out: 'f.jsonl',
    dryRun: true,
    startsUnasked: true,
    era: 'auto',
    format: 'text',
    redact: true,
  });
});

test('the help of a command says what each option is for, and shows no empty default', async () => {
  for (const command of ['probe', 'report', 'lookup', 'doctor', 'compare']) {
    const { stdout } = await run([command, '--help']);
    expect(stdout).toMatch(/--format <format> +how to print the result \(choices/);
    expect(stdout).not.toContain('default: []');
  }
});

test('help and version go to stdout and end with 0', async () => {
  const help = await run(['--help']);
  expect(help.exitCode).toBe(0);
  for (const command of ['open', 'connect', 'lookup', 'report', 'compare', 'convert', 'tap', 'mock'])
    expect(help.stdout).toContain(`  ${command} `);
  expect(await run(['--version'])).toMatchObject({ exitCode: 0, stdout: `${appVersion}\n`, stderr: '' });
});

test('a command that ends with a sentence gives its exit code', async () => {
  let stderr = '';
  const fail = async (): Promise<number> => {
    throw new CommandEnd('The disk is full.', 3);
  };
  const output = {
    write: (): void => undefined,
    writeError: (text: string): void => {
      stderr += text;
    },
  };
  const actions = everyAction(() => fail);
  expect(await runProgram([], actions, output)).toBe(3);
  expect(stderr).toBe('tierscope: The disk is full.\n');
});

it('takes the address that a desktop hands over for the path that it means', () => {
  expect(typedFile('file:///home/me/my%20run.tierscope.jsonl')).toBe('/home/me/my run.tierscope.jsonl');
  expect(typedFile('./file.jsonl')).toBe('./file.jsonl');
  expect(typedFile('file://elsewhere/a.jsonl')).toBe('file://elsewhere/a.jsonl');
});

describe('doctor', () => {
  it('takes everything behind -- for the server, with what it needs', async () => {
    const { exitCode, doctor } = await run([
      ...['doctor', '--env', 'KEY=a=b', '--era', 'modern', '--timeout', '2.5', '--format', 'json'],
      ...['--', 'npx', '-y', 'weather', '--env', 'x'],
    ]);
    expect(exitCode).toBe(0);
    expect(doctor).toEqual({
      command: 'npx',
      args: ['-y', 'weather', '--env', 'x'],
      env: { KEY: 'a=b' },
      era: 'modern',
      timeoutMs: 2500,
      format: 'json',
      redact: true,
    });
  });

  it('needs a server', async () => {
    const { exitCode, stderr, doctor } = await run(['doctor']);
    expect({ exitCode, doctor }).toEqual({ exitCode: 2, doctor: undefined });
    expect(stderr).toContain('doctor needs a server: tierscope doctor -- command args…');
  });
});
