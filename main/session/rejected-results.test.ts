import { expect, it } from 'vitest';
import { FindingReader } from '../../app/findings/finding-reader.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import { LogModel } from '../../app/session/log-model.ts';
import { SHAPES } from './testing/result-shapes.ts';
import { rig, scripted, tool } from './testing/session-rig.ts';

/** Client 1.x accepts it and client 2.x does not: a result that either rejects has the client tier. */
const ONE_REJECTS = ['{"task":{"taskId":"t"}}'];

it('the client of a live session rejects what the frame alone shows to be rejected, and it is said once', async () => {
  const shapes = SHAPES.filter(([method]) => method === 'tools/call')
    .map(([, result]) => result)
    .filter((result) => !ONE_REJECTS.includes(result));
  const server = scripted(`
    const results = ${JSON.stringify(shapes)};
    if (request.method === 'initialize') say({ jsonrpc: '2.0', id: request.id, result: {
      protocolVersion: '2025-11-25', serverInfo: { name: 's', version: '1' },
      capabilities: { tools: {} } } });
    else if (request.id !== undefined)
      say('{"jsonrpc":"2.0","id":' + request.id + ',"result":' + results[request.params.name] + '}');`);
  const { session, records } = rig(server, { era: 'initialize' });
  await session.start();
  const rejected: boolean[] = [];
  for (const index of shapes.keys()) {
    const before = records.length;
    await session.call(tool(String(index)));
    rejected.push(records.slice(before).some(({ type }) => type === 'client'));
  }

  const placed = records.map((record, at) => ({ ...record, seq: at + 1, at, session: 's1' }) as KnownRecord);
  const withRecords = read(placed);
  const byFrames = read(placed.filter(({ type }) => type !== 'client'));
  const calls = withRecords.exchanges.filter(({ method }) => method !== 'initialize');
  const seen = calls.map(({ outcome }) => outcome === 'rejected by the client');
  expect(named(seen)).toEqual(named(rejected));
  expect(byFrames.exchanges).toEqual(withRecords.exchanges.map((one) => ({ ...one, givenUpSeq: 0 })));
  expect(withRecords.counts.client).toBe(rejected.filter(Boolean).length);
  expect(byFrames.findings).toEqual(withRecords.findings);
  const rejections = withRecords.findings.filter(
    ({ rule, explanation }) => rule === 'D09' && /, so /.test(explanation),
  );
  expect(new Set(rejections.map(({ seq }) => seq)).size).toBe(rejections.length);

  function named(flags: readonly boolean[]): string[] {
    return shapes.map((result, index) => `${result} ${flags[index] ? 'lost' : 'ok'}`);
  }
});

function read(records: readonly KnownRecord[]) {
  const findings: FindingReader[] = [];
  const log = new LogModel({
    each: (model, session) => {
      const reader = new FindingReader(model, session);
      findings.push(reader);
      return [reader];
    },
  });
  for (const record of records) log.take(record);
  log.finish();
  const { exchanges, counts } = log.model('s1').book;
  return { exchanges, counts, findings: findings.flatMap((reader) => reader.sink.findings) };
}
