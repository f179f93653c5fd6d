import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { encodeHeader, encodeRecord } from '../../app/recording/encode-record.ts';
import { LabHttp, listenLab } from '../checks/lab/lab-http.ts';
import { startStreamLab } from '../checks/lab/run-lab.ts';
import { RawClient, VERSION } from '../checks/lab/testing/raw-client.ts';
import { scratchFolder } from '../system/scratch-folder.ts';
import { tappedAddress } from '../tap/testing/tapped-address.ts';
import { runHttpMock } from './run-mock.ts';

/** Requests to the lab, with the answers. */
async function asked(url: string): Promise<string[]> {
  const client = new RawClient(url);
  await client.initialize();
  const unknown = client.post({ id: 9, method: 'tools/call', params: { name: 'nothing' } }, VERSION);
  return [await client.call('ok-text'), await client.call('tool-error-text'), await unknown];
}

test('a recording over HTTP answers as an HTTP server what its server answered', async () => {
  const lab = await listenLab(new LabHttp((stdin, stdout) => startStreamLab(stdin, stdout, [])), 0);
  const tap = await tappedAddress(lab.addresses.plain ?? '');
  const before = await asked(tap.url);
  await tap.close();
  await lab.close();
  const file = join(await scratchFolder(), 'lab.tierscope.jsonl');
  const startedAt = '2026-11-27T12:00:00.000Z';
  const header = encodeHeader({ type: 'header', format: 'tierscope', version: 1, startedAt });
  await writeFile(file, `${[header, ...tap.records.map(encodeRecord)].join('\n')}\n`);
  let end: () => void = () => undefined;
  const address = new Promise<string>((write) => {
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    void runHttpMock({ file, speed: 100, ended, write, writeError: write });
  });
  onTestFinished(() => end());
  const url = (await address).trim();
  expect(await asked(url)).toEqual(before);
  const another = new RawClient(url);
  await another.initialize();
  const params = { name: 'ok-text', arguments: {} };
  const answer = await another.post({ id: 'other', method: 'tools/call', params }, VERSION);
  expect(JSON.parse(answer)).toEqual({ ...JSON.parse(before[0] ?? ''), id: 'other' });
  expect(await new RawClient(url).call('ok-text')).toContain('-32000');
});
