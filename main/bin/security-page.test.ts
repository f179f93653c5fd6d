import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';

// docs/security.md names a test for each point; all of them must exist.

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** A list item or table row that names a test file and the title of one of its tests, steps, faults or trials. */
const NAMED = /^(?:- |\|.*\| )`([\w./-]+)`: (.+?)(?: \|)?$/gm;

type NamedTest = { readonly file: string; readonly title: string };

const namedTests = (text: string): NamedTest[] =>
  [...text.matchAll(NAMED)].map(([, file = '', title = '']) => ({ file, title }));

const points = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ heading: text.split('\n', 1)[0] ?? '', text, tests: namedTests(text) }));
const checklist = points.filter(({ heading }) => /^\d/.test(heading));

/** The complete titles in a test file. */
function titlesIn(source: string): Set<string> {
  const TITLE =
    /(?:\b(?:test|it|step)(?:\.skipIf\([^\n]*?\))?\(|\]\)\(|\bwhere:|\bname:)\s*(?:'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"|`([^`\n]+)`)/g;
  return new Set(
    [...source.matchAll(TITLE)].map(([, single, double, back]) => single ?? double ?? back ?? ''),
  );
}

test('the page has all 20 points, each with a test of its own', () => {
  expect(checklist.map(({ heading }) => Number.parseInt(heading, 10))).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 1),
  );
  expect(points.filter(({ tests }) => tests.length === 0).map(({ heading }) => heading)).toEqual([]);
});

describe('every test that the page names exists', () => {
  const files = new Map(
    namedTests(page).map(({ file }) => [file, namedTests(page).filter((one) => one.file === file)]),
  );

  it.each([...files])('in %s', (file, named) => {
    expect(existsSync(join(root, file))).toBe(true);
    const titles = titlesIn(readFileSync(join(root, file), 'utf8'));
    expect(named.map(({ title }) => title).filter((title) => !titles.has(title))).toEqual([]);
  });
});

test('every fault that a spec plants stands beside its point', () => {
  const file = 'e2e/specs/electron-faults.spec.ts';
  const faults = readFileSync(join(root, file), 'utf8').matchAll(/\bwhere: '([^']+)'/g);
  const named = new Set(namedTests(page).map((one) => `${one.file}: ${one.title}`));
  const missing = [...faults].map(([, where]) => where).filter((where) => !named.has(`${file}: ${where}`));
  expect(missing).toEqual([]);
});

test('is about the major version of Electron that is installed', () => {
  const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string };
  expect(page).toContain(`for Electron ${version.split('.', 1)[0]},`);
});
