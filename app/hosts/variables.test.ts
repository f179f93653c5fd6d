import { expect, test } from 'vitest';
import type { StdioRun } from './host.ts';
import { inputIdsOf } from './host-variables.ts';
import { resolveRun, type VariableValues } from './variables.ts';

const run = (command: string, args: string[], env: StdioRun['env'] = []): StdioRun => ({
  kind: 'stdio',
  command,
  args,
  env,
  envNames: [],
  envFile: '',
  cwd: '',
});
const values: VariableValues = {
  platform: 'linux',
  home: '/home/ada',
  env: { KEY: 'k1', EMPTY: '' },
  workspaceFolder: '/home/ada/shop',
  answers: { token: 't1' },
  inputs: [
    { id: 'token', description: 'Token', password: true, fallback: '' },
    { id: 'level', description: 'Level', password: false, fallback: 'info' },
  ],
};

test('Claude Code: a variable, a default for one that is unset or empty, and what is missing', () => {
  const resolved = resolveRun(
    run(`\${BIN:-/bin/x}`, [`\${KEY}`, `\${EMPTY:-d}`, `\${NONE}`]),
    'claude-code',
    values,
  );
  expect([resolved.run.command, ...resolved.run.args]).toEqual(['/bin/x', 'k1', 'd', `\${NONE}`]);
  expect(resolved.missing).toEqual([`\${NONE}`]);
});

test('editors: folders, environment and inputs; a password makes its variable a secret', () => {
  const wanted = run(
    `\${workspaceFolder}\${/}s`,
    [`\${userHome}`, `\${workspaceFolderBasename}`, `\${input:level}`, `\${config:x}`],
    [{ name: 'TOKEN', value: `\${input:token}` }],
  );
  const resolved = resolveRun(wanted, 'editor', values);
  expect([resolved.run.command, ...resolved.run.args]).toEqual([
    '/home/ada/shop/s',
    '/home/ada',
    'shop',
    'info',
    `\${config:x}`,
  ]);
  expect(resolved.run.env).toEqual([{ name: 'TOKEN', value: 't1' }]);
  expect(resolved.secrets).toEqual(['TOKEN']);
  expect(resolved.missing).toEqual([`\${config:x}`]);
  expect(inputIdsOf(wanted)).toEqual(['level', 'token']);
});

test('a host without variables has its text taken as it is', () => {
  expect(resolveRun(run(`\${KEY}`, []), 'none', values)).toMatchObject({
    run: { command: `\${KEY}` },
    missing: [],
  });
});
