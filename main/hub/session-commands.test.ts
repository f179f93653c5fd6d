import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommandInput } from '../../app/contract/commands.ts';
import type { LiveInfo } from '../../app/contract/session-info.ts';
import type { HostApi } from './host-api.ts';
import { EVERYTHING, liveReached, testHub } from './testing/test-hub.ts';

const BOTH_ERAS = 'main/session/testing/both-eras-server.js';

let folder = '';
let hub: HostApi;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-'));
  hub = testHub(folder, [EVERYTHING]);
});

afterEach(async () => {
  await hub.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** Connects, and resolves with the session's info once `fits`. */
async function connected(
  script: string,
  input: Omit<CommandInput<'connect'>, 'commandLine'> = {},
): Promise<LiveInfo> {
  const commandLine = `"${process.execPath}" "${script}"`;
  const opened = await hub.commands.connect({ commandLine, ...input });
  return reached(
    opened.ok ? opened.value.session : '',
    (info) => info.state === 'ready' && info.protocolVersion !== null,
  );
}

const reached = (session: string, fits: (info: LiveInfo) => boolean) => liveReached(hub, session, fits);

test('a session shows its era, the reason, and its settings, and can be restarted in another era', async () => {
  const info = await connected(BOTH_ERAS, { settings: { probeTimeoutMs: 60_000 } });
  expect(info).toMatchObject({
    era: 'modern',
    protocolVersion: '2026-07-28',
    server: { name: 'both-eras' },
    settings: { era: 'auto' },
    serverRequests: [],
    suggestions: [],
  });
  expect(info.eraReason).toContain('server/discover');
  const { session } = info;
  expect(await hub.commands.restart({ session, era: 'initialize' })).toEqual({ ok: true, value: null });
  const again = await reached(session, (now) => now.protocolVersion === '2025-11-25');
  expect(again).toMatchObject({ era: 'initialize', settings: { era: 'initialize' } });
});

test('a server request is part of the info until it is answered', async () => {
  const settings = { answers: { elicitation: { kind: 'ask' } } } as const;
  const { session } = await connected(BOTH_ERAS, { settings });
  const call = hub.commands.callTool({ session, name: 'ask-name', arguments: {} });
  const { serverRequests } = await reached(session, (info) => info.serverRequests.length > 0);
  const requestId = serverRequests[0]?.requestId ?? '';
  const answer = { kind: 'result', result: { action: 'accept', content: { name: 'Ada' } } } as const;
  expect((await hub.commands.answerServerRequest({ session, requestId, answer })).ok).toBe(true);
  expect((await hub.commands.answerServerRequest({ session, requestId, answer })).ok).toBe(false);
  expect(JSON.stringify(await call)).toContain('hello Ada');
  expect((await reached(session, () => true)).serverRequests).toEqual([]);
});

test('what a server has is reached by a command each', async () => {
  const settings = { era: 'initialize' as const, roots: [{ uri: 'file:///tmp' }] };
  const { session } = await connected(EVERYTHING, { settings });
  const { commands } = hub;
  const prompts = await commands.listAll({ session, what: 'prompts' });
  expect(JSON.stringify(prompts)).toContain('completable-prompt');
  const prompt = await commands.sendRequest({
    session,
    method: 'prompts/get',
    params: { name: 'simple-prompt' },
  });
  expect(prompt).toMatchObject({ ok: true, value: { failure: '' } });
  const ref = { type: 'ref/prompt', name: 'completable-prompt' } as const;
  const params = { ref, argument: { name: 'department', value: 'E' } };
  const completed = await commands.sendRequest({ session, method: 'completion/complete', params });
  expect(JSON.stringify(completed)).toContain('Engineering');
  const resources = await commands.listAll({ session, what: 'resources' });
  const uri = /"uri":"([^"]+)"/.exec(JSON.stringify(resources))?.[1] ?? '';
  const read = await commands.sendRequest({ session, method: 'resources/read', params: { uri } });
  expect(read).toMatchObject({ ok: true, value: { failure: '' } });
  expect(await commands.subscribe({ session, uri })).toMatchObject({ ok: true, value: { failure: '' } });
  expect((await reached(session, () => true)).subscriptions).toEqual([uri]);
  expect(await commands.unsubscribe({ session, uri })).toMatchObject({ ok: true, value: { failure: '' } });
  expect(await commands.setLogLevel({ session, level: 'debug' })).toMatchObject({ value: { failure: '' } });
});

test('a raw message is recorded as such, and only as text or base64', async () => {
  const { session } = await connected(EVERYTHING, { settings: { era: 'initialize' } });
  const deliberate = true as const;
  const sent = await hub.commands.sendRaw({ session, text: '{"jsonrpc":"1.0"', deliberate });
  expect(sent).toMatchObject({ ok: true });
  const fill = { bytes: 3, after: '"}' };
  const filled = await hub.commands.sendRaw({ session, text: '{"a":"', fill, deliberate });
  const filledSeq = filled.ok ? filled.value.seq : 0;
  const line = await hub.commands.readRecords({ session, first: filledSeq, last: filledSeq, limit: 1 });
  expect(line).toMatchObject({ value: [{ raw: '{"a":"xxx"}' }] });
  expect((await hub.commands.sendRaw({ session, base64: 'YQ==', fill, deliberate })).ok).toBe(false);
  expect((await hub.commands.sendRaw({ session, deliberate })).ok).toBe(false);
  expect((await hub.commands.sendRaw({ session, text: 'a', base64: 'YQ==', deliberate })).ok).toBe(false);
  const seq = sent.ok ? sent.value.seq : 0;
  const record = await hub.commands.readRecords({ session, first: seq, last: seq, limit: 1 });
  expect(record).toMatchObject({ value: [{ seq, deliberate: true, raw: '{"jsonrpc":"1.0"' }] });
  const { file } = await reached(session, () => true);
  await hub.commands.close({ session });
  expect(await readFile(file, 'utf8')).toContain('"deliberate":true');
});
