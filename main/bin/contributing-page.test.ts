import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import floors from '../../floors.json' with { type: 'json' };

// The pages for contributors name files and their declarations, all of which must exist.

const root = join(import.meta.dirname, '../..');
const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const inside = ['internals', 'extending', 'speed'].map((name) =>
  readFileSync(join(root, `docs/${name}.md`), 'utf8'),
);
const page = [contributing, ...inside].join('\n');

const PATH = /`((?:app|main|renderer|e2e|tools|docs)\/[\w./-]*[\w/])`/g;
/** A file, directly followed by what it declares. */
const DECLARED = /`([\w./-]+\.tsx?)`:\s+`(\w+)`/g;

const paths = [...new Set([...page.matchAll(PATH)].map(([, path = '']) => path))];
const declared = [...page.matchAll(DECLARED)].map(([, file = '', name = '']) => ({ file, name }));

it('CONTRIBUTING is short', () => {
  expect(contributing.split('\n').length).toBeLessThanOrEqual(250);
});

it('finds paths and names in the pages', () => {
  expect(paths.length).toBeGreaterThan(50);
  expect(declared.length).toBeGreaterThan(20);
});

it.each(paths)('names %s, which exists', (path) => {
  expect(existsSync(join(root, path))).toBe(true);
});

it.each(declared)('says of $file that it has $name, which it has', ({ file, name }) => {
  expect(readFileSync(join(root, file), 'utf8')).toMatch(
    new RegExp(`\\b(class|function|const|type|async|override) ${name}\\b|^ {2}${name}\\(`, 'm'),
  );
});

it.each(['app', 'main', 'renderer', 'tools'] as const)('gives every folder of %s its line', (area) => {
  const folders = floors[area].floors.flat().map((folder) => `${area}/${folder}`);
  expect(folders.filter((folder) => !contributing.includes(`\n| \`${folder}\` |`))).toEqual([]);
});
