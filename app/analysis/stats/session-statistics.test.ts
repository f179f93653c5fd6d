import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { allSteps } from '../../base/steps.ts';
import { ScriptedSession } from '../../session/testing/scripted-session.ts';
import { CallRows } from './call-rows.ts';
import { CallTally, OTHER_NAMES } from './call-tally.ts';
import { failuresOf, nameOfGroup, sessionStatistics } from './session-statistics.ts';
import { toolStats } from './tool-stats.ts';

const TOOL_ERROR = { isError: true, content: [{ type: 'text', text: 'no' }] };

function statisticsOf(session: ScriptedSession) {
  return allSteps(sessionStatistics(new CallRows(session.rows)));
}

function groupOf(session: ScriptedSession, name: string) {
  const found = statisticsOf(session).groups.find((group) => nameOfGroup(group) === name);
  if (found === undefined) throw new Error(`no group ${name}`);
  return found;
}

/** Every way a call can end. */
const ENDINGS = ['ok', 'tool', 'protocol', 'timed out', 'open'] as const;
type Ending = (typeof ENDINGS)[number];

function call(session: ScriptedSession, id: number, name: string, ending: Ending): void {
  session.call(id, name);
  if (ending === 'ok') session.result(id);
  else if (ending === 'tool') session.result(id, TOOL_ERROR);
  else if (ending === 'protocol') session.error(id, -32603);
  else if (ending === 'timed out') session.event('timeout', { id });
}

describe('the statistics of a session', () => {
  it('agree with those of the report, whatever the calls come to', () => {
    const calls = fc.array(fc.tuple(fc.constantFrom('add', 'search'), fc.constantFrom(...ENDINGS)));
    fc.assert(
      fc.property(calls, (all) => {
        const session = new ScriptedSession();
        for (const [id, [name, ending]] of all.entries()) call(session, id, name, ending);
        const { groups } = statisticsOf(session);
        for (const { name, calls: count, p50Ms, p95Ms, ...tiers } of toolStats(
          session.model.book.exchanges,
        )) {
          const group = groups.find((one) => nameOfGroup(one) === name);
          const { ok, tool, protocol, client } = tiers;
          expect(group).toMatchObject({ calls: count, tiers: { ok, tool, protocol, client } });
          expect(group?.duration).toMatchObject({ p50: p50Ms, p95: p95Ms });
        }
      }),
    );
  });

  it('are the same of a log that was read while it grew', () => {
    const doing = fc.oneof(
      fc.record({ call: fc.constantFrom('add', 'search'), ending: fc.constantFrom(...ENDINGS) }),
      fc.record({ late: fc.nat({ max: 9 }) }),
      fc.constant('read' as const),
    );
    fc.assert(
      fc.property(fc.array(doing), (all) => {
        const session = new ScriptedSession();
        const rows = new CallRows(session.rows);
        for (const [id, one] of all.entries()) {
          if (one === 'read') allSteps(sessionStatistics(rows));
          else if ('late' in one) session.result(one.late, TOOL_ERROR);
          else call(session, id, one.call, one.ending);
        }
        expect(allSteps(sessionStatistics(rows))).toEqual(statisticsOf(session));
      }),
    );
  });

  it('look for calls once in each row, however often they are asked for', () => {
    const session = new ScriptedSession();
    const rows = new CallRows(session.rows);
    for (let line = 0; line < 1200; line += 1)
      session.server({ jsonrpc: '2.0', method: 'notifications/progress' });
    allSteps(sessionStatistics(rows));
    for (let id = 0; id < 3; id += 1) call(session, id, 'add', 'ok');
    const look = vi.spyOn(session.rows.columns.shape, 'at');
    allSteps(rows.readOn());
    expect(look).toHaveBeenCalledTimes(6);
    expect(rows.requests.length).toBe(3);
  });

  it('count other methods by their name, after the tools', () => {
    const session = new ScriptedSession();
    session.client({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'a:b' } });
    session.result(1, { contents: [] });
    call(session, 2, 'search', 'ok');
    expect(statisticsOf(session).groups.map(nameOfGroup)).toEqual(['search', 'resources/read']);
  });

  it('put what failed most first', () => {
    const session = new ScriptedSession();
    for (const id of [1, 2, 3]) call(session, id, 'busy', 'ok');
    call(session, 4, 'broken', 'protocol');
    const { groups } = statisticsOf(session);
    expect(groups.map(nameOfGroup)).toEqual(['broken', 'busy']);
    expect(groups.map(failuresOf)).toEqual([1, 0]);
  });

  it('leave out raw messages and batches, and say so', () => {
    const session = new ScriptedSession();
    session.rawMessage('{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"search"}}');
    session.client([{ jsonrpc: '2.0', id: 10, method: 'ping' }]);
    const { groups, notCounted } = statisticsOf(session);
    expect(groups).toEqual([]);
    expect(notCounted).toEqual({ batches: 1, userCaused: 1 });
  });

  it('know the bytes of results, and none of an error that no model sees', () => {
    const session = new ScriptedSession();
    session.call(1);
    const answer = session.result(1);
    call(session, 2, 'search', 'protocol');
    const { size } = groupOf(session, 'search');
    expect(size).toMatchObject({ count: 1, total: session.row(answer).sizeBytes });
  });

  it('hold a lost call against the transport, and an open one against nobody', () => {
    const session = new ScriptedSession();
    session.process('spawned');
    session.call(1);
    session.process('exited', { exitCode: 1 });
    expect(groupOf(session, 'search')).toMatchObject({ calls: 1, open: 0, tiers: { transport: 1 } });
    session.process('spawned');
    session.call(2);
    expect(groupOf(session, 'search')).toMatchObject({ calls: 2, open: 1 });
  });
});

