import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { convertFile } from './convert-file.ts';
import { copyAsRecording } from './load-any-recording.ts';
import { openRecording } from './opened-recording.ts';

const VCR = `meta:
  recorded_at: "2026-05-18T10:15:00.000Z"
  session_id: "d6"
  server_command: ["python", "/home/ada/server.py"]
messages:
  - t: 0
    dir: c2s
    payload: {jsonrpc: "2.0", id: 12345678901234567890, method: ping}
  - t: 20
    dir: s2c
    payload:
      jsonrpc: "2.0"
      id: 12345678901234567890
      result: {}
`;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tierscope-convert-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function converted(input: string, to: string, more: { output?: string; redact?: boolean } = {}) {
  let stdout = '';
  let stderr = '';
  const exitCode = await convertFile({
    file: input,
    to,
    redact: false,
    ...more,
    version: '0.1.0',
    write: (text) => {
      stdout += text;
    },
    writeError: (text) => {
      stderr += text;
    },
  });
  return { exitCode, stdout, stderr };
}

describe('converting a file', () => {
  it('reads what it recognizes by content and says what the format cannot tell', async () => {
    const { exitCode, stdout, stderr } = await converted(file('odd.name', VCR), 'json-rpc');
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      '{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}\n{"jsonrpc":"2.0","id":12345678901234567890,"result":{}}\n',
    );
    expect(stderr).toContain('read as MCP-VCR');
    expect(stderr).toContain('does not record stderr');
    expect(stderr).toContain('json-rpc: Only frames are in it');
  });

  it('writes a whole file, redacted, that opens again', async () => {
    const output = join(folder, 'out.tierscope.jsonl');
    const { exitCode } = await converted(file('a.yaml', VCR), 'tierscope', { output, redact: true });
    expect(exitCode).toBe(0);
    const text = readFileSync(output, 'utf8');
    expect(text).toContain('"redaction":"1 secret replaced by Tierscope"');
    expect(text).not.toContain('/home/ada');
    const opened = await openRecording(output);
    expect(opened).toMatchObject({
      ok: true,
      value: { problems: [], sessions: [{ record: { label: 'd6' } }] },
    });
    expect(readdirSync(folder).sort()).toEqual(['a.yaml', 'out.tierscope.jsonl']);
  });

  it('names a damaged line and goes on', async () => {
    const input = file('a.jsonl', '{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    const tape = file(
      'b.jsonl',
      '{"v":1,"type":"meta","startedAt":"2026-05-12T23:00:00.000Z"}\nbroken\n{"t":"2026-05-12T23:00:01Z","dir":"in","raw":{"jsonrpc":"2.0","id":1,"method":"ping"}}\n',
    );
    expect(await converted(input, 'mcpsnoop')).toMatchObject({ exitCode: 0 });
    const { exitCode, stdout, stderr } = await converted(tape, 'json-rpc');
    expect(exitCode).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('b.jsonl:2: This line is not JSON');
  });

  it('refuses an unknown format, its own input, and a file that is none', async () => {
    const input = file('a.jsonl', '{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    expect(await converted(input, 'pdf')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('"pdf"'),
    });
    expect(await converted(input, 'har', { output: input })).toMatchObject({ exitCode: 2 });
    expect(await converted(join(folder, 'none'), 'har')).toMatchObject({ exitCode: 3 });
    expect(await converted(file('x.txt', 'hello\n'), 'har')).toMatchObject({ exitCode: 3 });
    const nowhere = join(folder, 'no', 'folder.har');
    expect(await converted(input, 'har', { output: nowhere })).toMatchObject({ exitCode: 3 });
  });
});

describe('the copy of another tool’s file', () => {
  it('opens like a recording, with the seq of the lines', async () => {
    const log = file(
      'mcp-server-scales.log',
      [
        '2025-09-30T01:18:24.500Z [scales] [info] Initializing server... { metadata: undefined }',
        '2025-09-30T01:18:25.000Z [scales] [info] Message from client: {"jsonrpc":"2.0","id":1,"method":"ping"} { metadata: undefined }',
        '',
      ].join('\n'),
    );
    const target = join(folder, 'copy.tierscope.jsonl');
    const copied = await copyAsRecording(log, target);
    expect(copied).toMatchObject({ ok: true, value: { format: 'claude-desktop-log', problems: [] } });
    const opened = await openRecording(target);
    if (!opened.ok) throw new Error(opened.error);
    expect(opened.value.header.startedAt).toBe('2025-09-30T01:18:24.500Z');
    const records = await opened.value.sessions[0]?.store.readRecords(0, 10, 10);
    expect(records?.map(({ seq, type }) => [seq, type])).toEqual([
      [0, 'session'],
      [1, 'process'],
      [2, 'frame'],
    ]);
  });
});
