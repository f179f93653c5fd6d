import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { actionArguments } from './action.js';

test('a command is probed, with its words as a shell splits them and nothing expanded', () => {
  const command = `node "my server.js" --name='a b' c\\ d $HOME "say \\"x\\""`;
  expect(actionArguments({ TIERSCOPE_COMMAND: command })).toEqual([
    ...['probe', '--format=github', '--', 'node', 'my server.js', '--name=a b', 'c d', '$HOME', 'say "x"'],
  ]);
  expect(() => actionArguments({ TIERSCOPE_COMMAND: 'node "open' })).toThrow('is not closed');
});

test('without a command the project file says what is probed', () => {
  const inputs = {
    TIERSCOPE_COMMAND: '',
    TIERSCOPE_BASELINE: 'before.json',
    TIERSCOPE_OPTIONS: '--seed=2\n',
  };
  expect(actionArguments(inputs)).toEqual([
    ...['probe', '--format=github', '--baseline=before.json', '--seed=2', '--yes'],
  ]);
});

test('recordings are reported on, and violations fail unless something else is named', () => {
  expect(actionArguments({ TIERSCOPE_RECORDINGS: 'a\n b \n', TIERSCOPE_COMMAND: 'node x' })).toEqual([
    ...['report', '--format=github', '--fail-on=violation', 'a', 'b'],
  ]);
  expect(actionArguments({ TIERSCOPE_RECORDINGS: 'a', TIERSCOPE_FAIL_ON: 'tool' })).toContain(
    '--fail-on=tool',
  );
});

test('every variable that the step reads is an input of the action', () => {
  const root = join(import.meta.dirname, '../..');
  const { inputs, runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
  const given = runs.steps.at(-1).env;
  const read = new Set(readFileSync(join(root, 'main/bin/action.js'), 'utf8').match(/TIERSCOPE_\w+/g));
  expect(Object.keys(given).sort()).toEqual([...read].sort());
  for (const value of Object.values(given)) {
    const name = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(String(value))?.[1] ?? '';
    expect(Object.keys(inputs)).toContain(name);
  }
});

/** Runs the step that provides the program, with these scripts replacing `gh`, `npm` and `node`. */
function provide(programs: Readonly<Record<string, string>>) {
  const root = join(import.meta.dirname, '../..');
  const script = parse(readFileSync(join(root, 'action.yml'), 'utf8')).runs.steps[0].run;
  const folder = mkdtempSync(join(tmpdir(), 'tierscope-action-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}`, RELEASE: 'v1.2.0', REPOSITORY: 'a/b' };
  const { status, stdout } = spawnSync('bash', ['-e', '-c', script], { cwd: folder, env, encoding: 'utf8' });
  return { status, stdout, files: readdirSync(folder) };
}

test.skipIf(process.platform === 'win32')('takes what a release has packed, and builds nothing', () => {
  const gh = 'mkdir -p package/dist && touch package/dist/cli.js && tar -czf packed.tgz package';
  const { status, files } = provide({ gh, npm: 'exit 9', node: 'exit 9' });
  expect(status).toBe(0);
  expect(files).toContain('dist');
});

test.skipIf(process.platform === 'win32')('builds a commit that is no release, and says so', () => {
  const { status, stdout, files } = provide({ gh: 'exit 1', npm: 'touch installed', node: 'touch built' });
  expect(status).toBe(0);
  expect(stdout).toContain("There is no packed release of 'v1.2.0': building from source.");
  expect(files).toEqual(expect.arrayContaining(['installed', 'built']));
});
