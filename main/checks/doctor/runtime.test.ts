import { expect, it } from 'vitest';
import { packageOf, scriptIn } from './runtime-version.ts';

it.each([
  [['server.js', '--port', '1'], 'server.js'],
  [['--import', 'tsx', '--enable-source-maps', 'src/a.ts'], 'src/a.ts'],
  [['-r', 'dotenv/config', 'a.js'], 'a.js'],
  [['-e', 'code()'], undefined],
  [[], undefined],
])('finds the script in node %j', (args, script) => {
  expect(scriptIn(args)).toBe(script);
});

it.each([
  [['-y', '@scope/weather@1.2.0', '/data'], '@scope/weather'],
  [['weather@latest'], 'weather'],
  [['-p', 'weather', 'weather-mcp'], 'weather'],
  [['--package=weather@2', 'run'], 'weather'],
  [['-y'], undefined],
  [['../evil'], undefined],
])('finds the package in npx %j', (args, name) => {
  expect(packageOf(args)).toBe(name);
});
