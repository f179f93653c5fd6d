import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { RECORDING, TRANSCRIPT } from '../../app/recording/testing/joined-files.ts';
import { testHub } from './testing/test-hub.ts';

it('an open transcript tells what the model read of the calls in another tab, whichever was opened first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'joins-'));
  const hub = testHub(folder);
  onTestFinished(async () => {
    await hub.dispose();
    await rm(folder, { recursive: true, force: true });
  });
  const opened = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    const result = await hub.commands.openRecording({ path: join(folder, name) });
    return (result.ok && result.value.sessions[0]) || '';
  };
  const session = await opened('a.tierscope.jsonl', RECORDING);
  const read = async (seq: number) => {
    const result = await hub.commands.modelRead({ session, seq });
    return result.ok ? result.value : result.error;
  };
  expect(await read(3)).toBeNull();
  const transcript = await opened('0f3c.jsonl', TRANSCRIPT);
  expect(await Promise.all([2, 3, 5, 201, 301].map(read))).toEqual([
    null,
    'one: far too',
    null,
    'again',
    null,
  ]);
  await hub.commands.close({ session: transcript });
  expect(await read(3)).toBeNull();
});
