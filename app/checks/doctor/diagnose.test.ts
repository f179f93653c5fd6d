import { describe, expect, it } from 'vitest';
import { terminalText } from '../../base/document/text-writer.ts';
import { HttpScript, refusal } from '../../session/testing/http-script.ts';
import { diagnose, diagnoseRecords } from './diagnose.ts';
import { type DoctorStep, doctorDocument, firstFailure, type StepId } from './doctor-report.ts';
import { graphicalPath } from './place-steps.ts';
import type { ConnectionEvidence, StartEvidence, TrafficEvidence } from './start-evidence.ts';

const NODE = { path: '/opt/node/bin/node', kind: 'program', mayRun: true, interpreter: undefined } as const;
const NODE_20 = { name: 'Node.js', path: NODE.path, version: '20.19.0', wanted: undefined };

const HEALTHY: TrafficEvidence = {
  spawnFailure: undefined,
  spawned: true,
  exit: undefined,
  stdoutClosed: false,
  firstExit: '',
  stderr: [],
  endStderr: [],
  firstLine: { text: '{"jsonrpc":"2.0"}', isMessage: true },
  firstNoise: undefined,
  noiseLines: 0,
  messages: 3,
  opened: true,
  discover: { kind: 'error', code: '-32601', message: 'Method not found' },
  initialize: { kind: 'result' },
  revision: '2025-11-25',
  server: 'weather 1.0.0',
  capabilities: ['tools'],
  lastedMs: 900,
};

const READY: ConnectionEvidence = {
  ready: true,
  failure: '',
  era: 'initialize',
  eraReason: 'The server answered server/discover with error -32601.',
  wantedEra: 'auto',
  lists: [{ what: 'tools', count: 2, failure: '' }],
  call: { what: 'The tool status', why: 'It only reads.', failure: '', toolError: false },
};

const SILENT = {
  firstLine: undefined,
  messages: 0,
  opened: false,
  initialize: { kind: 'unanswered' },
} as const;

type Change = Partial<StartEvidence> & { readonly with?: Partial<TrafficEvidence> };

function checked(change: Change = {}) {
  const { with: traffic, ...rest } = change;
  const evidence: StartEvidence = {
    command: 'node',
    args: ['weather.js'],
    cwd: '',
    place: { path: ['/opt/node/bin'], file: NODE, folderExists: true, graphical: undefined },
    runtime: NODE_20,
    traffic: { ...HEALTHY, endStderr: traffic?.stderr ?? [], ...traffic },
    connection: READY,
    ...rest,
  };
  const report = diagnose(evidence, 'node weather.js');
  const of = (id: StepId): DoctorStep | undefined => report.steps.find((step) => step.id === id);
  return { report, of, first: firstFailure(report) };
}

const failing = (more: Partial<ConnectionEvidence> = {}) => ({
  connection: {
    ...READY,
    ready: false,
    failure: 'The handshake failed.',
    lists: [],
    call: undefined,
    ...more,
  },
});

