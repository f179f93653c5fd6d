import { describe, expect, it } from 'vitest';
import { ALL_CASES } from '../findings/testing/all-cases.ts';
import { SessionScript } from '../findings/testing/session-script.ts';
import { ReportBuilder } from './build-report.ts';
import { problemTitle } from './problems.ts';
import type { ReportError, SessionReport } from './report.ts';
import { ReportedSession, refused } from './testing/reported.ts';

/** The reports on all rule cases: nearly every kind of failure, in different words. */
const REPORTS = ALL_CASES.flatMap(({ fires, misses }) => [fires, misses]).flatMap((write) =>
  reportsOf(write(new SessionScript())),
);

function reportsOf({ records }: Pick<SessionScript, 'records'>): readonly SessionReport[] {
  const builder = new ReportBuilder();
  for (const [index, record] of records.entries()) builder.take(record, index + 2);
  return builder.finish('case', 'tierscope', []).sessions;
}

type Acted = Pick<ReportError, 'acts' | 'todo'>;
const steps = ({ errors, groups, findingGroups }: SessionReport): readonly Acted[] => [
  ...errors,
  ...groups,
  ...findingGroups,
];

describe('who has to act', () => {
  it('is nobody if and only if there is nothing to do', () => {
    const all = REPORTS.flatMap(steps);
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter(({ acts, todo }) => (acts === 'nobody') !== (todo === ''))).toEqual([]);
  });
});

it('gives each problem a title that says more than its tier', () => {
  const bare = REPORTS.flatMap(({ groups }) =>
    groups.filter((group) => problemTitle({ ...group, method: null, target: null }) === group.tier),
  );
  expect(bare).toEqual([]);
});

describe('a request that is at fault', () => {
  const session = (method: string, params: object, answer: object) =>
    new SessionScript()
      .handshake('2025-11-25', { tools: {}, prompts: {}, resources: {} })
      .request(method, { ...params }, { ...answer });
  const refused = (code: number, message: string) => ({ error: { code, message } });

  it.each([
    ['model', session('tools/call', { name: 'nope', arguments: {} }, refused(-32602, 'Unknown tool: nope'))],
    ['user', session('prompts/get', { name: 'nope' }, refused(-32602, 'Unknown prompt: nope'))],
    ['host', session('resources/read', { uri: 'x://nope' }, refused(-32002, 'Resource not found'))],
    ['client', session('logging/setLevel', { level: 'info' }, refused(-32601, 'Method not found'))],
    ['client', session('no/such', {}, refused(-32601, 'Method not found'))],
    ['server', session('tools/call', { name: 'a' }, refused(-32601, 'Method not found'))],
  ])('is for the %s to fix', (acts, script) => {
    const [error] = reportsOf(script)[0]?.errors ?? [];
    expect(error).toMatchObject({ acts });
  });

  it('is for the host to fix if it read a resource, where the vocabulary of the server advises the model', () => {
    const error = {
      code: -32001,
      message: 'No such city.',
      data: { reason: 'no_city', recovery: { hint: 'x' } },
    };
    const script = session(
      'tools/call',
      { name: 'a' },
      {
        result: {
          isError: true,
          content: [{ type: 'text', text: 'Error: No such city.\n\nRecovery: x' }],
          structuredContent: { error },
        },
      },
    ).request('resources/read', { uri: 'x://broken' }, refused(-32001, 'This plate is broken'));
    const [, refusal] = reportsOf(script)[0]?.errors ?? [];
    expect(refusal).toMatchObject({ acts: 'host', todo: 'The host should try another id or name.' });
  });
});

it('says what has to run before it says on which tier the failure belongs', () => {
  const message = 'Failed to draw: connect ECONNREFUSED 127.0.0.1:9';
  const session = new ReportedSession({ tools: {} }).listed('tools', [
    { name: 'draw', inputSchema: { type: 'object' } },
  ]);
  const error = session.call({ name: 'draw', arguments: {} }, refused(-32603, message)).error();
  expect(error).toMatchObject({
    acts: 'user',
    cause: 'upstream',
    todo: expect.stringMatching(/^Start 127\.0\.0\.1:9/),
  });
  expect(error.findings).toMatchObject([{ rule: 'T04', side: 'server' }]);
});
