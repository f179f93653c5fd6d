import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from './package/package.json' with { type: 'json' };

// electron-builder is installed separately, so a wrong lock would go unnoticed until packages are made.

type Lock = { readonly packages: Readonly<Record<string, { readonly devDependencies?: unknown }>> };

const lock = (folder: string): Lock =>
  JSON.parse(readFileSync(join(import.meta.dirname, folder, 'package-lock.json'), 'utf8'));

test('its lock is of its manifest, as npm ci demands', () => {
  const { packages } = lock('package');
  expect(packages['']?.devDependencies).toEqual(manifest.devDependencies);
  expect(Object.keys(packages)).toContain('node_modules/electron-builder');
});

test('the project itself does without it', () => {
  const names = Object.keys(lock('../..').packages);
  expect(names).toContain('node_modules/electron');
  expect(names.filter((name) => /\/(electron-builder|app-builder-lib)$/.test(name))).toEqual([]);
});
