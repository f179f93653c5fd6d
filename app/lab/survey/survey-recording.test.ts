import { expect, test } from 'vitest';
import { arrivalOf } from './arrivals.ts';
import { buildListSurvey, listRows } from './list-survey.ts';
import { buildSurvey, LONG_TEXT_CHARS } from './survey.ts';
import { isOfLists, SurveyProgress } from './survey-progress.ts';
import { SurveyRecording } from './survey-recording.ts';
import { listSurveyTools, seedSentence } from './survey-tools.ts';

type Said = readonly ['client' | 'server', object, read?: string];

const initialize = { protocolVersion: '2025-11-25', capabilities: {} };

function handshake(name: string, instructions: string): Said[] {
  const clientInfo = { name, version: '7' };
  return [
    ['client', { id: 0, method: 'initialize', params: { ...initialize, clientInfo } }],
    ['server', { id: 0, result: { ...initialize, serverInfo: { name: 's', version: '1' }, instructions } }],
  ];
}

function call(id: number, name: string, args: object = {}, read?: string): Said[] {
  return [
    ['client', { id, method: 'tools/call', params: { name, arguments: args } }],
    ['server', { id, result: { content: [] } }, read],
  ];
}

function recordingOf(...sessions: Said[][]): SurveyRecording {
  const recording = new SurveyRecording();
  let seq = 0;
  for (const [index, said] of sessions.entries()) {
    for (const [who, message, read] of said) {
      seq += 1;
      const direction = who === 'client' ? 'client-to-server' : 'server-to-client';
      const raw = JSON.stringify({ jsonrpc: '2.0', ...message });
      const place = { seq, at: seq, session: `s${index}`, direction } as const;
      recording.take({ type: 'frame', ...place, raw, ...(read === undefined ? {} : { read }) });
    }
  }
  return recording;
}

const survey = buildSurvey('x-1');
const [marker] = survey.cases.find(({ tool }) => tool === 'survey-success-text')?.markers ?? [];
const word = marker?.word ?? '';

test('a recording knows the survey’s seed, its client, the calls and the reports', () => {
  const found = recordingOf([
    ...handshake('host', `Hello. ${seedSentence('x-1')}`),
    ...call(1, 'survey-success-text'),
    ...call(2, 'survey-success-empty'),
    ...call(3, 'survey-report', { anything: [`it said\n${word}`] }),
  ]).survey('');
  expect(found?.client).toEqual({ name: 'host', version: '7' });
  expect([...(found?.progress.findings.measured ?? [])]).toEqual(['survey-success-text']);
  expect(found?.progress.unreported).toEqual(['survey-success-empty']);
});

test('a pasted answer counts as a report', () => {
  const said = [...handshake('host', seedSentence('x-1')), ...call(1, 'survey-success-empty')];
  const found = recordingOf(said).survey('mcp__lab__survey_success_empty: none');
  expect([...(found?.progress.findings.measured ?? [])]).toEqual(['survey-success-empty']);
});

test('what a transcript says that the model read counts as a report of the tool', () => {
  const found = recordingOf([
    ...handshake('host', seedSentence('x-1')),
    ...call(1, 'survey-start', {}, 'Call survey-success-empty and survey-success-text.'),
    ...call(2, 'survey-success-text', {}, `it was ${word}`),
    ...call(3, 'survey-success-empty', {}, ''),
  ]).survey('');
  expect([...(found?.progress.findings.measured ?? [])].sort()).toEqual([
    'survey-success-empty',
    'survey-success-text',
  ]);
  expect([...(found?.progress.findings.seen ?? [])]).toEqual([word]);
  expect(found?.progress.unreported).toEqual([]);
});

test('sessions of other servers are left alone, and a recording without a survey has none', () => {
  const other = [...handshake('editor', 'Other'), ...call(1, 'survey-success-text')];
  expect(recordingOf(other).survey(word)).toBeUndefined();
  const found = recordingOf(other, handshake('host', seedSentence('x-1')), other).survey(word);
  expect(found?.client.name).toBe('host');
  expect(found?.progress.uncalled).toHaveLength(survey.cases.length);
});

test('a marker of a tool that was not called is no measurement', () => {
  const progress = new SurveyProgress(survey);
  progress.reported(word);
  expect([...progress.findings.measured]).toEqual([]);
  progress.called('survey-success-text');
  expect([...progress.findings.measured]).toEqual(['survey-success-text']);
});

test('a recorded survey of lists has the shapes that were sent, and a request to the model shows which are lost', () => {
  const lists = buildListSurvey('x-1', ['const', 'tuple']);
  const recording = recordingOf([
    ...handshake('host', seedSentence('x-1')),
    ['client', { id: 1, method: 'tools/list' }],
    ['server', { id: 1, result: { tools: listSurveyTools(lists) } }],
  ]);
  const [sent] = listSurveyTools(lists).slice(1);
  const { progress } = recording.survey(JSON.stringify({ body: { tools: [sent] } })) ?? {};
  if (progress === undefined || !isOfLists(progress)) throw new Error('no survey of lists');
  const rows = listRows(progress.findings, { host: 'host', versions: undefined, source: 's', asOf: '2026' });
  expect(rows.notes).toEqual(['Kept: survey-list-const.', 'Lost: survey-list-tuple.']);
});

test('a transcript’s picture shows its word, and a text without its middle is no whole text', () => {
  const one = (tool: string) => {
    const found = survey.cases.find((each) => each.tool === tool);
    if (found === undefined) throw new Error(tool);
    return found;
  };
  const long = one('survey-tool-error-long');
  const words = long.markers.map((each) => each.word).filter((_, at) => at < 12 || at > 140);
  const found = recordingOf([
    ...handshake('host', seedSentence('x-1')),
    ...call(1, 'survey-success-image', {}, '[image/png]'),
    ...call(2, 'survey-tool-error-image', {}, 'Unknown error'),
    ...call(3, long.tool, {}, words.join(' ')),
  ]).survey('');
  const { seen } = found?.progress.findings ?? { seen: new Set<string>() };
  expect(arrivalOf(one('survey-success-image'), seen).blocks).toMatchObject([{ level: 'block' }]);
  expect(arrivalOf(one('survey-tool-error-image'), seen).blocks).toMatchObject([{ level: 'none' }]);
  const { cut } = arrivalOf(long, seen);
  expect(cut?.from).toBeLessThan(cut?.before ?? 0);
  expect(cut?.tail).toBeGreaterThan(0);
  expect((cut?.before ?? 0) + (cut?.tail ?? 0)).toBeLessThan(LONG_TEXT_CHARS);
});
