import { describe, expect, it } from 'vitest';
import { toBase64 } from '../../wire/line-text.ts';
import { detectFormat, type ForeignFormatName } from './formats.ts';
import { importFile } from './import-file.ts';

const CALL = '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"weigh"}}';
const ANSWER = '{"jsonrpc":"2.0","id":7,"result":{"content":[],"isError":true}}';

function opened(expected: ForeignFormatName, lines: readonly string[]) {
  const text = `${lines.join('\n')}\n`;
  expect(detectFormat(text, 'anything.bin')).toBe(expected);
  return importFile(expected, text, { fileName: 'scales.jsonl' });
}

describe('mcpsnoop', () => {
  const line = (seq: number, rest: string) =>
    `{"session_id":"a-1","server_label":"scales","seq":${seq},"ts":"2026-08-08T15:00:0${seq}.000412+03:00","transport":"stdio",${rest}}`;
  const lines = [
    line(1, '"direction":"meta","raw":{"command":["node","scales.js"],"cwd":"/srv"}'),
    line(2, '"direction":"stderr","text":"ready"'),
    line(3, '"direction":"c2s","raw":{"jsonrpc":"2.0","id":9007199254740993,"id":1,  "method":"ping"}'),
    line(6, '"direction":"s2c","text":"oops, a print"'),
    '{"session_id":"a-1","server_label":"scales","seq":7,"ts":"2026-08-08T1',
  ];

  it('keeps the message as it stands in the file, with line numbers as seq', () => {
    const { records, header } = opened('mcpsnoop', lines);
    expect(header.startedAt).toBe('2026-08-08T12:00:01.000Z');
    expect(records).toEqual([
      expect.objectContaining({
        type: 'session',
        seq: 1,
        label: 'scales',
        command: 'node',
        args: ['scales.js'],
        cwd: '/srv',
        origin: 'import',
      }),
      expect.objectContaining({ type: 'stderr', seq: 2, at: 1000.412, text: 'ready', session: 'scales' }),
      expect.objectContaining({
        type: 'frame',
        seq: 3,
        direction: 'client-to-server',
        raw: '{"jsonrpc":"2.0","id":9007199254740993,"id":1,  "method":"ping"}',
      }),
      expect.objectContaining({ seq: 4, direction: 'server-to-client', raw: 'oops, a print' }),
    ]);
  });

  it('reports dropped frames and a cut tail with their lines', () => {
    const text = lines.join('\n');
    const { problems } = importFile('mcpsnoop', text, { fileName: 'x' });
    expect(problems).toEqual([
      { line: 4, message: 'mcpsnoop dropped 2 events before this line.' },
      { line: 5, message: expect.stringContaining('was cut off here') },
    ]);
  });

  it('holds connections of one proxy apart, since ids are unique within one only', () => {
    const http = (conn: string) =>
      `{"session_id":"h","server_label":"web","seq":1,"ts":"2026-08-08T15:00:00Z","direction":"c2s","transport":"http","conn_id":"${conn}","raw":${CALL}}`;
    const { records } = opened('mcpsnoop', [http('a'), http('b')]);
    expect(records.filter(({ type }) => type === 'frame')).toEqual([
      expect.objectContaining({ session: 'web' }),
      expect.objectContaining({ session: 'web 2' }),
    ]);
  });
});

