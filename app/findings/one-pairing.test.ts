import { describe, expect, it } from 'vitest';
import type { KnownRecord } from '../frame/record.ts';
import { RowTable } from '../frame/row-table.ts';
import { LogModel } from '../session/log-model.ts';
import { RowReader } from '../session/row-reader.ts';
import { failure, text } from './testing/rule-case.ts';
import { findingsIn, SessionScript } from './testing/session-script.ts';

// Cases in which rows and findings once disagreed about the pairing.

const SUBSCRIPTION = { 'io.modelcontextprotocol/subscriptionId': 2 };

function analyzed({ records }: { readonly records: readonly KnownRecord[] }) {
  const rows = new RowTable();
  const log = new LogModel({ all: [new RowReader(rows)] });
  for (const record of records) log.take(record);
  const row = (seq: number) => rows.row(rows.indexOf(seq));
  const findings = findingsIn(records);
  const rules = (seq: number) =>
    findings.filter((finding) => finding.seq === seq).map(({ rule, severity }) => `${rule} ${severity}`);
  return { row, rules, findings, model: log.model('s1') };
}

describe('an answer with the id null beside a call and a standing subscription', () => {
  const script = new SessionScript().discover({}, { capabilities: { tools: { listChanged: true } } });
  script.request('subscriptions/listen', { notifications: { toolsListChanged: true } });
  script.server({ method: 'notifications/subscriptions/acknowledged', params: { _meta: SUBSCRIPTION } });
  script.request('tools/call', { name: 'add', arguments: {} }, { id: null, ...failure(-32603, 'boom') });
  const answer = script.lastSeq;
  const call = answer - 1;
  const { row, rules, findings } = analyzed(script);

  it('belongs to the call, for the row and for the finding', () => {
    expect(row(answer)).toMatchObject({ pair: call, outcome: 'protocol error' });
    expect(row(call)).toMatchObject({ pair: answer, outcome: 'protocol error' });
    expect(findings.find(({ rule }) => rule === 'E03')?.evidence).toEqual([call, answer]);
  });

  it('says so as it does without the subscription', () => {
    expect(rules(answer)).toContain('E03 info');
  });
});

describe('progress of one of several calls', () => {
  const script = new SessionScript().handshake();
  for (const [id, progressToken] of ['p', 'q', 'q'].entries())
    script.client({ id, method: 'tools/call', params: { name: 'add', _meta: { progressToken } } });
  const call = script.lastSeq - 2;
  for (const progressToken of ['p', 'p', 'q'])
    script.server({ method: 'notifications/progress', params: { progressToken, progress: 1 } });
  const last = script.lastSeq;
  const { row, findings } = analyzed(script);

  it('belongs to the call with its token, for the row and for the finding', () => {
    expect(row(last - 1)?.pair).toBe(call);
    expect(findings.find(({ rule }) => rule === 'E20')?.evidence).toEqual([call, last - 2, last - 1]);
  });

  it('belongs to no call if two have its token', () => {
    expect(row(last)?.pair).toBe(0);
    expect(findings.filter(({ seq }) => seq === last)).toEqual([]);
  });
});

describe('an id that is used twice while it is open', () => {
  const script = new SessionScript().handshake();
  const request = { id: 5, method: 'tools/call', params: { name: 'add', arguments: {} } };
  script.client(request).client(request);
  const [first, second] = [script.lastSeq - 1, script.lastSeq];
  script.server({ id: 5, ...text('one') }).server({ id: 5, ...text('two') });
  const { row, rules, findings } = analyzed(script);

  it('is answered twice, the oldest request first, and the server is rejecting for nothing', () => {
    expect([first, second].map((seq) => [row(seq)?.pair, row(seq)?.outcome])).toEqual([
      [second + 1, 'ok'],
      [second + 2, 'ok'],
    ]);
    expect(rules(second + 1)).toEqual([]);
    expect(rules(second + 2)).toEqual([]);
  });

  it('is the fault of the client that used it again', () => {
    expect(findings.map(({ rule, seq }) => [rule, seq])).toEqual([['E16', second]]);
    expect(findings[0]?.explanation).toMatch(
      /^The client used the id 5 for tools\/call while tools\/call with the same id/,
    );
  });

  it('is not held against the server after the client gave the first request up', () => {
    const late = new SessionScript().handshake().client(request).timeout(5).client(request);
    late.server({ id: 5, ...text('one') }).server({ id: 5, ...text('two') });
    const { row: rowOf, findings: found } = analyzed(late);
    expect(found.map(({ rule }) => rule)).toEqual(['E16']);
    expect([late.lastSeq - 1, late.lastSeq].map((seq) => rowOf(seq)?.outcome)).toEqual(['ok', 'late']);
  });
});

