import { expect, it } from 'vitest';
import { notesOf, placed, registryEntry } from './release.js';

const CHANGELOG =
  '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-12-01\n\n### Added\n\n- A thing.\n\n## [1.1.0]\n\n- Old.\n';
const FORGE = { server: 'https://forge.example', repository: 'Someone/scope' };

it('takes the notes of one version', () => {
  expect(notesOf(CHANGELOG, '1.2.0')).toBe('### Added\n\n- A thing.');
  expect(notesOf(CHANGELOG, '1.1.0')).toBe('- Old.');
  expect(notesOf(CHANGELOG, '1.2')).toBeUndefined();
});

it('names the repository where the release is made, and keeps the rest', () => {
  expect(placed({ name: 'tierscope', version: '1.2.0' }, FORGE)).toEqual({
    name: 'tierscope',
    version: '1.2.0',
    author: 'Someone',
    homepage: 'https://forge.example/Someone/scope#readme',
    repository: { type: 'git', url: 'git+https://forge.example/Someone/scope.git' },
    bugs: { url: 'https://forge.example/Someone/scope/issues' },
    mcpName: 'io.github.Someone/tierscope',
  });
});

it('lists the very package, which is started as the server for agents', () => {
  const entry = registryEntry(placed({ name: 'tierscope', version: '1.2.0' }, FORGE));
  expect(entry).toMatchObject({ name: 'io.github.Someone/tierscope', version: '1.2.0' });
  expect(entry.description.length).toBeLessThanOrEqual(100);
  expect(entry.packages).toEqual([
    {
      registryType: 'npm',
      identifier: 'tierscope',
      version: '1.2.0',
      transport: { type: 'stdio' },
      packageArguments: [{ type: 'positional', value: 'serve' }],
    },
  ]);
});