describe('the other line formats', () => {
  it('keep a message of any depth whole, and read what stands beside it down to the budget', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const { records } = opened('mcp-trace', [
      `{"schemaVersion":2,"observedAt":"2026-08-08T15:00:00Z","direction":"server-to-client","metadata":{"method":"m","id":${deep}}}`,
      `{"schemaVersion":2,"observedAt":"2026-08-08T15:00:00Z","direction":"server-to-client","metadata":{},"body":{"value":${deep}}}`,
    ]);
    expect(records).toMatchObject([{ type: 'session' }, { type: 'mark' }, { type: 'frame', raw: deep }]);
  });

  it('opens mcp-rec, with a line that was no JSON', () => {
    const { records, notes } = opened('mcp-rec', [
      `{"ts": 1788170100.25, "dir": "client->server", "msg": {"jsonrpc": "2.0", "id": 7, "method": "ping"}}`,
      `{"ts": 1788170100.5, "dir": "server->client", "msg": {"_raw": "hello", "_unparsed": true}}`,
    ]);
    expect(records).toEqual([
      expect.objectContaining({ type: 'session', seq: 0, label: 'scales' }),
      expect.objectContaining({ seq: 1, at: 0, raw: '{"jsonrpc": "2.0", "id": 7, "method": "ping"}' }),
      expect.objectContaining({ seq: 2, at: 250, direction: 'server-to-client', raw: 'hello' }),
    ]);
    expect(notes.join(' ')).toContain('may differ from the wire');
    expect(notes.join(' ')).toContain('does not record stderr');
  });

  it('opens mcporter, strips its own _meta and keeps the one of the message', () => {
    const meta = (dir: string, second: number) =>
      `"_meta":{"dir":"${dir}","server":"scales","ts":"2026-05-16T00:00:0${second}.000Z"}`;
    const { records } = opened('mcporter', [
      `{"jsonrpc":"2.0","method":"$transport/start",${meta('lifecycle', 0)}}`,
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":3}},${meta('send', 1)}}`,
      `{${meta('recv', 2)},"jsonrpc":"2.0","id":1,"result":{}}`,
      `{"jsonrpc":"2.0","method":"$transport/close",${meta('lifecycle', 3)}}`,
    ]);
    expect(records).toEqual([
      expect.objectContaining({ type: 'session', session: 'scales', label: 'scales' }),
      expect.objectContaining({ type: 'process', event: 'spawned' }),
      expect.objectContaining({
        at: 1000,
        direction: 'client-to-server',
        raw: '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":3}}}',
      }),
      expect.objectContaining({ direction: 'server-to-client', raw: '{"jsonrpc":"2.0","id":1,"result":{}}' }),
      expect.objectContaining({ type: 'mark', label: 'mcporter: $transport/close' }),
    ]);
  });

  it('opens mcp-tape, where in goes to the server', () => {
    const { records } = opened('mcp-tape', [
      '{"v":1,"type":"meta","startedAt":"2026-05-12T23:00:00.000Z","label":"scales","command":["npx","scales"]}',
      `{"t":"2026-05-12T23:00:00.123Z","dir":"in","raw":${CALL}}`,
      `{"t":"2026-05-12T23:00:00.245Z","dir":"out","raw":${ANSWER}}`,
      '{"t":"2026-05-12T23:00:30.000Z","type":"end","exitCode":3,"durationMs":30000}',
    ]);
    expect(records).toEqual([
      expect.objectContaining({ type: 'session', command: 'npx', args: ['scales'] }),
      expect.objectContaining({ at: 123, direction: 'client-to-server', raw: CALL }),
      expect.objectContaining({ at: 245, direction: 'server-to-client', raw: ANSWER }),
      expect.objectContaining({ type: 'process', event: 'exited', exitCode: 3, at: 30_000 }),
    ]);
  });

  it('opens mcptap by WayV, puts frames together and says so', () => {
    const { records, notes } = opened('mcptap-wayv', [
      '{"ts":"2026-07-26T14:02:15.101Z","server":"scales","dir":"client->server","kind":"request","id":4,"method":"tools/call","params":{"name":"weigh"}}',
      '{"ts":"2026-07-26T14:02:15.104Z","server":"scales","dir":"server->client","kind":"response","id":4,"method":"tools/call","durationMs":3,"error":{"code":-32603,"message":"x…[truncated 9 chars]"}}',
      '{"ts":"2026-07-26T14:02:16Z","server":"scales","dir":"server->client","kind":"raw","text":"noise"}',
    ]);
    expect(records.slice(1)).toEqual([
      expect.objectContaining({
        raw: '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"weigh"}}',
      }),
      expect.objectContaining({
        raw: '{"jsonrpc":"2.0","id":4,"error":{"code":-32603,"message":"x…[truncated 9 chars]"}}',
      }),
      expect.objectContaining({ raw: 'noise' }),
    ]);
    expect(notes.join(' ')).toMatch(/put together.*4096.*were cut/);
  });

  it('opens mcptap by furkan708 with its events', () => {
    const { records } = opened('mcptap-furkan', [
      '{"ts": 1788170100.1, "event": "start", "argv": ["uvx", "scales"], "tap_version": "0.9.0"}',
      '{"ts": 1788170100.2, "dir": "c2s", "data": {"jsonrpc": "2.0", "id": 1, "method": "ping"}}',
      '{"ts": 1788170100.3, "dir": "s2c", "data": {"raw": "no json\\n"}}',
      '{"ts": 1788170100.4, "event": "server_stdout_closed"}',
      '{"ts": 1788170100.5, "event": "exit", "code": -9}',
    ]);
    expect(records).toEqual([
      expect.objectContaining({ type: 'session', label: 'scales', command: 'uvx' }),
      expect.objectContaining({ seq: 2, at: 100 }),
      expect.objectContaining({ raw: 'no json', direction: 'server-to-client' }),
      expect.objectContaining({ type: 'mark', label: 'The server closed its stdout.' }),
      expect.objectContaining({ type: 'process', event: 'exited', signal: 'SIGKILL', exitCode: null }),
    ]);
  });

  it('opens mcp-trace 2 with bodies as frames and without as marks', () => {
    const entry = (rest: string) =>
      `{"schemaVersion": 2, "transport": "stdio", "id": "x", "observedAt": "2026-09-07T12:00:00.018Z", ${rest}}`;
    const { records, notes, problems } = opened('mcp-trace', [
      entry(
        '"direction": "client-to-server", "bytes": 48, "metadata": {"kind": "request", "method": "tools/list", "id": 1}',
      ),
      entry(
        `"direction": "server-to-client", "bytes": 90, "metadata": {"kind": "response", "method": "tools/list", "id": 1}, "body": {"bytes": 90, "format": "json", "redacted": false, "truncated": false, "value": ${ANSWER}}`,
      ),
      '{"schemaVersion": 1, "upstream": "https://example.com/mcp", "id": "y"}',
    ]);
    expect(records.slice(1)).toEqual([
      expect.objectContaining({ type: 'mark', label: expect.stringContaining('tools/list, id 1, 48 bytes') }),
      expect.objectContaining({ type: 'frame', raw: ANSWER, direction: 'server-to-client' }),
    ]);
    expect(notes.join(' ')).toContain('shown as marks');
    expect(problems).toEqual([{ line: 3, message: expect.stringContaining('schema version 1') }]);
  });

  it('opens charpy to the byte', () => {
    const bytes = new Uint8Array([0x7b, 0xff, 0x7d, 0x0a]);
    const common = '"schema_version":1,"run_id":"R","t_wall":"2026-09-11T00:00:00.000000000Z"';
    const { records } = opened('charpy', [
      `{${common},"type":"header","seq":0,"t_mono_ns":0,"subject":{"class":"server"}}`,
      `{${common},"type":"frame","seq":1,"t_mono_ns":1500000,"face":"downstream","direction":"c2s","session_id":"s-1","raw":"${btoa(CALL)}","raw_len":71}`,
      `{${common},"type":"frame","seq":2,"t_mono_ns":2000000,"face":"downstream","direction":"s2c","session_id":"s-1","raw":"${toBase64(bytes)}","raw_len":10,"raw_truncated":true}`,
      `{${common},"type":"event","seq":3,"t_mono_ns":3000000,"event_kind":"subject_exit","detail":{"exit_code":1}}`,
    ]);
    expect(records).toEqual([
      expect.objectContaining({ type: 'session', label: 'server' }),
      expect.objectContaining({ at: 1.5, raw: CALL, session: 's1' }),
      expect.objectContaining({ rawBase64: 'e/99', truncatedBytes: 6 }),
      expect.objectContaining({ type: 'process', event: 'exited', exitCode: 1 }),
    ]);
  });

  it('guesses directions of plain JSON-RPC lines and says so', () => {
    const lines = [
      CALL,
      '{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{}}',
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{}}',
    ];
    const { records, notes } = opened('json-rpc', [...lines, '[1, "no message"]']);
    const frames = records.flatMap((record) => (record.type === 'frame' ? [record] : []));
    expect(frames.map(({ raw }) => raw)).toEqual(lines);
    expect(frames.map(({ direction }) => direction.split('-')[0])).toEqual([
      'client',
      'server',
      'client',
      'server',
    ]);
    expect(records.at(-1)).toEqual(expect.objectContaining({ type: 'mark', label: '[1, "no message"]' }));
    expect(notes.join(' ')).toContain('directions are guessed');
  });
});

