import { expect, test } from 'vitest';
import { typedArguments } from './typed-arguments.ts';

test('what comes after the script was typed, whatever Electron was given before it', () => {
  const argv = ['/opt/electron', '--no-sandbox', '/app/dist/main/electron.js', 'open', 'a.jsonl'];
  expect(typedArguments(argv, '/app/dist/main/electron.js')).toEqual(['open', 'a.jsonl']);
});

test('a packaged app has no script among its arguments', () => {
  expect(typedArguments(['/opt/tierscope', 'a.jsonl'], '/opt/app.asar/dist/main/electron.js')).toEqual([
    'a.jsonl',
  ]);
});
