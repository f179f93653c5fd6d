import { expect, it } from 'vitest';
import { detectFormat } from './formats.ts';
import { importFile } from './import-file.ts';

const CALL = '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"weigh"}}';
const ANSWER = '{"jsonrpc":"2.0","id":7,"result":{"content":[],"isError":true}}';

function opened(lines: readonly string[]) {
  const text = `${lines.join('\n')}\n`;
  expect(detectFormat(text, 'anything.bin')).toBe('claude-desktop-log');
  return importFile('claude-desktop-log', text, { fileName: 'scales.jsonl' });
}

it('opens Claude Desktop’s log of a server, with stderr and a cut message', () => {
  const { records, notes } = opened([
    '2025-09-30T01:18:24.000Z [scales] [info] Initializing server... { metadata: undefined }',
    `2025-09-30T01:18:25.000Z [scales] [info] Message from client: ${CALL} { metadata: undefined }`,
    'Traceback (most recent call last):',
    `2025-09-30T01:18:26.000Z [scales] [info] Message from server: ${ANSWER}`,
    '2025-09-30T01:18:27.000Z [scales] [info] Message from server: {"jsonrpc":"2.0","id":8,"res...[14696 chars truncated]...x"}} { metadata: undefined }',
    '2025-09-30T01:18:28.000Z [scales] [info] Server transport closed unexpectedly, this is likely due to the process exiting early. { metadata: undefined }',
  ]);
  expect(records).toEqual([
    expect.objectContaining({ type: 'session', seq: 0, session: 'scales', client: 'claude-ai' }),
    expect.objectContaining({ type: 'process', event: 'spawned' }),
    expect.objectContaining({ seq: 2, at: 1000, direction: 'client-to-server', raw: CALL }),
    expect.objectContaining({ type: 'stderr', at: 1000, text: 'Traceback (most recent call last):' }),
    expect.objectContaining({ direction: 'server-to-client', raw: ANSWER }),
    expect.objectContaining({ type: 'mark', label: expect.stringContaining('[14696 chars truncated]') }),
    expect.objectContaining({ type: 'process', event: 'exited', exitCode: null }),
  ]);
  expect(notes.join(' ')).toContain('cuts long messages');
});

it('keeps what Claude Desktop says over many lines apart from the server’s stderr', () => {
  const { records } = opened([
    '2025-09-30T01:18:24.000Z [scales] [info] Initializing server... { metadata: undefined }',
    '2025-09-30T01:18:24.100Z [scales] [info] Using MCP server command: node with args and path: {',
    '  metadata: {',
    "    args: [ 'scales.js' ]",
    '  }',
    '} %o',
    'ready',
    '2025-09-30T01:18:25.000Z [scales] [error] Server disconnected { metadata: undefined }',
    '    at Object.get error [as error]',
    'bye',
  ]);
  expect(records.filter(({ type }) => type === 'stderr')).toEqual([
    expect.objectContaining({ text: 'ready', session: 'scales' }),
    expect.objectContaining({ text: 'bye', session: 'scales' }),
  ]);
  expect(records.filter(({ type }) => type === 'mark')).toHaveLength(6);
});

it('takes a command that Claude Desktop did not find as a start that failed, and no exit beside it', () => {
  const at = '2025-09-30T01:18:24.000Z [scales] [info]';
  const { records } = opened([
    `${at} Initializing server... { metadata: undefined }`,
    `${at} Using MCP server command: weigh-mcp with args and path: {`,
    '  metadata: {',
    "    args: [ '/no/folder', [length]: 1 ],",
    '    paths: [',
    "      '/usr/local/bin',",
    "      '/opt/tools/bin',",
    '      [length]: 2',
    '    ]',
    '  }',
    '} %o',
    `${at} Server started and connected successfully { metadata: undefined }`,
    'Failed to spawn process: No such file or directory',
    `${at} Server transport closed unexpectedly, this is likely due to the process exiting early. { metadata: undefined }`,
  ]);
  const ends = records.filter((record) => record.type === 'process' && record.event !== 'spawned');
  expect(ends).toEqual([
    expect.objectContaining({
      event: 'spawn-failed',
      message:
        'Failed to spawn weigh-mcp: No such file or directory (looked in /usr/local/bin, /opt/tools/bin)',
    }),
  ]);
});

it('tells from Claude Desktop’s errors what was printed to stdout, as far as they quote it', () => {
  const at = '2025-09-30T01:18:25.000Z [scales]';
  const { records, notes } = opened([
    `${at} [info] Server started and connected successfully { metadata: undefined }`,
    `${at} [error] Unexpected token 'D', "Debug: hi" is not valid JSON { metadata: undefined }`,
    `${at} [error] Unexpected token 'L', "Listening "... is not valid JSON { metadata: { context: 'connection' } }`,
    `${at} [error] "undefined" is not valid JSON {`,
    `${at} [error] Unexpected end of JSON input { metadata: undefined }`,
  ]);
  expect(records.slice(2)).toEqual([
    expect.objectContaining({ direction: 'server-to-client', raw: 'Debug: hi' }),
    expect.objectContaining({ direction: 'server-to-client', raw: 'Listening ...' }),
    expect.objectContaining({ direction: 'server-to-client', raw: 'undefined' }),
    expect.objectContaining({ type: 'mark', label: 'Unexpected end of JSON input' }),
  ]);
  expect(notes.join(' ')).toContain('dots stand for the rest');
});

it('reads the quotation once where Claude Desktop repeats it in a stack', () => {
  const at = '2025-03-25T22:03:57.354Z [scales]';
  const said = `Unexpected token 'S', "Set "a" up" is not valid JSON`;
  const stack = JSON.stringify({ context: 'connection', stack: `SyntaxError: ${said}\n    at JSON.parse` });
  const { records } = opened([
    `${at} [info] Initializing server...`,
    `${at} [error] ${said} ${stack}`,
    `${at} [error] ${said} {`,
    '  metadata: {',
    "    context: 'connection',",
    `    stack: \`SyntaxError: ${said}\\n\` +`,
    "      '    at JSON.parse (<anonymous>)\\n'",
    '  }',
    '}',
  ]);
  const frame = expect.objectContaining({ direction: 'server-to-client', raw: 'Set "a" up' });
  expect(records.slice(2, 4)).toEqual([frame, frame]);
  expect(records.slice(4).every(({ type }) => type === 'mark')).toBe(true);
});

it('takes off the note at the end of a message only, not the same words within it', () => {
  const message = '{"jsonrpc":"2.0","id":7,"result":{"text":"x { metadata: undefined } y"}}';
  const { records } = opened([
    `2025-09-30T01:18:26.000Z [scales] [info] Message from server: ${message} { metadata: undefined }`,
    `2025-09-30T01:18:27.000Z [scales] [info] Message from server: ${message}`,
  ]);
  const frames = records.filter(({ type }) => type === 'frame');
  expect(frames).toEqual([
    expect.objectContaining({ raw: message }),
    expect.objectContaining({ raw: message }),
  ]);
});
