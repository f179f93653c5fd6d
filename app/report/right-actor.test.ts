import { describe, expect, it } from 'vitest';
import { ReportedSession, refused } from './testing/reported.ts';

/** A request of the server that the client answers with an error. */
function asked(error: object, client: object = { sampling: {}, roots: {} }) {
  const method = 'sampling/createMessage';
  return new ReportedSession({ tools: {} }, client)
    .got({ id: 1, method, params: { messages: [], maxTokens: 5 } })
    .sent({ id: 1, ...error })
    .error();
}

describe('a client that answers a request of its server with an error', () => {
  it.each([
    [-1, 'callback failed: the model file is gone'],
    [-32603, 'connect ECONNREFUSED 127.0.0.1:11434'],
    [7, 'no handler is registered'],
  ])('has to act if it failed to serve what it declared (%i %s)', (code, message) => {
    expect(asked(refused(code, message))).toMatchObject({ acts: 'client', cause: 'request-failed' });
  });

  it.each([
    ['request-refused', -1, 'User rejected sampling request'],
    ['request-refused', -1, 'The user said no'],
    ['request-failed', -32602, 'maxTokens must be at least 10'],
  ])('leaves it to the server: %s, %i %s', (cause, code, message) => {
    expect(asked(refused(code, message))).toMatchObject({ acts: 'server', cause });
  });

  it('leaves it to the server under any code if it never declared the capability', () => {
    for (const code of [-32601, -32603, -1])
      expect(asked(refused(code, 'not supported here'), {})).toMatchObject({
        acts: 'server',
        cause: 'undeclared-request',
      });
  });
});

describe('an exit code that shells and runtimes use at a start', () => {
  const ended = (exitCode: number, session = new ReportedSession({ tools: {} })) =>
    session
      .sent({ id: 7, method: 'tools/call', params: { name: 'a' } })
      .process({ event: 'exited', exitCode })
      .session().errors[0];

  it('says nothing of a server that had started: the code is its own', () => {
    for (const code of [2, 9, 13]) expect(ended(code)).toMatchObject({ acts: 'server' });
  });

  it('explains a server that never answered', () => {
    expect(ended(9, new ReportedSession())).toMatchObject({ acts: 'user' });
  });

  it('names a signal at any time', () => {
    expect(ended(139)?.todo).toBe(ended(139, new ReportedSession())?.todo);
  });
});
