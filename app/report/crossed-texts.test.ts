import { expect, it } from 'vitest';
import { errorDetails } from './problems.ts';
import { ReportedSession } from './testing/reported.ts';

it('a visit to a URL that a tool hides in its text is the server to put on the wire', () => {
  const failed = (client: object) =>
    new ReportedSession({ tools: {} }, client)
      .sent({ id: 7, method: 'tools/call', params: { name: 'open' } })
      .got({ id: 7, result: { content: [{ type: 'text', text: 'URLElicitationRequired' }], isError: true } })
      .error();
  expect(failed({ elicitation: { url: {} } })).toMatchObject({
    acts: 'server',
    todo: expect.stringContaining('-32042'),
  });
  // A client that declared no such visits could not have begun one.
  expect(failed({}).todo).not.toContain('-32042');
});

it('an error under the id that the Python SDK gives to what it has not read is quoted, and the gateway to correct', () => {
  const error = { code: -32600, message: 'Not Acceptable: Client must accept both' };
  const errors = new ReportedSession({ tools: {} })
    .sent({ id: 7, method: 'tools/list' })
    .got({ id: 'server-error', error })
    .wait(30_000)
    .client('timeout', 'Request timed out')
    .session().errors;
  for (const { acts } of errors) expect(acts).toBe('operator');
  expect(errors[0]?.explanation).toContain('-32600, “Not Acceptable: Client must accept both”');
});

it('a call that timed out inside its server may have done its work', () => {
  const error = (method: string) =>
    new ReportedSession({ tools: {}, resources: {} })
      .sent({ id: 7, method, params: { name: 'save', uri: 'x://y' } })
      .got({ id: 7, error: { code: -32603, message: 'timeout' } })
      .error();
  const retry = (method: string) => errorDetails(error(method)).find(({ label }) => label === 'retry')?.text;
  expect(retry('tools/call')).toContain('see first whether it did its work');
  expect(retry('resources/read')).toBe('the same call may succeed after a pause');
});
