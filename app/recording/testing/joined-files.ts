import type { KnownRecord } from '../../frame/record.ts';
import { encodeHeader, encodeRecord } from '../encode-record.ts';
import { sampleHeader } from './any-record.ts';

const STARTED = '2026-09-10T09:00:00.000Z';

const frame = (
  seq: number,
  direction: 'client-to-server' | 'server-to-client',
  message: object,
): KnownRecord => ({
  ...{ type: 'frame', seq, at: seq * 1000, session: 's1', direction },
  raw: JSON.stringify({ jsonrpc: '2.0', ...message }),
});

/** A recorded call at this record, whose answer follows a second later. */
function call(seq: number, name: string, args: object, result: object): KnownRecord[] {
  return [
    frame(seq, 'client-to-server', { id: seq, method: 'tools/call', params: { name, arguments: args } }),
    frame(seq + 1, 'server-to-client', { id: seq, result }),
  ];
}

const content = (text: string) => ({ content: [{ type: 'text', text }] });

/** Two calls with the same arguments, one with others, and one of another tool. */
export const RECORDED: readonly KnownRecord[] = [
  { type: 'session', seq: 1, at: 0, session: 's1', label: 'depot', origin: 'tap' },
  ...call(2, 'weigh.crate', { kg: 1, of: ['a'] }, { ...content('one: far too long a text'), isError: true }),
  ...call(4, 'weigh.crate', { kg: 2 }, content('two')),
  ...call(200, 'weigh.crate', { kg: 1, of: ['a'] }, content('again')),
  ...call(300, 'list', {}, content('three')),
];
export const RECORDED_MS = Date.parse(STARTED);
export const RECORDING = `${[
  encodeHeader({ ...sampleHeader, startedAt: STARTED }),
  ...RECORDED.map(encodeRecord),
].join('\n')}\n`;

const said = (second: number, type: string, block: object) =>
  JSON.stringify({
    ...{ type, sessionId: 'x', version: '2.1.0', message: { role: type, content: [block] } },
    timestamp: new Date(RECORDED_MS + second * 1000).toISOString(),
  });

/** What Claude Code keeps of the first and the third call: the model read less than was sent. */
export const TRANSCRIPT = `${[
  said(2, 'assistant', {
    type: 'tool_use',
    id: 't1',
    name: 'mcp__depot__weigh_crate',
    input: { of: ['a'], kg: 1 },
  }),
  said(4, 'user', { type: 'tool_result', tool_use_id: 't1', is_error: true, content: 'one: far too' }),
  said(199, 'assistant', {
    type: 'tool_use',
    id: 't2',
    name: 'mcp__depot__weigh_crate',
    input: { kg: 1, of: ['a'] },
  }),
  said(203, 'user', { type: 'tool_result', tool_use_id: 't2', content: [{ type: 'text', text: 'again' }] }),
  said(900, 'assistant', { type: 'tool_use', id: 't3', name: 'mcp__depot__list', input: {} }),
  said(901, 'user', { type: 'tool_result', tool_use_id: 't3', content: 'an hour later' }),
].join('\n')}\n`;
