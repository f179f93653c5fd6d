import { expect, it } from 'vitest';
import { detectFormat, type ForeignFormatName } from './formats.ts';
import { importFile } from './import-file.ts';

function opened(name: ForeignFormatName, lines: readonly object[]) {
  const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  expect(detectFormat(text, 'any.jsonl')).toBe(name);
  return importFile(name, text, { fileName: 'any.jsonl' }).records;
}

const said = (type: string, content: unknown, more: object = {}) => ({
  ...{ type, sessionId: 's', timestamp: '2026-09-10T09:00:02.000Z', message: { role: type, content } },
  ...more,
});
const use = (id: string, name: string, input: object = {}) =>
  said('assistant', [{ type: 'tool_use', id, name, input }]);
const result = (id: string, content: unknown, is_error = false) =>
  said('user', [{ type: 'tool_result', tool_use_id: id, content, is_error }]);

it('opens what Claude Code keeps: calls of MCP tools, and what the model read of each', () => {
  const records = opened('claude-code-transcript', [
    said('user', 'please store it', { version: '2.1.280' }),
    use('t0', 'Bash', { command: 'ls' }),
    use('t1', 'mcp__memory__store', { fact: 'blue' }),
    result('t1', 'store failed: backend is down', true),
    use('t2', 'mcp__memory__recall'),
    result('t2', 'MCP error -32602: Invalid params: missing "scope"', true),
    use('t3', 'mcp__memory__recall', { scope: 'all' }),
    result('t3', [{ type: 'text', text: 'blue' }]),
    use('t4', 'mcp__memory__recall'),
    result('t4', "The user doesn't want to proceed with this tool use.", true),
  ]);
  expect(records.map((record) => ('raw' in record ? JSON.parse(String(record.raw)) : record))).toEqual([
    expect.objectContaining({
      type: 'session',
      label: 'memory',
      client: 'claude-code',
      clientVersion: '2.1.280',
    }),
    expect.objectContaining({ id: 't1', params: { name: 'store', arguments: { fact: 'blue' } } }),
    expect.objectContaining({
      result: { content: [{ type: 'text', text: 'store failed: backend is down' }], isError: true },
    }),
    expect.objectContaining({ id: 't2' }),
    expect.objectContaining({ error: { code: -32602, message: 'Invalid params: missing "scope"' } }),
    expect.objectContaining({ id: 't3' }),
    expect.objectContaining({ result: { content: [{ type: 'text', text: 'blue' }] } }),
    expect.objectContaining({ id: 't4' }),
    expect.objectContaining({ type: 'client', event: 'cancelled', id: 't4' }),
  ]);
});

it('takes what the host says of a call without an answer for no tool error, unless the server said it', () => {
  const waited = 'MCP server "lab" tool "hang" timed out after 4s';
  const marked = { mcpMeta: { _meta: {} } };
  const end = (id: string, text: string) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: text,
    is_error: true,
  });
  const records = opened('claude-code-transcript', [
    use('t1', 'mcp__lab__hang'),
    result('t1', waited, true),
    use('t2', 'mcp__lab__crash'),
    result('t2', 'Connection closed', true),
    use('t3', 'mcp__lab__proxy'),
    said('user', [end('t3', 'Connection closed')], marked),
    use('t4', 'mcp__lab__hang'),
    said('user', [end('t4', waited)], marked),
  ]);
  expect(records.filter((_, index) => index > 0 && index % 2 === 0)).toMatchObject([
    { type: 'client', event: 'timeout', id: 't1' },
    { type: 'process', event: 'exited' },
    { type: 'frame', read: true },
    { type: 'frame', read: true },
  ]);
});

it('reads ids of any shape', () => {
  const id = { toString: 1 } as unknown as string;
  expect(opened('claude-code-transcript', [use(id, 'mcp__s__x'), result(id, 'y')])).toHaveLength(3);
});

it('opens what Codex keeps, and counts an output that repeats an end once', () => {
  const line = (type: string, payload: object) => ({ timestamp: '2026-09-10T09:00:02.000Z', type, payload });
  const records = opened('codex-transcript', [
    line('session_meta', { id: 'x' }),
    line('response_item', {
      type: 'function_call',
      name: 'mcp__depot__weigh',
      arguments: '{"kg":1}',
      call_id: 'c1',
    }),
    line('event_msg', {
      type: 'mcp_tool_call_end',
      call_id: 'c1',
      invocation: { server: 'depot', tool: 'weigh', arguments: { kg: 1 } },
      result: { Ok: { content: [{ type: 'text', text: 'too heavy' }], isError: true } },
    }),
    line('response_item', { type: 'function_call_output', call_id: 'c1', output: 'too heavy' }),
    line('response_item', { type: 'message', role: 'user', content: [] }),
  ]);
  expect(records.map(({ type }) => type)).toEqual(['session', 'frame', 'frame']);
  expect(records.at(-1)).toEqual(
    expect.objectContaining({ raw: expect.stringContaining('"isError":true'), rebuilt: true, read: true }),
  );
});
