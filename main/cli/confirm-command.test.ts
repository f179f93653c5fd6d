import { chmod, mkdtemp, readdir, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  type MockInstance,
  vi,
} from 'vitest';
import type { ProbeRun } from './run-probe.ts';
import { bareServer, probeInto } from './testing/probed-program.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-confirm-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a command that a project file names', () => {
  let data = '';
  let projectFile = '';
  beforeEach(async () => {
    data = await mkdtemp(join(folder, 'confirmed-'));
    projectFile = join(data, 'project.json');
    await name(bareServer(-32601));
  });
  const name = (args: readonly string[]) =>
    writeFile(projectFile, JSON.stringify({ probe: { command: [process.execPath, ...args] } }));
  const start = async (answer?: string, more: Partial<ProbeRun> = {}) => {
    const questions: string[] = [];
    const askUser = async (question: string) => {
      questions.push(question);
      return answer ?? '';
    };
    const asking = answer === undefined ? {} : { askUser };
    const end = await probeInto(folder, [], {
      command: '',
      projectFile,
      dataFolder: data,
      ...asking,
      ...more,
    });
    return { ...end, questions };
  };

  it('is not started without a terminal, not for a dry run either, unless --yes is given', async () => {
    for (const dryRun of [false, true]) {
      const { exitCode, out, errors } = await start(undefined, { dryRun });
      expect([exitCode, out]).toEqual([2, '']);
      expect(errors).toContain(`${projectFile} names a command that you have not confirmed`);
      expect(errors).toContain('--yes');
    }
    const { exitCode, questions } = await start('n', { startsUnasked: true });
    expect([exitCode, questions]).toEqual([0, []]);
    // That is not remembered.
    expect((await start()).exitCode).toBe(2);
  });

  it('is shown whole with its folder and its file, and is not started without a yes', async () => {
    await name(['-e', 'one\u001b[2J\u202etwo\nthree']);
    for (const answer of ['', 'n', 'yesterday']) {
      const { exitCode, questions, errors } = await start(answer);
      expect(exitCode).toBe(2);
      expect(errors).toBe('tierscope: The command was not confirmed, so nothing was started.\n');
      expect(questions).toEqual([
        `tierscope: ${projectFile} names this command:\n  ${process.execPath} -e 'one⟨U+001B⟩[2J⟨U+202E⟩two⟨U+000A⟩three'\nin the folder ${data}\nStart it now, and whenever it is unchanged? [y/N] `,
      ]);
    }
    expect(await readdir(data)).toEqual(['project.json']);
  });

  it('is asked for once, and again if it changes or starts elsewhere', async () => {
    expect((await start('y')).exitCode).toBe(0);
    const again = await start('n');
    expect([again.exitCode, again.questions]).toEqual([0, []]);
    expect((await start()).exitCode).toBe(0);
    expect((await start('n', { cwd: folder })).questions).toHaveLength(1);
    await name([...bareServer(-32601), 'more']);
    expect((await start('n')).questions).toHaveLength(1);
  });

  it.skipIf(process.platform === 'win32')(
    'is remembered for the user alone, and asked for again if others could have written that',
    async () => {
      await start('y');
      const [kept = ''] = await readdir(join(data, 'confirmed'));
      const file = join(data, 'confirmed', kept);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      await chmod(file, 0o666);
      expect((await start('n')).questions).toHaveLength(1);
    },
  );

  it('is not asked for if its beginning would scroll away', async () => {
    await name(['-e', '1', ' '.repeat(4000), 'node server.js']);
    const { exitCode, errors, questions } = await start('y');
    expect([exitCode, questions]).toEqual([2, []]);
    expect(errors).toContain('too long for a question');
  });
});

