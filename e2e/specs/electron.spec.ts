import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { _electron, expect, test } from 'playwright/test';

/** The binary that the electron package has fetched; undefined if it never could. */
async function electronBinary(): Promise<string | undefined> {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const name = await readFile(join(folder, 'path.txt'), 'utf8').catch(() => '');
  const binary = join(folder, 'dist', name.trim());
  return name.trim() !== '' && existsSync(binary) ? binary : undefined;
}

test('the Electron window opens the error lab with every tier', async () => {
  const executablePath = await electronBinary();
  test.skip(executablePath === undefined, 'Electron’s binary is not on this machine.');
  const data = await mkdtemp(join(tmpdir(), 'tierscope-electron-'));
  const app = await _electron.launch({
    executablePath: executablePath ?? '',
    args: ['dist/main/electron.js', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    env: { ...process.env, TIERSCOPE_DATA: data } as Record<string, string>,
  });
  const window = await app.firstWindow();
  await expect(window.locator('main[data-host="electron"]')).toBeVisible();
  for (const tier of ['tool', 'protocol', 'client', 'transport']) {
    await expect(window.locator(`[data-tier-count="${tier}"]`)).toContainText('1');
  }
  await app.close();
  await rm(data, { recursive: true, force: true });
});
