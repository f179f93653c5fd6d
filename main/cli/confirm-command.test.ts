import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
    // Nothing is remembered of that.
    expect((await start()).exitCode).toBe(2);
  });

  it('is shown whole with its folder and its file, and is not started without a yes', async () => {
    await name(['-e', 'one\u001b[2J\u202etwo\nthree']);
    for (const answer of ['', 'n', 'yesterday']) {
      const { exitCode, questions, errors } = await start(answer);
      expect(exitCode).toBe(2);
      expect(errors).toBe('tierscope: The command was not confirmed, so nothing was started.\n');
      expect(questions).toEqual([
        `tierscope: ${projectFile} names this command:\n  ${process.execPath} -e 'one⟨U+001B⟩[2J⟨U+202E⟩two⟨U+000A⟩three'\nin the folder ${data}\nStart it, now and whenever it is the same? [y/N] `,
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