describe('what a project file adds to a command that is typed', () => {
  let data = '';
  let project = '';
  let projectFile = '';
  let cwd: MockInstance<() => string>;
  beforeEach(async () => {
    data = await mkdtemp(join(folder, 'data-'));
    project = await realpath(await mkdtemp(join(folder, 'project-')));
    projectFile = join(project, '.tierscope.json');
    await writeFile(
      projectFile,
      JSON.stringify({ probe: { command: ['x'], call: ['wipe\u202e'], suite: 's.json' } }),
    );
    await writeFile(join(project, 's.json'), JSON.stringify({ entries: [UNKNOWN] }));
    cwd = vi.spyOn(process, 'cwd').mockReturnValue(project);
  });
  afterEach(() => cwd.mockRestore());
  const UNKNOWN = { method: 'no/such', expect: { tier: 'protocol', code: -32601 } };
  const run = async (answer: string | undefined, more: Partial<ProbeRun> = {}) => {
    const questions: string[] = [];
    const askUser = async (question: string) => {
      questions.push(question);
      return answer ?? '';
    };
    const asking = answer === undefined ? {} : { askUser };
    const end = await probeInto(folder, bareServer(-32601), { dataFolder: data, ...asking, ...more });
    return { ...end, questions, calls: JSON.parse(end.out || '{"calls":null}').calls };
  };

  it('is not called without a yes: the probe says so and goes on without it', async () => {
    const alone = await run(undefined);
    expect(alone.errors).toContain(`tierscope: ${projectFile} names calls that you have not confirmed.`);
    expect(alone.errors).toContain('tierscope: the probe goes on without wipe⟨U+202E⟩.\n');
    expect([alone.exitCode, alone.calls]).toEqual([0, []]);
    const refused = await run('n');
    expect([refused.exitCode, refused.calls]).toEqual([0, []]);
    expect(refused.questions).toEqual([
      expect.stringContaining('It lets these tools be called: wipe⟨U+202E⟩\n'),
    ]);
    expect((await run('y')).calls).toEqual(['wipe\u202e']);
    // It is remembered, for this command.
    expect(await run('n')).toMatchObject({ questions: [], calls: ['wipe\u202e'] });
    expect((await run('n', { args: [...bareServer(-32601), 'more'] })).questions).toHaveLength(1);
    expect((await run(undefined, { startsUnasked: true, dataFolder: project })).calls).toEqual([
      'wipe\u202e',
    ]);
  });

  it('runs no suite that is unconfirmed or has changed since; one that is typed needs no yes', async () => {
    const suite = { suite: true, picks: () => true } as const;
    const unasked = await run(undefined, suite);
    expect([unasked.exitCode, unasked.out]).toEqual([2, '']);
    const { questions, exitCode } = await run('y', suite);
    expect([exitCode, questions]).toEqual([
      0,
      [expect.stringContaining(`made: ${join(project, 's.json')}\n`)],
    ]);
    expect((await run('n', suite)).exitCode).toBe(0);
    await writeFile(join(project, 's.json'), JSON.stringify({ entries: [UNKNOWN, UNKNOWN] }));
    expect((await run('n', suite)).exitCode).toBe(2);
    expect((await run('n', { ...suite, suite: join(project, 's.json') })).exitCode).toBe(0);
  });

  it.skipIf(process.platform === 'win32')(
    'is no suite outside of its folder, or that another user could have written',
    async () => {
      const suite = { suite: true, startsUnasked: true, picks: () => true } as const;
      const file = join(project, 's.json');
      await chmod(file, 0o666);
      const open = await run(undefined, suite);
      expect([open.exitCode, open.errors]).toEqual([
        2,
        `tierscope: ${file} is passed over: every user may write to it. To use it anyway, name it: --suite ${file}.\n`,
      ]);
      await rename(file, join(folder, 'outside.json'));
      await symlink(join(folder, 'outside.json'), file);
      const outside = await run(undefined, suite);
      expect([outside.exitCode, outside.errors]).toEqual([
        2,
        expect.stringContaining(`it lies outside of ${project}`),
      ]);
    },
  );
});
