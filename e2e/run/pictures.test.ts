import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CLIPS, MORE_PICTURES, PICTURES } from './picture-list.js';
import { SCENES } from './picture-scenes.js';

const ROOT = new URL('../../', import.meta.url);
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(new URL('docs', ROOT))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const made = [...PICTURES.map(({ name }) => `${name}.png`), ...CLIPS.map(({ name }) => `${name}.gif`)];

it('makes every picture that a page shows', () => {
  const shown = pages.flatMap((page) =>
    [...readFileSync(new URL(page, ROOT), 'utf8').matchAll(/[("]([\w/-]+\.(?:png|gif))[)"]/g)].map(
      ([, path = '']) => path.split('/').at(-1) ?? '',
    ),
  );
  expect(shown.length).toBeGreaterThan(3);
  expect(shown.filter((name) => !made.includes(name))).toEqual([]);
});

it('makes every picture in docs again, and knows how to get to each scene', () => {
  const files = readdirSync(new URL('docs', ROOT)).filter((name) => /\.(png|gif)$/.test(name));
  expect(files.filter((name) => !made.includes(name))).toEqual([]);
  const all = [...PICTURES, ...MORE_PICTURES];
  expect(all.filter(({ scene }) => SCENES[scene] === undefined)).toEqual([]);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});
