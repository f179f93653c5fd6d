import { expect, onTestFinished, test } from 'vitest';
import { hostTable } from '../../../app/hosts/lens/host-table.ts';
import { RawClient, VERSION } from '../../checks/lab/testing/raw-client.ts';
import { scratchFolder } from '../../system/scratch-folder.ts';
import { runHttpServe } from './run-serve.ts';

/** The address of `tierscope serve --http` on its own data folder, until the test ends. */
async function served(): Promise<string> {
  let end: () => void = () => undefined;
  const dataFolder = await scratchFolder();
  const address = new Promise<string>((write) => {
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const options = { dataFolder, paths: [], report: { hosts: hostTable() }, vocabularies: [], version: '1' };
    const reaper = { command: '', args: [] };
    void runHttpServe({ ...options, reaper, allowsProbe: false, ended, write, writeError: write });
  });
  onTestFinished(() => end());
  return (await address).trim();
}

test('several agents ask one server over HTTP, each in its revision', async () => {
  const url = await served();
  for (const client of [new RawClient(url), new RawClient(url)]) {
    await client.initialize();
    expect(client.session).toMatch(/^[\w-]{36}$/);
    const answer = JSON.parse(await client.call('list_recordings'));
    expect(answer).toMatchObject({ id: 1, result: { structuredContent: { recordings: [] } } });
  }
  const modern = await new RawClient(url).modern('tools/list', {});
  expect(JSON.parse(modern)).toMatchObject({ id: 1, result: { resultType: 'complete' } });
});

test.each([
  ['another host', { Host: 'evil.example' }, 403],
  ['a page of another site', { Origin: 'https://evil.example' }, 403],
  ['a session that is not known', { 'Mcp-Session-Id': 'x', ...VERSION }, 404],
])('%s is refused', async (_name, headers, status) => {
  const client = new RawClient(await served());
  const response = await client.send('POST', '{"jsonrpc":"2.0","id":1,"method":"ping"}', {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...headers,
  });
  response?.resume();
  expect(response?.statusCode).toBe(status);
});
