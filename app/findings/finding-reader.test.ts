import { describe, expect, it } from 'vitest';
import type { KnownRecord } from '../frame/record.ts';
import { LogModel } from '../session/log-model.ts';
import { HttpScript } from '../session/testing/http-script.ts';
import { readEnvelope } from '../wire/envelope.ts';
import { FindingReader } from './finding-reader.ts';
import { failure, text } from './testing/rule-case.ts';
import { findingsIn, SessionScript } from './testing/session-script.ts';

function rulesOf(script: SessionScript): string[] {
  return script.findings().map((finding) => finding.rule);
}

describe('the findings of a session', () => {
  it('finds nothing in a session that does everything right', () => {
    const script = new SessionScript()
      .handshake()
      .listTools({ name: 'add' })
      .call('add', { a: 1, b: 2 }, text('3'))
      .callFails('add', 'b must be a number, such as 3. Pass both a and b.')
      .process('stdin-closed')
      .process('exited', { exitCode: 0 });
    expect(rulesOf(script)).toEqual([]);
  });

  it('finds nothing in a session of 2026-07-28 that does everything right', () => {
    const script = new SessionScript().discover().listTools({ name: 'add' });
    script.request(
      'tools/call',
      { name: 'add', arguments: {} },
      { result: script.complete({ content: [] }) },
    );
    expect(rulesOf(script)).toEqual([]);
  });

  it('takes an answer whose id changed its type for the answer, in all that follows', () => {
    const script = new SessionScript().handshake();
    script.client({ id: 70, method: 'tools/call', params: { name: 'add' } });
    script.server({ id: '70', ...text('3') });
    script.client({ id: 71, method: 'tools/call', params: { name: 'add' } });
    script.server({ id: null, ...failure(-32603, 'The id was readable') });
    script.process('exited', { exitCode: 1 });
    const found = script.findings().map(({ rule, severity }) => `${rule} ${severity}`);
    expect(found).toEqual(['E06 violation', 'E03 info']);
  });

  it('sees progress that falls back beside thousands of calls without an answer, until its own is answered', () => {
    const script = new SessionScript().handshake();
    const call = (token: number) => ({ name: 'add', arguments: {}, _meta: { progressToken: token } });
    for (let id = 1000; id < 6000; id += 1) {
      script.client({ id, method: 'tools/call', params: call(id) });
      if (id % 2 === 0) script.client({ method: 'notifications/cancelled', params: { requestId: id } });
    }
    const report = (progress: number) =>
      script.server({ method: 'notifications/progress', params: { progressToken: 3000, progress } }).lastSeq;
    report(2);
    const fallen = report(1);
    script.server({ id: 3000, ...text('late') });
    script.client({ id: 9000, method: 'tools/call', params: call(3000) });
    report(1);
    expect(
      script
        .findings()
        .filter(({ rule }) => rule === 'E20')
        .map(({ seq }) => seq),
    ).toEqual([fallen]);
  });

  it('reads the envelope that it is given', () => {
    const found: FindingReader[] = [];
    const log = new LogModel({
      each: (model, session) => {
        const reader = new FindingReader(model, session);
        found.push(reader);
        return [reader];
      },
    });
    const frame: KnownRecord = {
      type: 'frame',
      seq: 1,
      at: 0,
      session: 's1',
      direction: 'server-to-client',
      raw: 'not looked at',
    };
    log.take(frame, readEnvelope('{"jsonrpc":"2.0","method":"x"}'));
    expect(found.map(({ sink }) => sink.findings)).toEqual([[]]);
  });

  it('checks the frames of a line that is not UTF-8', () => {
    const script = new SessionScript().handshake().server('', { raw: undefined, rawBase64: '/w==' });
    expect(rulesOf(script)).toEqual(['E11']);
  });

  it('never checks what the user malformed on purpose', () => {
    const script = new SessionScript()
      .handshake()
      .client('{oops', { deliberate: true })
      .client('{"id":9,"method":"ping"}', { deliberate: true })
      .client({ id: 1, method: 'ping' }, { deliberate: true })
      .server({ id: 1, result: {} });
    expect(rulesOf(script)).toEqual([]);
  });

  it('still checks what is wrong in the answer to such a frame by itself', () => {
    const script = new SessionScript()
      .handshake()
      .request('tools/call', {}, failure('oops', 'x'), { deliberate: true });
    expect(rulesOf(script)).toContain('C08');
  });

  it('gives no advice on how the answer to such a frame is worded', () => {
    const dump = '[{"code":"invalid_type","path":["name"],"message":"Required"}]';
    const asked = (deliberate: boolean) =>
      new SessionScript()
        .handshake()
        .request('tools/call', {}, failure(-32603, dump), deliberate ? { deliberate } : {});
    expect(rulesOf(asked(false))).toContain('Q12');
    expect(rulesOf(asked(true))).toEqual([]);
  });

  it('takes an answer without an id for the answer to such a frame, and not for one to an open call', () => {
    const script = new SessionScript()
      .handshake()
      .request('ping', {})
      .client('{oops', { deliberate: true })
      .server({ id: null, ...failure(-32700, 'Parse error') })
      .server({ id: 2, result: {} });
    expect(rulesOf(script)).toEqual([]);
  });

  it('checks the reaction to such a frame if a prober asks for it', () => {
    const script = new SessionScript()
      .handshake()
      .request('tools/call', {}, failure(-32603, 'x'), { deliberate: true });
    expect(rulesOf(script)).not.toContain('T05');
    expect(script.findings({ checkRawMessages: true }).map((finding) => finding.rule)).toContain('T05');
  });

  it('concludes nothing from what was dropped', () => {
    const script = new SessionScript()
      .handshake()
      .request('ping', {})
      .dropped()
      .server({ id: 77, result: {} })
      .process('exited', { exitCode: 1 });
    expect(rulesOf(script)).toEqual([]);
  });

  it('keeps the names and drops the schemas of a list that changed', () => {
    const script = new SessionScript()
      .handshake()
      .listTools({ name: 'add', outputSchema: { type: 'object' } })
      .server({ method: 'notifications/tools/list_changed' })
      .call('add', {}, text('3'))
      .call('add', {}, failure(-32603, 'boom'));
    expect(rulesOf(script)).toEqual(['T04']);
  });

  it('checks each message of a batch', () => {
    const script = new SessionScript()
      .handshake('2025-03-26')
      .client('[{"jsonrpc":"2.0","id":5,"method":"ping"}]');
    script.server('[{"jsonrpc":"2.0","id":5,"error":{"code":0,"message":"x"}}]');
    expect(rulesOf(script)).toEqual(['C07']);
  });

  it('takes an answer without an id for the one open call', () => {
    const script = new SessionScript().handshake().listTools({ name: 'add' });
    script.request('tools/call', { name: 'add', arguments: {} }, { id: null, ...failure(-32603, 'boom') });
    expect(script.findings()).toMatchObject([{ rule: 'E03', severity: 'info', evidence: [7, 8] }]);
  });

  it('checks a second life of the server by its own handshake', () => {
    const script = new SessionScript().handshake('2025-11-25').handshake('2025-06-18');
    script.call('add', {}, failure(-32042, 'Sign in'));
    expect(rulesOf(script)).toEqual(['C03']);
  });

  it('takes back what was said because the vocabulary was unknown, once it is known', () => {
    let known: readonly string[] = [];
    const session = new SessionScript().handshake().call('add', {}, failure(-32001, 'Item not found'));
    const model = new LogModel();
    const reader = new FindingReader(model.model('s1'), 's1', { vocabularies: () => known });
    for (const record of session.records) reader.take(model.take(record));
    const ids = () => reader.sink.findings.map(({ rule }) => rule);
    expect(ids()).toContain('C05');
    const before = reader.sink.revision;
    known = ['mcp-ts-core'];
    reader.take(model.take({ type: 'stderr', seq: 90, at: 900, session: 's1', text: 'ready' }));
    expect(ids()).not.toContain('C05');
    expect(reader.sink.revision).toBe(before + 1);
  });

  it('names the SDK as the one that must act, once the vocabulary shows that it does this by itself', () => {
    let known: readonly string[] = [];
    const { records } = new SessionScript()
      .handshake()
      .listTools({ name: 'add' })
      .call(
        'add',
        { a: 'x' },
        failure(-32602, 'Invalid params', { message: 'a: expected type of :integer' }),
      );
    const readers: FindingReader[] = [];
    const log = new LogModel({
      each: (model, name) => {
        readers.push(new FindingReader(model, name, { vocabularies: () => known }));
        return readers;
      },
    });
    for (const record of records) log.take(record);
    const sides = () => readers[0]?.sink.findings.map(({ rule, side }) => `${rule} ${side}`);
    expect(sides()).toContain('T01 server');
    known = ['hermes'];
    log.finish();
    expect(sides()).toContain('T01 sdk');
  });

  it('waits for a late complaint about a line that nobody could read', () => {
    const script = new SessionScript().handshake().client('oops').wait(1000);
    expect(rulesOf(script)).toEqual([]);
  });

  it('groups the noise of a run under its first line, and says how that runtime writes to stderr', () => {
    const session = { type: 'session', seq: 0, at: 0, session: 's1', label: 'x', origin: 'tap' } as const;
    const script = new SessionScript().handshake();
    script.server('starting').server('').server('ready').server('bye');
    script.process('exited', { exitCode: 0 }).handshake().server('starting');
    const records = [{ ...session, command: '/usr/bin/python3', args: ['-m', 'weather'] }, ...script.records];
    const found = findingsIn(records).filter(({ rule }) => rule === 'E11');
    expect(found.map(({ evidence }) => evidence.length)).toEqual([3, 1]);
    expect(found[0]?.todo).toContain('file=sys.stderr');
    const node = [{ ...session, command: 'npx', args: ['weather'] }, ...script.records];
    expect(findingsIn(node).find(({ rule }) => rule === 'E11')?.todo).toContain('console.error');
  });
});

