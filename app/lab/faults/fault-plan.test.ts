import { expect, test } from 'vitest';
import { readEnvelope } from '../../wire/envelope.ts';
import { FaultPlan, type FaultStep, parseFault } from './fault.ts';

function plan(...faults: string[]): FaultPlan {
  return new FaultPlan(
    faults.map((text) => {
      const parsed = parseFault(text);
      if (!parsed.ok) throw new Error(parsed.error);
      return parsed.value;
    }),
  );
}

const call = (target: string) => ({ method: 'tools/call', target });

function step(fault: string, idText = '7'): FaultStep | undefined {
  return plan(fault).take(call('search'), idText);
}

function lineOf(fault: string, idText?: string): string {
  const taken = step(fault, idText);
  return taken?.kind === 'line' ? taken.line : '';
}

test('only what is selected fails, and the first fault that fits counts', () => {
  const faults = plan('tool=search:never', 'all:crash=3', 'method=tools/list:close-stdout');
  expect(faults.take(call('search'), '1')).toEqual({ kind: 'never' });
  expect(faults.take(call('other'), '2')).toEqual({ kind: 'crash', exitCode: 3 });
  expect(faults.take({ method: 'tools/list', target: '' }, '3')).toEqual({ kind: 'close-stdout' });
  expect(faults.take({ method: 'initialize', target: '' }, '4')).toBeUndefined();
});

test('what is answered in its place has a type for a client of 2026-07-28, and none for an older one', () => {
  const params = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
  for (const fault of ['all:huge=10B', 'all:iserror=full']) {
    const taken = plan(fault).take({ ...call('search'), params }, '7');
    expect(taken?.kind === 'line' && JSON.parse(taken.line).result).toMatchObject({ resultType: 'complete' });
    expect(lineOf(fault)).not.toContain('resultType');
  }
});

test('each n-th call of a tool fails, whatever other requests come between', () => {
  const faults = plan('every=3:never');
  const fails = Array.from({ length: 7 }, (_, index) => {
    faults.take({ method: 'tools/list', target: '' }, 'x');
    return faults.take(call(`t${index}`), '1') !== undefined;
  });
  expect(fails).toEqual([false, false, true, false, false, true, false]);
});

test('an error and a tool error answer the request, whatever its id', () => {
  expect(JSON.parse(lineOf('all:code=-32603,message=no,data=[1]', '"a"'))).toEqual({
    ...{ jsonrpc: '2.0', id: 'a', error: { code: -32603, message: 'no', data: [1] } },
  });
  expect(JSON.parse(lineOf('all:iserror=Full'))).toEqual({
    ...{ jsonrpc: '2.0', id: 7, result: { content: [{ type: 'text', text: 'Full' }], isError: true } },
  });
});

test('an error without data has no such member', () => {
  expect(JSON.parse(lineOf('all:code=1')).error).not.toHaveProperty('data');
});

test('garbage is one line that no reader takes for JSON', () => {
  const line = lineOf('all:garbage');
  expect(line).not.toContain('\n');
  expect(readEnvelope(line).kind).toBe('not-json');
});

test('a huge answer is a good one of that size', () => {
  const { result } = JSON.parse(lineOf('all:huge=100kB'));
  expect(result.content[0].text).toHaveLength(100_000);
});

test('a wrong id is of the same type and another', () => {
  expect(step('all:wrong-id')).toEqual({ kind: 'renamed', idText: '987654321' });
  expect(step('all:wrong-id', '"a"')).toEqual({ kind: 'renamed', idText: '"a-wrong"' });
});
