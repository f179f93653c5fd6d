import { describe, expect, it } from 'vitest';
import { detectFormat } from './formats.ts';
import { importFile } from './import-file.ts';

/** A line as Claude Code writes it. */
function line(said: Readonly<Record<string, string>>, second: number): string {
  const timestamp = `2026-07-02T07:26:3${second}.500Z`;
  return JSON.stringify({ ...said, timestamp, sessionId: '0b1c', cwd: '/home/ada/scales' });
}

function opened(lines: readonly string[]) {
  const text = `${lines.join('\n')}\n`;
  expect(detectFormat(text, 'anything.bin')).toBe('claude-code-log');
  return importFile('claude-code-log', text, { fileName: '2026-07-02T07-26-37-555Z.jsonl' });
}

describe('the log that Claude Code keeps of a server', () => {
  it('shows a start that failed: the process, its stderr, and the end that no exit code is known of', () => {
    const { records, problems, header } = opened([
      line({ debug: 'Starting connection with timeout of 30000ms' }, 0),
      line({ error: "Server stderr: Traceback:\nModuleNotFoundError: No module named 'scales'\n" }, 1),
      line({ debug: 'Connection failed after 1029ms: MCP error -32000: Connection closed' }, 2),
      line({ error: 'Connection failed: MCP error -32000: Connection closed' }, 2),
    ]);
    expect(header.startedAt).toBe('2026-07-02T07:26:30.500Z');
    expect(problems).toEqual([]);
    expect(records).toEqual([
      expect.objectContaining({ type: 'session', label: '2026-07-02T07-26-37-555Z' }),
      expect.objectContaining({ type: 'process', event: 'spawned', at: 0 }),
      expect.objectContaining({ type: 'frame', direction: 'client-to-server', rebuilt: true, at: 0 }),
      expect.objectContaining({
        type: 'stderr',
        text: "Traceback:\nModuleNotFoundError: No module named 'scales'",
      }),
      expect.objectContaining({ type: 'process', event: 'exited', exitCode: null, at: 2000 }),
      expect.objectContaining({
        type: 'mark',
        label: 'Connection failed: MCP error -32000: Connection closed',
      }),
    ]);
  });

  it('tells a command that was not found from a wait that was too long', () => {
    const { records } = opened([
      line({ debug: 'Connection failed after 3ms: spawn scales ENOENT' }, 0),
      line(
        {
          debug:
            'Connection failed after 30019ms (CONNECT_TIMEOUT): MCP server "scales" connection timed out after 30000ms',
        },
        1,
      ),
    ]);
    expect(records.slice(1)).toEqual([
      expect.objectContaining({ type: 'process', event: 'spawn-failed' }),
      expect.objectContaining({ type: 'client', event: 'timeout' }),
    ]);
  });

  it("shows a close after the wait as the host's own, and reports it once", () => {
    const { records } = opened([
      line({ debug: 'Starting connection attempt' }, 0),
      line({ error: 'Connection failed: Connection to MCP server "scales" timed out after 30000ms' }, 3),
      line({ debug: 'Error message: MCP error -32000: Connection closed' }, 3),
      line({ debug: 'Connection failed: MCP error -32000: Connection closed' }, 3),
    ]);
    expect(records.slice(3).map((record) => 'event' in record && `${record.type} ${record.event}`)).toEqual([
      'client timeout',
      'client closed',
      false,
    ]);
  });

  it('keeps what it cannot be certain about as a mark, puts a call together, and names what it cannot read', () => {
    const { records, problems } = opened([
      line({ debug: 'STDIO connection dropped after 139s uptime' }, 0),
      line({ debug: 'Calling MCP tool: weigh' }, 1),
      '{"debug":"Tool \'weigh\' comp',
    ]);
    expect(records.map(({ type }) => type)).toEqual(['mark', 'session', 'frame']);
    expect(records.at(-1)).toEqual(
      expect.objectContaining({
        raw: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"weigh"}}',
        rebuilt: true,
      }),
    );
    expect(problems).toEqual([{ line: 3, message: expect.stringContaining('is not JSON') }]);
  });

  it('is not mistaken for the log of another program that writes "error" and more', () => {
    expect(detectFormat('{"error":"boom","level":"fatal","pid":7}\n', 'x.jsonl')).toBeNull();
  });
});