describe('the findings of a recording', () => {
  it('keeps the sessions of a recording apart', () => {
    const script = new SessionScript().handshake().request('ping', {});
    const other = script.records.map((record) =>
      'session' in record ? { ...record, session: 's2' } : record,
    );
    const records = [...script.records, ...other, ...new SessionScript().records];
    expect(findingsIn(records)).toEqual([]);
  });
});

it('says of a raw HTTP request what the server did wrong, and nothing of the user', () => {
  const body = '<!DOCTYPE html><pre>Error: x\n    at readBody (/srv/app/server.js:12:3)</pre>';
  const came = { status: 400, body, headers: { 'Content-Type': 'text/html' } };
  const bare = () => new HttpScript().handshake().post('{', came, { Accept: '' });
  const rules = (script: HttpScript) => findingsIn(script.records).map(({ rule }) => rule);
  expect(rules(bare())).toEqual(expect.arrayContaining(['H05', 'H30']));
  expect(rules(bare().raw())).toEqual(['H05']);
});

it('knows that ids count within a session, so a new handshake may use them again', () => {
  const discover = { id: 'probe', method: 'server/discover' };
  const again = new HttpScript().post(discover).handshake().post(discover, {}, { 'Mcp-Session-Id': '' });
  const rules = (script: HttpScript) => findingsIn(script.records).map(({ rule }) => rule);
  expect(rules(again)).not.toContain('E16');
  expect(rules(new HttpScript().handshake().fine(1).fine(1))).toContain('E16');
});
