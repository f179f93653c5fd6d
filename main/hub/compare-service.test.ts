import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { COMPARED_CLASSES } from '../../app/analysis/compare/compared-rows.ts';
import {
  type ScriptedCall,
  scriptedRecords,
  text,
  toolError,
} from '../../app/analysis/compare/testing/scripted-run.ts';
import { encodeHeader, encodeRecord } from '../../app/recording/encode-record.ts';
import { sampleHeader } from '../../app/recording/testing/any-record.ts';
import type { HostApi } from './host-api.ts';
import { testHub } from './testing/test-hub.ts';

const noise = { off: [], own: [] };
let folder = '';
let hub: HostApi;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compare-'));
  hub = testHub(folder, ['-e', '']);
});

afterEach(async () => {
  await hub.dispose();
  await rm(folder, { recursive: true, force: true });
});

async function opened(name: string, calls: readonly ScriptedCall[]): Promise<string> {
  const path = join(folder, `${name}.tierscope.jsonl`);
  const lines = [encodeHeader(sampleHeader), ...scriptedRecords(calls).map(encodeRecord)];
  await writeFile(path, `${lines.join('\n')}\n`);
  return sessionOf(path);
}

async function sessionOf(path: string): Promise<string> {
  const open = await hub.commands.openRecording({ path });
  if (!open.ok) throw new Error(open.error);
  return open.value.sessions[0] ?? '';
}

const FINE: readonly ScriptedCall[] = [
  { tool: 'a', result: text('at 2026-11-21T10:00:00Z') },
  { tool: 'b', result: text('x') },
];
const WORSE: readonly ScriptedCall[] = [
  { tool: 'a', result: text('at 2026-11-22T10:00:00Z') },
  { tool: 'b', result: toolError('no') },
];

test('two recordings are compared, again by other rules, row by row and in full', async () => {
  const left = { session: await opened('fine', FINE) };
  const right = { session: await opened('worse', WORSE) };
  const open = await hub.commands.openComparison({ left, right, noise });
  if (!open.ok) throw new Error(open.error);
  const { comparison, summary } = open.value;
  expect(summary).toMatchObject({ left: 2, right: 2, counts: { worse: 1, same: 1, changed: 0 } });
  const kept = await hub.commands.setComparisonNoise({ comparison, noise: { off: ['iso-times'], own: [] } });
  expect(kept).toMatchObject({ value: { counts: { worse: 1, same: 0, changed: 1 } } });
  const rows = await hub.commands.readComparison({
    comparison,
    classes: [...COMPARED_CLASSES],
    from: 0,
    limit: 9,
  });
  expect(rows).toMatchObject({ value: [{ row: { class: 'worse' } }, { row: { class: 'changed' } }] });
  expect(await hub.commands.readComparedRow({ comparison, number: 0 })).toMatchObject({ ok: true });
  await hub.commands.closeComparison({ comparison });
  expect(await hub.commands.readComparedRow({ comparison, number: 0 })).toEqual({
    ok: false,
    error: 'This comparison was closed. Compare again.',
  });
});

test('a part of a session is compared with another one, and a file of another tool too', async () => {
  const session = await opened('worse', WORSE);
  const parts = { left: { session, from: 0, to: 3 }, right: { session, from: 4 }, noise };
  expect(await hub.commands.openComparison(parts)).toMatchObject({
    value: { summary: { left: 1, right: 1 } },
  });
  const path = join(folder, 'plain.jsonl');
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'b', arguments: {} } };
  const answer = { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'no' } };
  await writeFile(path, `${JSON.stringify(call)}\n${JSON.stringify(answer)}\n`);
  const plain = { session: await sessionOf(path) };
  const open = await hub.commands.openComparison({ left: plain, right: { session }, noise });
  expect(open).toMatchObject({ value: { summary: { left: 1, right: 2, counts: { better: 1, right: 1 } } } });
});

test('what cannot be compared is refused with a sentence', async () => {
  const session = await opened('fine', FINE);
  const whole = { session };
  const { openComparison } = hub.commands;
  expect(await openComparison({ left: whole, right: { session: 's99' }, noise })).toEqual({
    ok: false,
    error: 'There is no session s99 any more.',
  });
  const turned = await openComparison({ left: { session, from: 5, to: 2 }, right: whole, noise });
  expect(turned).toMatchObject({ ok: false, error: expect.stringContaining('comes before the first') });
  expect(await openComparison({ left: whole, right: whole, sentTo: session, noise })).toMatchObject({
    ok: false,
  });
  const own = [{ kind: 'regex', pattern: '(' }] as const;
  const broken = await openComparison({ left: whole, right: whole, noise: { off: [], own: [...own] } });
  expect(broken).toMatchObject({ ok: false, error: expect.stringContaining('cannot be used') });
});
