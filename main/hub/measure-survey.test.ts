import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { KnownRecord } from '../../app/frame/record.ts';
import { seedSentence } from '../../app/lab/survey/survey-tools.ts';
import { measureSurvey } from './own-files.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'measure-survey-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A session in which a client called one tool of a survey, read in pages of two records. */
function sessionOf(instructions: string) {
  const about = { protocolVersion: '2025-11-25', capabilities: {} };
  const clientInfo = { name: 'host', version: '2' };
  const params = { name: 'survey-success-empty', arguments: {} };
  const messages = [
    { id: 0, method: 'initialize', params: { ...about, clientInfo } },
    { id: 0, result: { ...about, serverInfo: { name: 'lab', version: '1' }, instructions } },
    { id: 1, method: 'tools/call', params },
    { id: 1, result: { content: [] } },
  ];
  const records = messages.map((message, index): KnownRecord => {
    const direction = 'method' in message ? 'client-to-server' : 'server-to-client';
    const raw = JSON.stringify({ jsonrpc: '2.0', ...message });
    return { type: 'frame', seq: index + 1, at: index, session: 's1', direction, raw };
  });
  return {
    readRecords: async (first: number) => records.filter(({ seq }) => seq >= first).slice(0, 2),
  };
}

test('a pasted answer becomes rows of the host that the session names, and a page', async () => {
  const hosts = join(folder, 'hosts');
  const survey = sessionOf(seedSentence('x'));
  const saved = await measureSurvey(survey, 'survey-success-empty: none', hosts);
  if (!saved.ok) throw new Error(saved.error);
  expect(saved.value.lines).toContain(`Saved 1 row for host 2 in ${join(hosts, 'measured-host.json')}`);
  expect(saved.value.page).toBe(await readFile(join(hosts, 'measured-host.md'), 'utf8'));
});

test('an answer that says nothing of a called tool saves nothing', async () => {
  const saved = await measureSurvey(sessionOf(seedSentence('x')), 'I saw nothing.', join(folder, 'hosts'));
  expect(saved).toMatchObject({ ok: true, value: { page: '' } });
});

test('a session without a survey is refused with a sentence', async () => {
  const saved = await measureSurvey(sessionOf('Hello.'), '', folder);
  expect(saved).toMatchObject({ ok: false, error: expect.stringContaining('holds no survey') });
});
