import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { budget } from '../floors.json' with { type: 'json' };

// The amount that a new contributor has to read has a budget in `floors.json`. Explain a raise in its commit.

const ROOT = join(import.meta.dirname, '..');
const AREAS = ['app', 'main', 'renderer'] as const;
const TEST = /\.test\.tsx?$|(^|\/)testing\//;

type Source = { readonly path: string; readonly lines: number };

const files: readonly Source[] = AREAS.flatMap((area) =>
  readdirSync(join(ROOT, area), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => /\.(ts|tsx|js|cjs|css)$/.test(path) && !TEST.test(path))
    .map((path) => ({ path, lines: linesOf(path) })),
);
const styles = files.filter(({ path }) => path.endsWith('.css'));
const sources = files.filter(({ path }) => !path.endsWith('.css'));

function linesOf(path: string): number {
  return readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1;
}

const sum = (of: readonly Source[]): number => of.reduce((lines, file) => lines + file.lines, 0);

function byFolder(): string {
  const folders = new Map<string, Source[]>();
  for (const file of sources) {
    const folder = file.path.split('/').slice(0, 2).join('/');
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [...folders]
    .map(([folder, of]) => ({ folder, lines: sum(of), files: of.length }))
    .sort((one, other) => other.lines - one.lines)
    .map(({ folder, lines, files: count }) => `${folder.padEnd(26)} ${lines} lines, ${count} files`)
    .join('\n');
}

test('the source keeps to its budget of lines, files and styles', () => {
  const areas = AREAS.map((area) => {
    const own = sources.filter(({ path }) => path.startsWith(`${area}/`));
    return `${area} ${sum(own)} lines, ${own.length} files`;
  });
  console.log(`${areas.join(' · ')} · css ${sum(styles)}\n${byFolder()}`);
  expect(sources.length).toBeGreaterThan(500);
  expect(sum(sources)).toBeLessThanOrEqual(budget.lines);
  expect(sources.length).toBeLessThanOrEqual(budget.files);
  expect(sum(styles)).toBeLessThanOrEqual(budget.css);
});
