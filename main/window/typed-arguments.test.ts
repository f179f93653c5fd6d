import { expect, test } from 'vitest';
import { typedArguments } from './entries.ts';

test('what comes after the script was typed, whatever Electron was given before it', () => {
  const argv = ['/opt/electron', '--no-sandbox', '/app/dist/main/electron.js', 'open', 'a.jsonl'];
  expect(typedArguments(argv, '/app/dist/main/electron.js')).toEqual(['open', 'a.jsonl']);
});

test('a packaged app has no script among its arguments', () => {
  expect(typedArguments(['/opt/tierscope', 'a.jsonl'], '/opt/app.asar/dist/main/electron.js')).toEqual([
    'a.jsonl',
  ]);
});

test.each([
  [['--no-sandbox'], []],
  [['--no-sandbox', 'a.jsonl'], ['a.jsonl']],
  [
    ['--no-sandbox', '--no-zygote', 'tap', '--', 'chromium', '--no-sandbox'],
    ['tap', '--', 'chromium', '--no-sandbox'],
  ],
])('what a package is started with in front of its arguments is for Chromium: %j', (given, typed) => {
  expect(typedArguments(['/opt/tierscope', ...given], '/opt/app.asar/dist/main/electron.js')).toEqual(typed);
});