describe('an answer with the id null before the good answer to the one open call', () => {
  const script = new SessionScript().handshake().request('tools/call', { name: 'add', arguments: {} });
  const call = script.lastSeq;
  script.server({ id: null, ...failure(-32603, 'boom') });
  const before = analyzed({ records: [...script.records] });
  script.server({ id: 2, ...text('3') });
  const after = analyzed(script);

  it('seems to be the answer at first', () => {
    expect(before.row(call)).toMatchObject({ pair: call + 1, outcome: 'protocol error' });
    expect(before.rules(call + 1)).toContain('E03 info');
  });

  it('is an orphan with its finding in the end, and the call keeps its good answer', () => {
    expect(after.row(call)).toMatchObject({ pair: call + 2, outcome: 'ok', tier: 'ok' });
    expect(after.row(call + 2)).toMatchObject({ pair: call, outcome: 'ok' });
    expect(after.row(call + 1)).toMatchObject({
      pair: 0,
      outcome: 'orphan',
      tier: 'protocol',
      method: '',
      text: 'an answer to id null, which nobody asked for: boom',
    });
    expect(after.rules(call + 1)).toEqual(['E03 info']);
    expect(after.findings.flatMap(({ evidence }) => evidence)).not.toContain(call);
  });
});

describe('an answer under an id of the server’s own', () => {
  const refused = { id: 'err_GOo5RwpX8U0J9qFZCzY=', ...failure(-32600, 'Server not initialized') };

  it('is the answer to the one open request, and says so', () => {
    const script = new SessionScript().process('spawned').request('tools/list', {}, refused);
    const [call, answer] = [2, 3];
    const { row, rules, model, findings } = analyzed(script);
    expect(row(call)).toMatchObject({ pair: answer, outcome: 'protocol error' });
    expect(row(answer)).toMatchObject({
      pair: call,
      outcome: 'protocol error',
      code: '-32600',
      text: 'Server not initialized (under the id "err_GOo5RwpX8U0J9qFZCzY=")',
    });
    expect(model.book.exchanges[0]).toMatchObject({ match: 'own-id', message: 'Server not initialized' });
    expect(rules(answer)).toContain('E04 violation');
    expect(findings.find(({ rule }) => rule === 'E04')?.evidence).toEqual([call, answer]);
    expect(model.book.counts).toMatchObject({ unanswered: 0, protocol: 1 });
  });

  it('never reached the client once the connection ends, and the server is not said to have lost the call', () => {
    const script = new SessionScript().process('spawned').request('tools/list', {}, refused);
    script.process('exited', { exitCode: 1 });
    const { row, rules, model } = analyzed(script);
    expect(row(2)).toMatchObject({ tier: 'client', outcome: 'lost' });
    expect(row(3)).toMatchObject({ tier: 'protocol', outcome: 'orphan', pair: 2 });
    expect(rules(4)).not.toContain('E14 violation');
    expect(model.book.counts).toMatchObject({ client: 1, protocol: 1, transport: 1, unanswered: 1 });
  });

  it('gives way to the answer under the true id', () => {
    const script = new SessionScript().process('spawned').request('tools/list', {}, refused);
    script.server({ id: 1, result: { tools: [] } });
    const { row, model } = analyzed(script);
    expect(model.book.exchanges[0]).toMatchObject({ match: 'id', outcome: 'ok', answerSeq: 4 });
    expect(row(3)).toMatchObject({ outcome: 'orphan', pair: 0 });
  });

  it('is rejecting for the time-out of its call, which counts as answered', () => {
    const script = new SessionScript().process('spawned').request('tools/list', {}, refused);
    script.timeout(1).request('ping', {}, { result: {} });
    const [call, answer] = [2, 3];
    const { row, rules, findings } = analyzed(script);
    expect(row(call)).toMatchObject({ tier: 'client', outcome: 'timed out' });
    expect(row(answer)).toMatchObject({ tier: 'protocol', outcome: 'orphan', pair: call });
    expect(rules(answer)).toContain('E04 violation');
    const rejecting = findings.find(({ rule }) => rule === 'E04');
    expect(rejecting?.explanation).toMatch(
      /^The answer to tools\/list \(id 1\) has the id .*, so nobody can match the two\.$/,
    );
    expect(rejecting?.evidence).toEqual([call, answer]);
    expect(findings.map(({ rule }) => rule)).not.toContain('E15');
  });

  it.each([
    ['two requests are open', new SessionScript().process('spawned').request('ping', {}).request('ping', {})],
    ['the recording began in the middle', new SessionScript().request('ping', {})],
    [
      'a part of the traffic is missing',
      new SessionScript().process('spawned').request('ping', {}).dropped(),
    ],
  ])('fits no request if %s', (_, script) => {
    script.server(refused);
    expect(analyzed(script).row(script.lastSeq)).toMatchObject({ outcome: 'orphan', pair: 0 });
  });
});

it('holds no answer against a request that shares its id with another one', () => {
  const script = new SessionScript().handshake().listTools({
    name: 'count',
    outputSchema: { type: 'object', required: ['total'] },
  });
  const open = (name: string) =>
    script.client({ id: 90, method: 'tools/call', params: { name, arguments: {} } });
  open('paint');
  open('count');
  script.server({ id: 90, result: { content: [{ type: 'text', text: 'dry' }] } });
  script.server({ id: 90, result: { content: [], structuredContent: { total: 1 } } });
  expect(script.findings().map(({ rule }) => rule)).toEqual(['E16']);
});
