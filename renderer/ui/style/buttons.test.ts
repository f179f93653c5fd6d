import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const RENDERER = new URL('../../', import.meta.url);

it('has no button outside of the kit that is not the one Button', () => {
  const screens = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.tsx') && !path.startsWith('ui') && !path.includes('.test.'),
  );
  expect(screens.length).toBeGreaterThan(50);
  const raw = screens.filter((path) => readFileSync(new URL(path, RENDERER), 'utf8').includes('<button'));
  expect(raw).toEqual([]);
});
