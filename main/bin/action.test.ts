import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
