import { describe, expect, it } from 'vitest';
import { ReportedSession, refused } from './testing/reported.ts';

describe('an answer that fits no request', () => {
  it('under no id leads to the line that the server could not read', () => {
    const session = new ReportedSession({}).raw('client-to-server', '{"jsonrpc": broken');
    const { explanation, todo } = session.got({ id: null, ...refused(-32700, 'Parse error') }).error();
    expect(explanation).toContain('a line which it read is not JSON: “Parse error”.');
    expect(explanation).toMatch(/The last such line of the client is #\d+ \(not JSON: /);
    expect(todo).toContain('The author of the client');
  });

  it('under an id of its own is the work of the server', () => {
    const { explanation } = new ReportedSession({}).got({ id: 99, ...refused(-32000, 'Who?') }).error();
    expect(explanation).toContain(
      'The server sent an answer to id 99, which nobody asked for: Who. It reaches',
    );
  });

  it('is explained beside the time-out of the call that it was likely meant for', () => {
    const session = new ReportedSession({}).sent({ id: 7, method: 'tools/list' });
    session
      .got({ id: 'err_1', ...refused(-32700, 'Parse error') })
      .wait(2000)
      .client('timeout', 'no answer');
    const [call, answer] = session.session().errors;
    expect(call).toMatchObject({ tier: 'client', code: null, message: 'no answer' });
    expect(call?.explanation).toBe(
      'The server answered tools/list under the id "err_1" instead of 7, so no client can match the two. The answer is the error -32700: “Parse error”. The client waited 2 s and gave up.',
    );
    expect(call?.todo).toMatch(/^The author of the server must copy the id of each request/);
    expect(answer).toMatchObject({ tier: 'protocol', code: -32700, requestSeq: call?.seq });
    expect(answer?.explanation).toContain('but tools/list is valid JSON');
    expect(answer?.explanation).toContain('The answer came under the id "err_1" instead of 7');
    expect(answer?.group).toBe(call?.group);
  });

  it('belongs to no call once the true answer has come late', () => {
    const session = new ReportedSession({}).sent({ id: 7, method: 'tools/list' });
    session.got({ id: null, ...refused(-32603, 'boom') }).client('timeout', 'no answer');
    session.got({ id: 7, result: { tools: [] } });
    const [orphan, late] = session.session().errors;
    expect(orphan).toMatchObject({ tier: 'protocol', requestSeq: null, method: null });
    expect(orphan?.explanation).toContain('The server sent an answer to id null, which nobody asked for');
    expect(late).toMatchObject({ tier: 'client', method: 'tools/list' });
    expect(late?.explanation).toContain('too late');
  });
});

it('an error under the id of a line that is no valid message is laid to its client', () => {
  const session = new ReportedSession({ tools: {} }).raw('client-to-server', '{"jsonrpc":"2.0","id":52}');
  const error = session.got({ id: 52, ...refused(-32601, 'Method not found') }).error();
  expect(error).toMatchObject({ acts: 'client', cause: 'answer-to-bad-line' });
  expect(error.explanation).toMatch(
    /answered #\d+, a line of the client that is not a valid message, under the id in it: “Method not found”/,
  );
});
