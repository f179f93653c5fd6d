import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

// The fuses set in a package's binary; electron-builder reads this file.
const configuration = join(import.meta.dirname, '..', '..', 'electron-builder.yml');

async function packaging(): Promise<{ asar: unknown; electronFuses: Record<string, unknown> }> {
  return parse(await readFile(configuration, 'utf8'));
}

test.each([
  ['runAsNode', false],
  ['enableNodeOptionsEnvironmentVariable', false],
  ['enableNodeCliInspectArguments', false],
  ['enableEmbeddedAsarIntegrityValidation', true],
  ['onlyLoadAppFromAsar', true],
  ['grantFileProtocolExtraPrivileges', false],
])('the fuse %s is set to %s in every package', async (name, state) => {
  const { electronFuses } = await packaging();
  expect(electronFuses[name]).toBe(state);
});

test('the app lies in the archive that is the only place to load it from', async () => {
  expect((await packaging()).asar).toBe(true);
});
