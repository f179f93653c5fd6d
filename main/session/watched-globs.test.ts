import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { globBase, globPattern } from './change-watch.ts';

describe('a glob', () => {
  test.each([
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/deep/er/a.ts', true],
    ['src/**/*.ts', 'src/a.js', false],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['./src/?.{ts,js}', 'src/a.js', true],
    ['src/[ab].ts', 'src/c.ts', false],
    ['src/**', 'src/deep/a', true],
    ['/else/*.py', '/else/a.py', true],
  ])('%s fits %s: %s', (glob, path, fits) => {
    const full = path.startsWith('/') ? path : `/root/${path}`;
    expect(globPattern('/root', glob).test(full)).toBe(fits);
  });

  test('has its plain first folders as its base', () => {
    expect(globBase('src/a/*.ts')).toBe('src/a');
    expect(globBase('*.ts')).toBe('.');
    expect(globBase('/*.ts')).toBe('/');
    expect(globBase('src/a.ts')).toBe('src/a.ts');
  });

  test('never throws, and a plain path fits itself', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        globPattern('/root', text);
        globBase(text);
      }),
    );
    const plain = fc.stringMatching(/^[a-z.()+^$|]{1,12}$/).filter((name) => !name.startsWith('.'));
    fc.assert(fc.property(plain, (name) => globPattern('/root', name).test(`/root/${name}`)));
  });
});
