import { expect, test } from 'vitest';
import { globMatcher } from './glob.ts';

test.each([
  ['**/*.ts', ['a.ts', 'a/b/.c.ts'], ['a.tsx', 'a/ts']],
  ['src/**', ['src/a', 'src/a/b', 'src'], ['srcs/a']],
  ['[!_]*.ts', ['a.ts'], ['_a.ts', 'b/a.ts']],
  ['a?c', ['abc', 'a😀c'], ['ac', 'a/c']],
  ['{src,test/{a,b}}/*.js', ['src/x.js', 'test/b/x.js'], ['test/c/x.js']],
  ['v{1..3}', ['v2'], ['v4', 'v1..3']],
  ['[[:digit:]-]x', ['7x', '-x'], ['ax']],
  ['[]a]', [']', 'a'], ['b']],
  ['a\\*b', ['a*b'], ['axb']],
  ['a[b', ['a[b'], ['ab']],
  ['x(1)+.txt', ['x(1)+.txt'], ['x1.txt']],
  ['**/a/**/b', ['a/b', 'x/a/y/z/b', 'a/a/b/b'], ['b/a', 'a/bb']],
])('%s takes %j and not %j', (glob, good, bad) => {
  const fits = globMatcher(glob);
  expect(good.filter((path) => !fits(path))).toEqual([]);
  expect(bad.filter(fits)).toEqual([]);
});

test('no glob takes long, however many stars it has', () => {
  const path = `${'a/'.repeat(500)}${'a'.repeat(250)}`;
  for (const glob of ['**/'.repeat(7), '**/a/'.repeat(30), '*a'.repeat(100), '{**/a,**/*}/'.repeat(9)])
    expect(globMatcher(`${glob}b`)(path)).toBe(false);
});
