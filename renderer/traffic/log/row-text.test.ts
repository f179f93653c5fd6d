import { describe, expect, it } from 'vitest';
import { emptyRow, type Row } from '../../../app/frame/row.ts';
import { codeNamer } from '../../state/log/code-namer.ts';
import { formatClock } from '../../ui/format/quantity-text.ts';
import { contractOutcome, rowName, rowOutcome } from './row-text.ts';

const nameOf = codeNamer({ revision: '2025-11-25' });

function frame(change: Partial<Row>): Row {
  return {
    ...emptyRow({ seq: 4, at: 12, session: 's1' }, 'frame'),
    direction: 'server-to-client',
    method: 'tools/call',
    target: 'book-flight',
    id: '14',
    ...change,
  };
}

describe('the texts of a row', () => {
  it('name a protocol error, its code and its name', () => {
    const row = frame({
      shape: 'error',
      tier: 'protocol',
      outcome: 'protocol error',
      code: '-32602',
      text: 'Date must be in the future',
    });
    expect(rowOutcome(row, nameOf)).toEqual({
      label: '-32602 Invalid params',
      detail: 'Date must be in the future',
    });
    expect(rowName(row, '10:41:15.380', nameOf)).toBe(
      '10:41:15.380, from the server, tools/call book-flight, id 14, protocol error -32602 Invalid params: Date must be in the future',
    );
  });

  it('say of an error that was expected what it says, also in the name', () => {
    const said = { text: 'not a 2026-07-28 server: no', method: 'server/discover', target: '' };
    const row = frame({ shape: 'error', tier: 'ok', outcome: 'ok', code: '-32601', ...said });
    expect(rowOutcome(row, nameOf)).toEqual({ label: 'ok', detail: said.text });
    expect(rowName(row, '', nameOf)).toContain('id 14, ok: not a 2026-07-28 server: no');
  });

  it('call a subscription listening, and pending to other programs', () => {
    const row = frame({ shape: 'request', outcome: 'listening' });
    expect(rowOutcome(row, nameOf)?.label).toBe('listening');
    expect(contractOutcome(row)).toBe('pending');
    expect(contractOutcome(frame({ outcome: 'late' }))).toBe('late');
    expect(contractOutcome(frame({ outcome: '' }))).toBeUndefined();
  });

  it('say "protocol error" once if there is no code', () => {
    const row = frame({
      shape: 'result',
      tier: 'protocol',
      outcome: 'protocol error',
      text: 'breaks JSON-RPC',
    });
    expect(rowName(row, '', nameOf)).toContain('id 14, protocol error: breaks JSON-RPC');
  });

  it('leave the outcome of an answered request to its answer', () => {
    expect(rowOutcome(frame({ shape: 'request', outcome: 'tool error', pair: 5 }), nameOf)).toBeUndefined();
    expect(rowOutcome(frame({ shape: 'request', outcome: 'ok', pair: 5 }), nameOf)).toBeUndefined();
    expect(
      rowOutcome(frame({ shape: 'request', outcome: 'late', tier: 'ok', pair: 5 }), nameOf),
    ).toBeUndefined();
  });

  it.each(['pending', 'timed out', 'cancelled', 'lost'] as const)('show a request that is %s', (outcome) => {
    expect(rowOutcome(frame({ shape: 'request', outcome }), nameOf)?.label).toBe(outcome);
  });

  it('distinguish an orphan and a duplicate from a plain error', () => {
    const row = frame({ shape: 'error', tier: 'protocol', outcome: 'orphan', code: '-32603', text: 'late' });
    expect(rowOutcome(row, nameOf)?.label).toBe('orphan -32603 Internal error');
  });

  it('show code 0 as a code', () => {
    const row = frame({ shape: 'error', tier: 'protocol', outcome: 'protocol error', code: '0' });
    expect(rowOutcome(row, nameOf)?.label).toMatch(/^0 /);
  });

  it('show the time of day to the millisecond', () => {
    expect(formatClock('2026-11-20T10:41:02.100Z', 14.4)).toMatch(/^\d\d:41:02\.114$/);
    expect(formatClock('not a date', 1500)).toBe('1.500 s');
  });
});