describe('log files of hosts', () => {
  it('opens VS Code’s output log, whose times have no zone', () => {
    const { records, notes, header } = opened('vscode-log', [
      '2026-07-24 02:03:14.031 [info] Starting server scales',
      '2026-07-24 02:03:14.032 [info] Connection state: Starting',
      `2026-07-24 02:03:14.089 [debug] [editor -> server] ${CALL}`,
      `2026-07-24 02:03:14.151 [trace] [server -> editor] ${ANSWER}`,
      '2026-07-24 02:03:15.000 [warning] [server stderr] boom',
      '    at line two',
      '2026-07-24 02:03:15.500 [info] Connection state: Error Process exited with code 1',
    ]);
    expect(header.startedAt).toBe('2026-07-24T02:03:14.031Z');
    expect(records).toEqual([
      expect.objectContaining({ type: 'mark', label: 'Starting server scales' }),
      expect.objectContaining({ type: 'mark', label: 'Connection state: Starting' }),
      expect.objectContaining({ type: 'session', label: 'scales', client: 'Visual Studio Code' }),
      expect.objectContaining({ type: 'process', event: 'spawned' }),
      expect.objectContaining({ at: 58, direction: 'client-to-server', raw: CALL }),
      expect.objectContaining({ at: 120, direction: 'server-to-client', raw: ANSWER }),
      expect.objectContaining({ type: 'stderr', text: 'boom' }),
      expect.objectContaining({ type: 'stderr', text: '    at line two' }),
      expect.objectContaining({ type: 'process', event: 'exited', exitCode: 1 }),
    ]);
    expect(notes.join(' ')).toContain('no time zone');
  });

  it('tells from VS Code’s words what was printed to stdout, a signal, and a server that is far away', () => {
    const { records } = opened('vscode-log', [
      `2026-07-24 02:03:14.089 [debug] [editor -> server] ${CALL}`,
      '2026-07-24 02:03:14.100 [warning] Failed to parse message: "listening on \\"stdio\\"\\n"',
      '2026-07-24 02:03:15.000 [info] Connection state: Error Process exited with code null',
      '2026-07-24 02:03:16.000 [info] Connection state: Error 405 status sending message to http://localhost/mcp',
    ]);
    expect(records.slice(2)).toEqual([
      expect.objectContaining({ direction: 'server-to-client', raw: 'listening on "stdio"' }),
      expect.objectContaining({ type: 'process', event: 'exited', exitCode: null }),
      expect.objectContaining({ type: 'session', url: 'http://localhost/mcp' }),
      expect.objectContaining({ type: 'http', event: 'request', url: 'http://localhost/mcp' }),
      expect.objectContaining({ type: 'http', event: 'response', status: 405 }),
      expect.objectContaining({ type: 'http', event: 'end' }),
    ]);
  });
});

