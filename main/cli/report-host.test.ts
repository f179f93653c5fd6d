import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { encodeHeader } from '../../app/recording/encode-record.ts';
import { sampleHeader } from '../../app/recording/testing/any-record.ts';
import { runReport } from './run-report.ts';

const tools = [
  {
    name: 'find',
    description: 'd',
    inputSchema: { type: 'object', properties: { id: {} }, anyOf: [{ required: ['id'] }] },
  },
];

/** The output of `report --host` for a recording with these messages, the client's first. */
async function reported(hostName: string, ...messages: readonly object[]) {
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-report-host-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const lines = messages.map((message, at) => ({
    ...{ type: 'frame', seq: at + 1, at, session: 's1' },
    ...{ direction: at % 2 === 0 ? 'client-to-server' : 'server-to-client' },
    raw: JSON.stringify({ jsonrpc: '2.0', ...message }),
  }));
  const file = join(folder, 'one.tierscope.jsonl');
  const texts = [encodeHeader(sampleHeader), ...lines.map((line) => JSON.stringify(line))];
  await writeFile(file, `${texts.join('\n')}\n`);
  const said = { out: '', errors: '' };
  await runReport({
    ...{ files: [file], format: 'json', redact: true, failOn: [], version: '0.1.0', hostName },
    write: (text) => {
      said.out += text;
    },
    writeError: (text) => {
      said.errors += text;
    },
  });
  return said;
}

const listed = [
  { id: 1, method: 'tools/list', params: {} },
  { id: 1, result: { tools } },
];

test('report --host takes providers, beside one host and alone, and what they lose is advice', async () => {
  const lostBy = async (hostName: string) => {
    const { findings } = JSON.parse((await reported(hostName, ...listed)).out).recordings[0].sessions[0];
    return findings.map(
      ({ rule, severity, message }: Record<string, string>) =>
        `${rule} ${severity} ${/^[\w ]+?(?= leaves| refuses)/.exec(message ?? '')?.[0]}`,
    );
  };
  expect(await lostBy('openai-chat')).toEqual(['L06 advice OpenAI Chat Completions']);
  expect(await lostBy('claude-code@2.1.260, openai-chat')).toEqual([
    'L06 advice Claude Code',
    'L06 advice OpenAI Chat Completions',
  ]);
});

test('report --host refuses a second host, and names the providers that there are', async () => {
  expect((await reported('claude-code,cursor', ...listed)).errors).toMatch(/through one host/);
  expect((await reported('nobody', ...listed)).errors).toMatch(/no host "nobody".*openai-strict/);
});
