import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ok } from '../../app/base/result.ts';
import type { HubOptions } from './host-api.ts';
import { TelemetryService } from './telemetry-service.ts';

const NODE = { command: 'node', args: [] };

async function service(more: Partial<HubOptions> = {}) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'telemetry-'));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  const options: HubOptions = {
    ...{ version: '1', host: 'loopback', dataFolder, lab: NODE, reaper: NODE, telemetryScript: '/none.js' },
    ...more,
  };
  return { dataFolder, options, commands: new TelemetryService(options).commands };
}

const reversed = (text: string) => ok([...text].reverse().join(''));
const secretBox = { available: true, note: 'Kept.', encrypt: reversed, decrypt: reversed };

it('keeps the address, whether payloads go too, and the headers as a secret; a session then has telemetry', async () => {
  const { commands, dataFolder, options } = await service({ secretBox });
  expect(await commands.readTelemetry({})).toMatchObject({
    value: { url: '', payloads: false, hasHeaders: false },
  });
  const url = 'http://127.0.0.1:4318';
  const headers = 'X-Key: hush-hush\n';
  await commands.saveTelemetry({ url, headers, payloads: false });
  expect(await commands.saveTelemetry({ url, headers: null, payloads: true })).toMatchObject({
    value: { url, payloads: true, hasHeaders: true, isPreset: false, secretsNote: 'Kept.', dropped: 0 },
  });
  expect(await readFile(join(dataFolder, 'telemetry-secrets.json'), 'utf8')).not.toContain('hush-hush');
  expect(await new TelemetryService(options).begin('2026-11-20T10:00:00.000Z')).toBeDefined();
  await commands.saveTelemetry({ url: '', headers: '', payloads: false });
  expect(await commands.readTelemetry({})).toMatchObject({ value: { url: '', hasHeaders: false } });
  expect(await new TelemetryService(options).begin('2026-11-20T10:00:00.000Z')).toBeUndefined();
});

it('refuses a header that is none, and leaves what the environment says in front', async () => {
  const { commands } = await service();
  const refused = await commands.saveTelemetry({ url: '', headers: 'Bearer abc', payloads: false });
  expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('A header is a line') });
  const telemetry = { script: '/none.js', url: 'http://127.0.0.1:1', version: '1', payloads: false };
  const preset = await service({ telemetry });
  await preset.commands.saveTelemetry({ url: 'http://127.0.0.1:2', headers: null, payloads: true });
  expect(await preset.commands.readTelemetry({})).toMatchObject({
    value: { url: telemetry.url, isPreset: true },
  });
});
