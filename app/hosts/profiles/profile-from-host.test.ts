import { expect, test } from 'vitest';
import { claudeCode } from '../claude-code.ts';
import type { Host, HostFile } from '../host.ts';
import { hostSamples } from '../testing/host-samples.ts';
import type { VariableValues } from '../variables.ts';
import { vscode } from '../vscode.ts';
import { filledStart, openVariables } from './open-variables.ts';
import { profileDraftSchema } from './profile.ts';
import { profileFromHost } from './profile-from-host.ts';

const file = (servers: readonly string[]): HostFile => ({ path: '/f', scope: 'user', servers });
const values: VariableValues = {
  platform: 'linux',
  home: '/home/ada',
  env: { DB_URL: 'db:1' },
  workspaceFolder: '/home/ada/shop',
  answers: { token: 't1' },
  inputs: [],
};

function profileOf(host: Host, text: string, servers: readonly string[], name: string) {
  const { servers: found, inputs } = host.read(text, file(servers));
  const server = found.find((one) => one.name === name);
  if (server === undefined) throw new Error('no server');
  return profileFromHost(host, server, { ...values, inputs }, '/home/ada/shop');
}

test('an entry of VS Code becomes a profile, its password a secret', () => {
  const profile = profileOf(vscode, hostSamples.vscode, ['servers'], 'own');
  expect(profile).toEqual({
    input: {
      name: 'own',
      command: '/home/ada/shop/bin/server',
      args: ['--level', 'info'],
      cwd: '/home/ada/shop',
      env: [
        { name: 'TOKEN', secret: true },
        { name: 'RETRIES', value: '3' },
      ],
      inputs: [],
      seen: false,
    },
    secrets: { TOKEN: 't1' },
    notes: ['VS Code also reads variables from /home/ada/shop/.env; they are not imported.'],
  });
  expect(profileDraftSchema.safeParse(profile?.input).success).toBe(true);
});

test("a project's entry starts in its folder", () => {
  expect(profileOf(claudeCode, hostSamples['claude-code'], ['mcpServers'], 'db')?.input).toMatchObject({
    command: '/usr/bin/db-mcp',
    args: ['--url', 'db:1'],
    cwd: '/home/ada/shop',
  });
});

test('a tapped entry gives the command behind the tap', () => {
  const text = JSON.stringify({
    mcpServers: {
      a: { command: 'node', args: ['/opt/tierscope.js', 'tap', '--label', 'a', '--', 'npx', 'x'] },
    },
  });
  expect(profileOf(claudeCode, text, ['mcpServers'], 'a')?.input).toMatchObject({
    command: 'npx',
    args: ['x'],
  });
});

test('a tapped address gives the one behind the tap', () => {
  const url = `http://127.0.0.1:41000/t/${'t'.repeat(22)}/mcp#https://x.example/mcp`;
  const text = JSON.stringify({ mcpServers: { a: { url } } });
  expect(profileOf(claudeCode, text, ['mcpServers'], 'a')?.input.command).toBe('https://x.example/mcp');
});

test('what nobody has answered is asked for at each start, a password as one', () => {
  const { servers, inputs } = vscode.read(hostSamples.vscode, file(['servers']));
  const own = servers.find(({ name }) => name === 'own');
  if (own === undefined) throw new Error('no server');
  const profile = profileFromHost(vscode, own, { ...values, answers: {}, inputs }, '/w');
  if (profile === undefined) throw new Error('no profile');
  const draft = profileDraftSchema.parse(profile.input);
  expect(draft.env[0]).toEqual({ name: 'TOKEN', value: `\${input:token}` });
  expect(openVariables(draft)).toEqual([
    {
      written: `\${input:token}`,
      name: 'token',
      description: 'API token',
      password: true,
      fallback: '',
    },
  ]);
  const start = { ...draft, env: { TOKEN: `Bearer \${input:token}`, OTHER: `\${env:HOME}` } };
  expect(filledStart(start, { [`\${input:token}`]: '$& t' }).env).toEqual({
    TOKEN: 'Bearer $& t',
    OTHER: `\${env:HOME}`,
  });
});

test('a secret without a value is asked for, and an address is taken with its headers', () => {
  const text = JSON.stringify({
    mcpServers: {
      a: { command: 'x', env: { API_KEY: `\${NONE}` } },
      b: { type: 'http', url: 'https://x.example', headers: { Authorization: 'Bearer t', 'X-Team': 'a' } },
    },
  });
  expect(profileOf(claudeCode, text, ['mcpServers'], 'a')).toMatchObject({
    input: { env: [{ name: 'API_KEY', value: `\${env:NONE}` }] },
    secrets: {},
    notes: [`\${NONE} has no value here; it is asked for at each start.`],
  });
  expect(profileOf(claudeCode, text, ['mcpServers'], 'b')).toMatchObject({
    input: {
      command: 'https://x.example',
      env: [
        { name: 'Authorization', secret: true },
        { name: 'X-Team', value: 'a' },
      ],
    },
    secrets: { Authorization: 'Bearer t' },
  });
});
