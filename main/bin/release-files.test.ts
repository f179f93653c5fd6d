import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';

const SCRIPT = join(import.meta.dirname, 'release-files.js');
const FORGE = { GITHUB_SERVER_URL: 'https://forge.example', GITHUB_REPOSITORY: 'Someone/scope' };

function run(files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = FORGE) {
  const folder = mkdtempSync(join(tmpdir(), 'tierscope-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, 'v1.2.0', folder], {
    env,
    encoding: 'utf8',
  });
  const written = Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
  return { status, stderr, written };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

it('names the very packages, by address and checksum', () => {
  const { status, written } = run({
    'tierscope-1.2.0.tgz': 'packed',
    'Tierscope Setup 1.2.0.exe': 'installer',
  });
  expect(status).toBe(0);
  expect(written['tierscope.rb']).toContain(
    'url "https://forge.example/Someone/scope/releases/download/v1.2.0/tierscope-1.2.0.tgz"',
  );
  expect(written['tierscope.rb']).toContain(`sha256 "${sha256('packed')}"`);
  const same = { PackageIdentifier: 'Someone.Tierscope', PackageVersion: '1.2.0' };
  expect(parse(written['Someone.Tierscope.yaml'] ?? '')).toMatchObject({ ...same, ManifestType: 'version' });
  expect(parse(written['Someone.Tierscope.locale.en-US.yaml'] ?? '')).toMatchObject({
    ...same,
    License: 'MIT',
  });
  expect(parse(written['Someone.Tierscope.installer.yaml'] ?? '')).toMatchObject({
    ...same,
    Installers: [
      {
        Architecture: 'x64',
        InstallerUrl:
          'https://forge.example/Someone/scope/releases/download/v1.2.0/Tierscope%20Setup%201.2.0.exe',
        InstallerSha256: sha256('installer').toUpperCase(),
      },
    ],
  });
});

it('writes nothing where a package is missing, or the forge does not say where it is', () => {
  const half = run({ 'tierscope-1.2.0.tgz': 'packed' });
  expect(half).toMatchObject({ status: 2, stderr: expect.stringContaining('installer for Windows (.exe)') });
  expect(Object.keys(half.written)).toEqual(['tierscope-1.2.0.tgz']);
  expect(run({}, {})).toMatchObject({ status: 2, stderr: expect.stringContaining('GITHUB_REPOSITORY') });
});