describe('the checks of a start', () => {
  it('pass for a server that starts and answers, and say so for a terminal', () => {
    const { report } = checked();
    expect(report.failed).toBeNull();
    expect(terminalText(doctorDocument(report))).toContain('The server starts and answers.');
  });

  it('name the file of a command, and a path once', () => {
    expect(checked().of('command')?.found).toBe('"node" is /opt/node/bin/node.');
    expect(checked({ command: NODE.path }).of('command')?.found).toBe('There is a file /opt/node/bin/node.');
  });

  it('note that a host from the desktop finds no command, or another one, and fail for neither', () => {
    const graphical = { path: '/usr/bin:/bin', command: undefined, interpreter: undefined, other: undefined };
    const place = { path: ['/opt/node/bin'], file: NODE, folderExists: true };
    const none = checked({ place: { ...place, graphical } });
    expect(none.of('graphical-path')).toMatchObject({ status: 'warning' });
    expect(none.of('graphical-path')?.todo).toContain('/opt/node/bin/node');
    const found = { ...graphical, command: '/usr/bin/node', other: '/usr/bin/node' };
    const other = checked({ place: { ...place, graphical: found } });
    expect(other.of('graphical-path')?.found).toContain('may run another one, /usr/bin/node');
    expect(other.report.failed).toBeNull();
    expect(graphicalPath('darwin')?.join(':')).toBe('/usr/bin:/bin:/usr/sbin:/sbin');
    expect(graphicalPath('win32')).toBeUndefined();
  });

  it('name what kept a connection to an address from being prepared', () => {
    const failure = 'The key k.pem is encrypted.';
    const unsent = { discover: { kind: 'not-asked' }, initialize: { kind: 'not-asked' } } as const;
    const { first } = checked({
      ...{ url: 'https://a.example/mcp', ...failing({ failure }) },
      with: { ...unsent, spawned: false, opened: false },
    });
    expect(first).toMatchObject({ id: 'connection', found: failure });
  });

  it('find a working folder that is not there before anything else', () => {
    const place = { path: [], file: undefined, folderExists: false, graphical: undefined };
    const { first } = checked({ place, cwd: '/nowhere', with: { spawned: false, spawnFailure: 'no' } });
    expect(first).toMatchObject({ id: 'folder', todo: expect.stringContaining('cwd') });
  });

  it('find a script that is not in the working folder before what follows from it', () => {
    const script = { name: 'weather.js', path: '/home/x/weather.js', isThere: false };
    const place = { path: [], file: NODE, folder: '/home/x', folderExists: true, scripts: [script] };
    const change = { ...failing(), place: { ...place, graphical: undefined } };
    const line = "Error: Cannot find module '/home/x/weather.js'";
    const ended = { exit: { code: 1, signal: undefined, asked: false }, stderr: [line], ...SILENT };
    const { first, of } = checked({ ...change, with: ended });
    expect(first).toMatchObject({ id: 'folder', found: 'weather.js is not in /home/x.' });
    expect(of('package')?.todo).toMatch(/^First fix “The working folder and the files”/);
    expect(checked({ place: change.place }).report.failed).toBeNull();
  });

  it('tell the time to the first answer, and warn of hosts that wait less', () => {
    const quick = checked({ with: { firstAnswerMs: 40 } }).of('handshake');
    expect(quick).toMatchObject({ status: 'passed' });
    expect(quick?.evidence[0]).toMatch(/^First answer: 40 ms\. Hosts wait by default: .*Claude Code 30 s/);
    const slow = checked({ with: { firstAnswerMs: 12_000 } });
    expect(slow.of('handshake')).toMatchObject({
      status: 'warning',
      todo: expect.stringContaining('startup_timeout_sec'),
    });
    expect(slow.of('handshake')?.found).toContain('opencode 5 s, Codex CLI 10 s.');
    expect(slow.report.failed).toBeNull();
  });

  it('name what is wrong with the command itself, unless stderr names what comes before it', () => {
    const exit = { code: 1, signal: undefined, asked: false };
    const docker = { command: 'docker', args: ['run', '--rm', 'weather'] };
    const cut = checked({ ...docker, with: { ...SILENT, exit }, ...failing() });
    expect(cut.first).toMatchObject({
      id: 'configuration',
      todo: expect.stringContaining('"run","-i","--rm"'),
    });
    expect(cut.of('process')?.todo).toMatch(/Then start it again\.$/);
    const stderr = ['docker: Cannot connect to the Docker daemon at unix:///run/docker.sock.'];
    const down = checked({ ...docker, with: { ...SILENT, exit, stderr }, ...failing() });
    expect(down.first).toMatchObject({ id: 'process', todo: expect.stringContaining('docker info') });
    const whole = checked({ command: 'node weather.js', args: [], with: { spawned: false }, ...failing() });
    expect(whole.first).toMatchObject({ id: 'command', todo: expect.stringContaining('["weather.js"]') });
    expect(checked(docker).report.failed).toBeNull();
  });

  it('take npx that says nothing at all for one that may still fetch the package', () => {
    const { first } = checked({ command: 'npx', args: ['-y', 'weather'], with: SILENT, ...failing() });
    expect(first?.id).toBe('package');
    expect(first?.found).toContain('npx may still be fetching the package');
    expect(first?.todo).toContain('MCP_TIMEOUT');
  });

  it('name a closed stdout, a refused answer, and a list that fails', () => {
    expect(checked({ with: { stdoutClosed: true } }).first?.id).toBe('process');
    const rejected = { initialize: { kind: 'rejected', message: 'no capabilities' }, opened: false } as const;
    expect(checked({ with: rejected, ...failing() }).first?.found).toContain('the client refused the answer');
    const lists = [{ what: 'tools', count: 0, failure: 'error -32603' }];
    expect(checked({ connection: { ...READY, lists } }).first?.id).toBe('lists');
  });

  it('says what hosts lose of the lists, and fails only for hosts that were named', () => {
    const problems = [
      { found: 'A host leaves out "a".', todo: 'Write it otherwise.' },
      { found: 'A host leaves out "b".', todo: '' },
    ];
    const at = (isAsked: boolean) =>
      checked({ connection: { ...READY, ofLists: { problems, isAsked } } }).report.steps.find(
        ({ id }) => id === 'lists',
      );
    expect(at(false)).toMatchObject({
      status: 'warning',
      found: 'It lists 2 tools. A host leaves out "a". One more problem stands below.',
      evidence: expect.arrayContaining(['A host leaves out "b".']),
    });
    expect(at(true)?.status).toBe('failed');
  });

  it('note a tool that reports a failure, and fail for a call without an answer', () => {
    const call = { what: 'The tool status', why: 'It only reads.', failure: '', toolError: true };
    expect(checked({ connection: { ...READY, call } }).of('call')?.status).toBe('warning');
    const lost = { ...call, toolError: false, failure: 'No answer came within 30 s.' };
    expect(checked({ connection: { ...READY, call: lost } }).first?.id).toBe('call');
  });

  it('take a line of stderr for no cause while the server is fine', () => {
    const { report } = checked({ with: { stderr: ['WEATHER_KEY is not set, using the demo'] } });
    expect(report.failed).toBeNull();
  });

  it('do not lay it to an old interpreter that a server answers, or is silent', () => {
    const runtime = { ...NODE_20, wanted: { manifest: '/srv/package.json', range: '>=24' } };
    const statusOf = (change: Change) => {
      const { report } = checked({ ...change, runtime });
      return [report.failed === 'runtime', report.steps.find(({ id }) => id === 'runtime')?.status];
    };
    expect(statusOf({})).toEqual([false, 'warning']);
    expect(statusOf({ with: SILENT, ...failing() })).toEqual([false, 'warning']);
    const exit = { code: 1, signal: undefined, asked: false };
    expect(statusOf({ with: { ...SILENT, exit }, ...failing() })).toEqual([true, 'failed']);
  });

  it('name the first step in the advice of each that fails after it', () => {
    const exit = { code: 1, signal: undefined, asked: false };
    const stderr = ['WEATHER_KEY is required'];
    const runtime = { ...NODE_20, wanted: { manifest: '/srv/package.json', range: '>=24' } };
    const { report } = checked({ with: { ...SILENT, exit, stderr }, ...failing(), runtime });
    const later = report.steps.filter(({ status, id }) => status === 'failed' && id !== report.failed);
    expect(report.failed).toBe('configuration');
    expect(report.steps.find(({ id }) => id === 'runtime')?.status).toBe('warning');
    expect(later.length).toBeGreaterThan(0);
    for (const { todo } of later) expect(todo).toMatch(/^First fix “Variables and arguments”/);
    expect(terminalText(doctorDocument(report))).toMatch(
      /Failed first: Variables and arguments\n[\s\S]*do {6}Set WEATHER_KEY/,
    );
  });

  it('cut a command line that is as long as a book', () => {
    const evidence = {
      command: 'x',
      args: [],
      cwd: '',
      place: undefined,
      runtime: undefined,
      connection: undefined,
    };
    expect(diagnose({ ...evidence, traffic: HEALTHY }, 'x'.repeat(100_000)).command.length).toBe(500);
  });
});

it.each([
  [400, 'passed'],
  [200, 'failed'],
])('over HTTP an error under no id answers its request by its status: %i', (status, expected) => {
  const again = { id: 7, method: 'initialize', params: {} };
  const { records } = new HttpScript().handshake().post(again, { status, body: refusal(-32600, 'again') });
  const { steps } = diagnoseRecords(records, 's1', '');
  expect(steps.find(({ id }) => id === 'handshake')?.status).toBe(expected);
});
