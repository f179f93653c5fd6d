import { describe, expect, it } from 'vitest';
import { ReportedSession } from './testing/reported.ts';

const OPENING = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
};
const opened = () => new ReportedSession().sent(OPENING);
const answer = {
  id: 1,
  result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } },
};
const closed = { event: 'stdin-closed' };

it('tells a first answer for which hosts do not wait, and none that is quick', () => {
  const slow = opened().wait(12_000).got(answer).session().slowStart;
  expect(slow).toEqual({ firstAnswerMs: 12_002, hosts: 'opencode 5 s, Codex CLI 10 s' });
  expect(opened().wait(900).got(answer).session().slowStart).toBeUndefined();
});

describe('a start that hangs', () => {
  it('is laid to headers that the server writes', () => {
    const session = opened()
      .raw('server-to-client', 'Content-Length: 57\r')
      .raw('server-to-client', '\r')
      .raw('server-to-client', '{"jsonrpc":"2.0","id":1,"result":{}}Content-Length: 40\r')
      .wait(60_000)
      .client('timeout', 'Request timed out', 1)
      .session();
    const timeout = session.errors.find(({ tier }) => tier === 'client');
    expect(timeout).toMatchObject({ acts: 'server', todo: expect.stringContaining('without headers') });
    expect(session.errors[0]?.explanation).toContain('Content-Length');
    const e11 = session.findings.filter(({ rule }) => rule === 'E11');
    expect(e11).toHaveLength(1);
    expect(e11[0]?.message).toContain('Language Server Protocol');
  });

  it('is laid to headers that the client writes', () => {
    const error = new ReportedSession().raw('client-to-server', 'Content-Length: 152\r').error();
    expect(error).toMatchObject({ acts: 'client', todo: expect.stringContaining('without headers') });
  });

  it('is laid to a buffer if the first answers come once stdin is closed', () => {
    const session = opened().wait(30_000).client('timeout', 'Request timed out', 1);
    const error = session.process(closed).wait(20).got(answer).error();
    expect(error).toMatchObject({ acts: 'server', todo: expect.stringContaining('Flush stdout') });
  });

  it('is laid to no buffer if the server had answered before, or answers much later', () => {
    const before = opened().got(answer).sent({ method: 'notifications/initialized' });
    const slow = before
      .sent({ id: 2, method: 'tools/list' })
      .wait(30_000)
      .client('timeout', 'Request timed out', 2)
      .process(closed)
      .wait(20)
      .got({ id: 2, result: { tools: [] } });
    expect(slow.error().todo).not.toContain('Flush');
    const later = opened().wait(30_000).client('timeout', 'Request timed out', 1).process(closed).wait(9000);
    expect(later.got(answer).error().todo).not.toContain('Flush');
  });

  it.each([
    'INFO:     Uvicorn running on http://0.0.0.0:8000 (Press CTRL+C to quit)',
    'MCP server listening on port 3000',
    'level=info msg=ready transport=sse',
    'Weather MCP server running on http://localhost:8080/mcp',
  ])('is laid to the mode of the server if it says so: %s', (line) => {
    const error = opened().stderr(line).wait(60_000).client('timeout', 'Request timed out', 1).error();
    expect(error).toMatchObject({ acts: 'user', todo: expect.stringContaining('stdio mode') });
    expect(error.explanation).toContain(line.slice(-10));
  });

  it('is not laid to HTTP for a server that speaks of it and ends', () => {
    const error = opened()
      .stderr('dashboard running on http://localhost:8080', 'RangeError: too small')
      .process({ event: 'exited', exitCode: 1, signal: null })
      .error();
    expect(error.todo).toContain('Fix');
    expect(error.todo).not.toContain('stdio mode');
  });
});
