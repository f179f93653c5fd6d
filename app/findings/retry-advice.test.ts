import { describe, expect, it } from 'vitest';
import { type FailedAnswer, retryAdvice } from './retry-advice.ts';

const CORE = ['typescript-sdk-v1', 'mcp-ts-core'];
const FAILURE = 'io.modelcontextprotocol/toolFailure';

function ofError(code: number, message: string, more: Partial<FailedAnswer> & { data?: unknown } = {}) {
  const { data, ...rest } = more;
  return retryAdvice({ error: { code, message, data }, method: 'tools/call', vocabularies: [], ...rest });
}

function ofTool(text: string, result: object = {}, more: Partial<FailedAnswer> = {}) {
  const failed = { content: [{ type: 'text', text }], isError: true, ...result };
  return retryAdvice({ result: failed, method: 'tools/call', vocabularies: [], ...more });
}

const structured = (error: object) => ({ structuredContent: { error } });

describe('advice on a retry', () => {
  it('follows what the error states, before its code and its words', () => {
    expect(ofError(-32602, 'Invalid params', { data: { retryable: true } })).toMatchObject({
      retry: 'same',
      source: 'data.retryable',
    });
    const limited = structured({
      code: -32003,
      message: 'slow down',
      data: { retryable: true, retryAfter: 30 },
    });
    expect(ofTool('Not found', limited)).toMatchObject({
      retry: 'later',
      notBefore: '30 s',
      source: 'data.retryable',
    });
    expect(ofError(-32603, 'x', { data: { retry_after: '2026-08-01T10:00:00Z' } })).toMatchObject({
      retry: 'later',
      notBefore: '2026-08-01T10:00:00Z',
      source: 'retryNotBefore',
    });
  });

  it('reads "not retryable" as a changed call only if something else says that the arguments are wrong', () => {
    const no = { data: { retryable: false } };
    expect(ofError(-32603, 'boom', no)?.retry).toBe('no');
    expect(ofError(-32602, 'a must be a number', no)?.retry).toBe('changed');
    expect(ofError(-32603, 'Rate limit exceeded', no)?.retry).toBe('no');
  });

  it('names the proposal toolFailure as a proposal', () => {
    const failure = (members: object) => ({ _meta: { [FAILURE]: members } });
    const stated = ofTool('Not found', failure({ class: 'capability', retryable: true }));
    expect(stated).toMatchObject({ retry: 'same', source: 'toolFailure' });
    expect(stated?.because).toContain('no revision has adopted');
    expect(ofTool('x', failure({ class: 'governance' }))?.retry).toBe('no');
    expect(
      ofTool('x', failure({ class: 'reliability', retryNotBefore: '2026-08-01T10:00:00Z' })),
    ).toMatchObject({
      retry: 'later',
      notBefore: '2026-08-01T10:00:00Z',
    });
    expect(ofTool('x', failure({ class: 'capability' }))).toBeUndefined();
  });

  it('reads the codes to which the standard gives a meaning', () => {
    expect(ofError(-32602, 'Invalid params: a must be a number')?.because).toContain('do not fit');
    expect(ofError(-32601, 'Method not found')?.retry).toBe('no');
    expect(ofError(-32700, 'Parse error')?.retry).toBe('no');
    expect(ofError(-32600, 'Invalid Request')?.retry).toBe('no');
    expect(ofError(-32022, 'Unsupported protocol version')?.retry).toBe('changed');
    expect(ofError(-32002, 'Resource not found', { method: 'resources/read' })?.retry).toBe('changed');
  });

  it('points to the name, not to the arguments, if the server knows no such tool', () => {
    const name = { retry: 'changed', because: 'The message points to a name that the server does not know.' };
    expect(ofError(-32602, 'Unknown tool: ad')).toMatchObject(name);
    expect(ofTool('MCP error -32602: Tool ad not found')).toMatchObject(name);
    expect(ofTool('Tool "ad" failed: file a.txt not found')?.because).toContain('arguments that do not fit');
  });

  it('is not given if another step must come first, or if the caller cannot change what was wrong', () => {
    expect(ofError(-32042, 'Authorization required: not found')).toBeUndefined();
    expect(ofError(-32021, 'Missing required client capability')).toBeUndefined();
    expect(ofError(-32602, 'Invalid _meta: protocolVersion is required')).toBeUndefined();
    expect(ofError(-32602, 'Invalid request parameters', { data: '' })).toBeUndefined();
    expect(ofError(-32600, 'Server not initialized')).toBeUndefined();
    expect(ofTool('MCP error -32602: Output validation error: Invalid structured content')).toBeUndefined();
    expect(ofError(-32603, 'Internal error')).toBeUndefined();
    expect(ofTool('The moon is full')).toBeUndefined();
  });

  it('reads the numbers of mcp-ts-core only for a server that speaks it', () => {
    const timedOut = structured({ code: -32004, message: 'gone wrong' });
    expect(ofTool('Error: gone wrong', timedOut)).toBeUndefined();
    expect(ofTool('Error: gone wrong', timedOut, { vocabularies: CORE })).toMatchObject({
      retry: 'later',
      source: 'code',
    });
    expect(ofError(-32001, 'gone wrong')).toBeUndefined();
  });

  it('goes by the message where that names another meaning than the vocabulary', () => {
    const known = { vocabularies: CORE };
    expect(ofError(-32001, 'Request timed out', known)).toMatchObject({ retry: 'later', source: 'words' });
    expect(ofError(-32001, 'gone wrong', known)).toMatchObject({ retry: 'changed', source: 'code' });
  });

  it('falls back on the words', () => {
    expect(ofTool('Rate limit exceeded, wait 30 s')).toMatchObject({ retry: 'later', source: 'words' });
    expect(ofTool('Error: EACCES: permission denied')?.retry).toBe('no');
    expect(ofTool('Input validation error: a: expected number')?.retry).toBe('changed');
    expect(ofTool('Invalid API key: a key is required')?.retry).toBe('no');
  });

  it('does not ask for a permission where another value may be allowed', () => {
    for (const text of [
      'Access denied - path outside allowed directories: /etc/shadow not in /srv',
      'Error: Access denied: /etc is not within any allowed directory',
      'Permission denied: path traversal detected',
    ])
      expect(ofTool(text), text).toMatchObject({ retry: 'changed', source: 'words' });
    expect(ofTool('Access denied: outside business hours')?.retry).toBe('no');
  });

  it('says what the annotations of the tool make of a repetition', () => {
    const words = 'Tool add timed out after 200ms';
    const because = (annotations: unknown) => ofTool(words, {}, { annotations })?.because;
    expect(because({ readOnlyHint: true })).toContain('only reads');
    expect(because({ idempotentHint: true })).toContain('changes nothing more');
    expect(because(undefined)).toContain('see first whether');
    expect(because({ destructiveHint: false })).not.toContain('delete');
    expect(ofTool('a must be a number', {}, { annotations: {} })?.because).not.toContain('see first');
  });
});