describe('a retry', () => {
  it('follows a failure of the same tool, and helped if it ended ok', () => {
    const session = new ScriptedSession();
    call(session, 1, 'search', 'tool');
    call(session, 2, 'other', 'ok');
    call(session, 3, 'search', 'timed out');
    call(session, 4, 'search', 'ok');
    call(session, 5, 'search', 'ok');
    expect(groupOf(session, 'search')).toMatchObject({ retries: 2, helped: 1 });
    expect(groupOf(session, 'other')).toMatchObject({ retries: 0, helped: 0 });
  });

  it('is none if the failure came after it was sent', () => {
    const session = new ScriptedSession();
    session.call(1);
    session.call(2);
    session.result(1, TOOL_ERROR);
    session.result(2);
    expect(groupOf(session, 'search')).toMatchObject({ calls: 2, retries: 0 });
  });
});

it('keeps the ten slowest calls, the slowest first', () => {
  const tally = new CallTally();
  const rest = {
    method: 'tools/call',
    target: 'a',
    at: 0,
    endedAt: 1,
    tier: 'ok',
    answerBytes: 1,
    status: 0,
    repeats: false,
  } as const;
  for (const [seq, durationMs] of [3, 50, 7, 20, 1, 9, 11, 2, 60, 4, 5, 8].entries())
    tally.add({ ...rest, seq, durationMs });
  expect(tally.slowest.map(({ durationMs }) => durationMs)).toEqual([60, 50, 20, 11, 9, 8, 7, 5, 4, 3]);
});

it('counts names beyond the limit together', () => {
  const tally = new CallTally(undefined, 2);
  const rest = {
    method: 'tools/call',
    at: 0,
    endedAt: 1,
    tier: 'ok',
    answerBytes: 1,
    status: 0,
    repeats: false,
    durationMs: 1,
  } as const;
  for (const [seq, target] of ['a', 'b', 'c', 'd', 'a'].entries()) tally.add({ ...rest, seq, target });
  expect(tally.groups.map(({ target, calls }) => [target, calls])).toEqual([
    ['a', 2],
    ['b', 1],
    [OTHER_NAMES, 2],
  ]);
});
