import { expect, test } from 'vitest';
import { claudeDesktop, cursor } from './all-hosts.ts';
import { claudeCode } from './claude-code.ts';
import type { Host, HostFile, ServerToWrite } from './host.ts';
import { inHostForm } from './host-variables.ts';
import { vscode } from './vscode.ts';

const server: ServerToWrite = {
  name: 'db',
  command: 'node',
  args: ['db.js', `--region=\${input:region}`],
  env: [{ name: 'TOKEN', value: `\${env:DB_TOKEN}` }],
  cwd: '',
  inputs: [{ id: 'region', description: 'Region', password: true, fallback: 'eu' }],
};
const file: HostFile = { path: '/mcp.json', scope: 'user', servers: ['servers'] };

function words(host: Host) {
  const { server: said, notes } = inHostForm(host, server);
  return { token: said.env[0]?.value, region: said.args[1], notes };
}

function unfilled(name: string, ...written: string[]): string[] {
  return written.map((one) => `${name} does not fill in ${one}: write its value into the file yourself.`);
}

test('a value that is left open is written in the form of the host, or noted if it has none', () => {
  const region = `--region=\${input:region}`;
  const token = `\${env:DB_TOKEN}`;
  expect(words(vscode)).toEqual({ token, region, notes: [] });
  expect(words(cursor)).toEqual({ token, region, notes: unfilled('Cursor', `\${input:region}`) });
  expect(words(claudeCode)).toEqual({
    token: `\${DB_TOKEN}`,
    region,
    notes: unfilled('Claude Code', `\${input:region}`),
  });
  expect(words(claudeDesktop)).toEqual({
    token,
    region,
    notes: unfilled('Claude Desktop', `\${input:region}`, token),
  });
});

test('the inputs that the file of VS Code does not list yet are added', () => {
  const before = `{
  "inputs": [
    { "type": "promptString", "id": "key" }, // mine
  ],
  "servers": {}
}
`;
  const written = vscode.write(before, file, server);
  if (!written.ok) throw new Error(written.error);
  const { text } = written.value;
  expect(vscode.read(text, file).inputs).toEqual([
    { id: 'key', description: 'key', password: false, fallback: '' },
    { id: 'region', description: 'Region', password: true, fallback: 'eu' },
  ]);
  expect(text).toContain('{ "type": "promptString", "id": "key" }, // mine\n');
  expect(vscode.write(text, file, server)).toEqual({ ok: true, value: { text, notes: [] } });
});

test('VS Code gets a list of inputs where its file has none', () => {
  const written = vscode.write('{}', file, server);
  if (!written.ok) throw new Error(written.error);
  expect(JSON.parse(written.value.text)).toMatchObject({
    inputs: [{ type: 'promptString', id: 'region', password: true, default: 'eu' }],
    servers: { db: { command: 'node' } },
  });
});