describe('MCP-VCR as lines', () => {
  it('opens its meta line and its messages, whose times count from the start', () => {
    const { records, header } = opened('mcp-vcr-lines', [
      '{"_type":"meta","version":1,"recorded_at":"2026-05-16T14:30:22.471Z","session_id":"a3f2b1c9","server_command":["python","server.py"]}',
      `{"t":0,"dir":"c2s","payload":${CALL}}`,
      `{"t":20,"dir":"s2c","payload":${ANSWER}}`,
    ]);
    expect(header.startedAt).toBe('2026-05-16T14:30:22.471Z');
    expect(records).toEqual([
      expect.objectContaining({ type: 'session', label: 'a3f2b1c9', command: 'python', args: ['server.py'] }),
      expect.objectContaining({ at: 0, direction: 'client-to-server', raw: CALL }),
      expect.objectContaining({ at: 20, direction: 'server-to-client', raw: ANSWER }),
    ]);
  });
});

describe('mcptap by WayV', () => {
  it('says what changed about which tool in an alert', () => {
    const { records } = opened('mcptap-wayv', [
      '{"ts":"2026-07-26T10:00:00Z","server":"fs","dir":"server->client","kind":"alert","severity":"warn","tool":"read","change":"modified","detail":"description changed"}',
    ]);
    expect(records.at(-1)).toEqual(
      expect.objectContaining({ type: 'mark', label: 'mcptap alert: read, modified, description changed' }),
    );
  });
});

/** A value that neither `String` nor `Number` can convert. */
const ODD = '{"toString":1,"valueOf":1}';
it.each<[ForeignFormatName, string]>([
  [
    'mcp-trace',
    `{"schemaVersion":2,"observedAt":"2026-08-08T15:00:00Z","direction":"server-to-client","bytes":${ODD},"metadata":{"kind":${ODD},"method":${ODD},"id":${ODD}}}`,
  ],
  [
    'mcp-trace',
    `{"schemaVersion":2,"observedAt":"2026-08-08T15:00:00Z","direction":"server-to-client","metadata":{},"body":{"format":"json","truncated":true,"bytes":${ODD},"value":{}}}`,
  ],
  [
    'charpy',
    `{"schema_version":1,"run_id":"r","t_wall":"2026-08-08T15:00:00Z","type":"frame","seq":1,"t_mono_ns":1,"direction":"s2c","session_id":"s","raw":"e30=","raw_truncated":true,"raw_len":${ODD}}`,
  ],
  [
    'charpy',
    '{"schema_version":1,"run_id":"r","t_wall":"2026-08-08T15:00:00Z","type":"frame","seq":1,"t_mono_ns":1,"direction":"s2c","session_id":"s","raw":"e30=","raw_truncated":true,"raw_len":1e999}',
  ],
  [
    'mcp-recorder',
    `{"metadata":{"recorded_at":"2026-08-08T15:00:00Z"},"interactions":[{"request":{"jsonrpc":"2.0","id":1,"method":"ping"},"response_status":${ODD}}]}`,
  ],
])('reads what %s writes with an object where a number belongs', (format, text) => {
  const { records } = importFile(format, text, { fileName: 'odd' });
  expect(records).toContainEqual(
    expect.objectContaining({ type: expect.stringMatching(/^(?:frame|mark)$/) }),
  );
  for (const record of records) {
    if (record.type === 'frame') expect(record.truncatedBytes).toBeUndefined();
  }
});
