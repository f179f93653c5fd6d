import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { SettingsChange } from '../../app/protocol/session-settings.ts';
import { sampleHeader } from '../../app/recording/testing/any-record.ts';
import { exportRecording } from '../../app/report/export/convert.ts';
import { builtWorker } from '../system/testing/built-worker.ts';
import type { ClientCall } from './protocol-client.ts';
import { sessionBody } from './record-body.ts';
import { plain, rig, tool } from './testing/session-rig.ts';

// Runs tests copied from a session with vitest, against the recorded server.

const ROOT = resolve(import.meta.dirname, '../..');
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-copied-'));
  // The imports of a copied test resolve to the server's own packages.
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Session = {
  readonly args: readonly string[];
  readonly settings: SettingsChange;
  readonly calls: readonly ClientCall[];
  readonly rawLines?: readonly string[];
};

/** Records a session of a real server, and returns it as a test file. */
async function copied({ args, settings, calls, rawLines = [] }: Session): Promise<string> {
  const made = rig(args, settings, process.execPath, folder);
  await made.session.start();
  expect(made.session.status.state).toBe('ready');
  for (const line of rawLines) made.session.sendRaw(new TextEncoder().encode(line));
  if (rawLines.length > 0) await made.session.call(plain('tools/list', {}));
  for (const call of calls) await made.session.call(call);
  await made.session.disconnect('');
  const spec = { command: process.execPath, args: [...args], cwd: folder, env: {} };
  const bodies = [sessionBody(spec, 'recorded'), ...made.records];
  const records = bodies.map((body, at) => ({ seq: at + 1, at, session: 's1', ...body }) as KnownRecord);
  return [...exportRecording('vitest', { header: sampleHeader, records })].join('');
}

type Ran = { readonly passed: readonly string[]; readonly failed: readonly string[] };

/** Runs a test file with vitest; returns the names of its tests by outcome. */
async function ran(name: string, text: string): Promise<Ran> {
  const file = join(folder, `${name}.test.ts`);
  const report = join(folder, `${name}.json`);
  await writeFile(file, text);
  await writeFile(join(folder, 'vitest.config.js'), 'export default {};');
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const args = [
    vitest,
    'run',
    '--root',
    folder,
    '--reporter=json',
    `--outputFile=${report}`,
    `${name}.test.ts`,
  ];
  const { VITEST: _own, NODE_OPTIONS: _options, ...env } = process.env;
  const output = await new Promise<string>((done) => {
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.on('data', (piece) => (said += piece));
    child.stderr.on('data', (piece) => (said += piece));
    child.on('close', () => done(said));
  });
  const { testResults } = JSON.parse(await readFile(report, 'utf8').catch(() => `{"testResults":[]}`));
  const tests: { status: string; title: string }[] = testResults.flatMap(
    (result: { assertionResults: object[] }) => result.assertionResults,
  );
  if (tests.length === 0) throw new Error(`vitest ran no test: ${output}\n${text}`);
  const named = (status: string) => tests.filter((one) => one.status === status).map(({ title }) => title);
  return { passed: named('passed'), failed: named('failed') };
}

const RUN_MS = 120_000;

/** A server on the official SDK of 2026-07-28; `more` changes its behavior. */
function bookings(more = ''): string {
  return `
import { McpServer, ProtocolError } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

serveStdio(() => {
  const server = new McpServer({ name: 'bookings', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.registerTool('book', { inputSchema: z.object({ day: z.string() }) }, async ({ day }) => {
    if (day === 'past') throw new Error('day is past');
    return { content: [{ type: 'text', text: 'booked ' + Math.random() }] };
  });
  server.registerTool('cancel', { inputSchema: z.object({ id: z.number() }) }, async ({ id }) => ({
    content: [{ type: 'text', text: 'No booking ' + id + ' at ' + new Date().toISOString() }], isError: true,
    structuredContent: { error: { code: 'NOT_FOUND', data: { id } } },
  }));
  ${more}
  return server;
}, { legacy: 'reject' });
`;
}
/** Turns its tool's answer about a past day into a protocol error. */
const REGRESSION = `
  const usual = server.createToolError.bind(server);
  server.createToolError = (message) => {
    if (message === 'day is past') throw new ProtocolError(-32602, message);
    return usual(message);
  };`;

describe('the tests of a session', () => {
  it(
    'pass on the error lab, raw lines and a crash included',
    async () => {
      const lab = await builtWorker('main/checks/lab/error-lab.ts');
      const calls = [
        tool('echo', { text: 'one' }),
        tool('echo', { text: 'two' }),
        tool('echo', {}),
        tool('internal-error'),
        tool('tool-error-traceback'),
        tool('no-such-tool'),
        plain('resources/read', { uri: 'note://none' }),
        plain('no/such/method', {}),
        tool('crash-exit'),
      ];
      const rawLines = [
        '{"jsonrpc":"2.0","id":"raw","method":"tools/call","params":{"name":7}}',
        '{"jsonrpc',
      ];
      const session = { args: [lab.script], settings: { era: 'initialize' }, calls, rawLines } as const;
      try {
        const text = await copied(session);
        const { passed, failed } = await ran('lab', text);
        expect(failed).toEqual([]);
        expect(passed).toContain('tools/call crash-exit, sent as a raw line, ends in the end of the process');
        expect(passed.filter((title) => title.startsWith('the line'))).toHaveLength(1);
        expect(passed.length).toBeGreaterThanOrEqual(9);
        expect(text).toContain('Stands for 2 calls');
      } finally {
        await lab.remove();
      }
    },
    RUN_MS,
  );

  it(
    'pass on server-everything, and leave out what waits for its user',
    async () => {
      const calls = [
        tool('echo', { message: 'hello' }),
        tool('echo', {}),
        tool('get-sum', { a: 1, b: 'two' }),
        tool('none'),
        plain('prompts/get', { name: 'none' }),
        plain('resources/read', { uri: 'demo://none' }),
        tool('trigger-elicitation-request'),
      ];
      const args = [join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')];
      const text = await copied({
        args,
        calls,
        settings: { era: 'initialize', answers: { elicitation: { kind: 'decline' } } },
      });
      const { passed, failed } = await ran('everything', text);
      expect(failed).toEqual([]);
      expect(passed.length).toBeGreaterThanOrEqual(6);
      expect(text).toMatch(/\/\/ - tools\/call trigger-elicitation-request .*may have waited for the user/);
    },
    RUN_MS,
  );

  it(
    'of 2026-07-28 pass, and one of them fails if a tool error became a protocol error',
    async () => {
      const server = join(folder, 'bookings.mjs');
      await writeFile(server, bookings());
      const calls = [
        tool('book', { day: 'monday' }),
        tool('book', { day: 'past' }),
        tool('book', {}),
        tool('cancel', { id: 1 }),
        tool('cancel', { id: 22 }),
        tool('none'),
      ];
      const text = await copied({ args: [server], settings: { era: 'modern' }, calls });
      const before = await ran('before', text);
      expect(before.failed).toEqual([]);
      expect(before.passed).toContain('tools/call cancel ends in a tool error NOT_FOUND');
      await writeFile(server, bookings(REGRESSION));
      const after = await ran('after', text);
      expect(after.failed).toEqual(['tools/call book ends in a tool error']);
      expect(after.passed).toEqual(before.passed.filter((title) => !after.failed.includes(title)));
    },
    RUN_MS,
  );
});
