import { expect, test } from 'vitest';
import { serverLabel } from './record-body.ts';

test.each([
  ['node', ['/srv/files/server.js', '--root', '/'], 'server.js'],
  ['npx', ['-y', '@modelcontextprotocol/server-everything'], '@modelcontextprotocol/server-everything'],
  ['C:\\Python\\python3.exe', ['-u', 'tools\\weather.py'], 'weather.py'],
  ['./my-server', [], 'my-server'],
  ['node', ['/srv/node_modules/server-memory/dist/index.js'], 'server-memory'],
  ['node', ['C:\\notes\\build\\main.js'], 'notes'],
  ['node', ['./dist/index.js'], 'index.js'],
  ['node', ['/index.js'], 'index.js'],
  ['node', ['-e', 'run()'], 'run()'],
  ['node', [], 'node'],
])('the label of %s %j is %s', (command, args, label) => {
  expect(serverLabel(command, args)).toBe(label);
});
