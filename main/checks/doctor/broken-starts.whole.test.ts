import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { terminalText } from '../../../app/base/document/text-writer.ts';
import type { DoctorReport } from '../../../app/checks/doctor/doctor-report.ts';
import { doctorDocument } from '../../../app/checks/doctor/doctor-report.ts';
import { handshaking, scripted } from '../../session/testing/session-rig.ts';
import { examined, SHORT, script, step } from './testing/examined.ts';

const isWindows = process.platform === 'win32';
let folder = '';
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tierscope-doctor-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Every failed step says what to do, and the first of them is on top. */
function expectAdvice(report: DoctorReport): void {
  for (const { status, todo, found } of report.steps) {
    expect(found).not.toBe('');
    if (status === 'failed' || status === 'warning') expect(todo).not.toBe('');
  }
  const first = report.steps.find(({ status }) => status === 'failed');
  expect(report.failed).toBe(first?.id ?? null);
}

describe('a broken start', () => {
  it('is a command that nobody has', async () => {
    const report = await examined('no-such-server', ['--flag']);
    expect(report.failed).toBe('command');
    expect(step(report, 'command').found).toBe('No folder of PATH has a program "no-such-server".');
    expect(step(report, 'process').status).toBe('skipped');
    expectAdvice(report);
  });

  it.skipIf(isWindows)('is a file that may not be run', async () => {
    const path = await script(folder, 'locked/server.sh', '#!/bin/sh\necho hello\n', 0o644);
    const report = await examined(path);
    expect(report.failed).toBe('file');
    expect(step(report, 'file').todo).toContain(`chmod +x ${path}`);
    expectAdvice(report);
  });

  it('is a folder where the command should be', async () => {
    const path = join(folder, 'project');
    await mkdir(path);
    const report = await examined(path);
    expect(report.failed).toBe('file');
    expect(step(report, 'file').found).toContain('is a folder');
    expectAdvice(report);
  });

  it('is a Node that the package does not take', async () => {
    const project = join(folder, 'needs-future-node');
    const path = await script(project, 'dist/server.js', 'process.exit(1)');
    await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'x', engines: { node: '>=999' } }));
    const report = await examined('node', [path]);
    expect(report.failed).toBe('runtime');
    expect(step(report, 'runtime').found).toContain(process.versions.node);
    expect(step(report, 'runtime').evidence.join('\n')).toContain('>=999');
    expectAdvice(report);
  });

  it('is a package that is not installed', async () => {
    const path = await script(folder, 'missing/server.mjs', "import 'not-installed-anywhere';\n");
    const report = await examined('node', [path]);
    expect(report.failed).toBe('package');
    expect(step(report, 'package').found).toContain('Missing: not-installed-anywhere.');
    expect(step(report, 'package').todo).toContain('npm install');
    expect(step(report, 'process').todo).toMatch(/^First fix “The package”/);
    expect(step(report, 'process').found).toContain('exit code 1');
    expectAdvice(report);
  });

  it('is a script that was never built', async () => {
    const report = await examined('node', ['dist/never-built.js'], { cwd: folder });
    expect(report.failed).toBe('folder');
    expect(step(report, 'folder').found).toMatch(/^dist\/never-built\.js is not in \//);
    expect(step(report, 'package').todo).toMatch(/Check the path ".*never-built\.js"/);
    expectAdvice(report);
  });

  it('is a variable that is missing, and no value of another one is printed', async () => {
    const body = `console.error('using ' + process.env.OTHER_TOKEN);
      throw new Error('WEATHER_API_KEY environment variable is required')`;
    const report = await examined('node', ['-e', body], { env: { OTHER_TOKEN: 'sk-77-secret' } });
    expect(report.failed).toBe('configuration');
    expect(step(report, 'configuration').todo).toContain('Set WEATHER_API_KEY');
    expect(step(report, 'configuration').evidence).toEqual([
      'Error: WEATHER_API_KEY environment variable is required',
    ]);
    expect(JSON.stringify(report)).not.toContain('sk-77-secret');
    expect(terminalText(doctorDocument(report))).not.toContain('sk-77-secret');
    expectAdvice(report);
  });

  it('is a banner on stdout, also if the server works', async () => {
    const [flag = '', body = ''] = handshaking(
      `say({ jsonrpc: '2.0', id: request.id, result: { tools: [] } })`,
    );
    const report = await examined('node', [flag, `console.log('Weather server v1 ready');${body}`]);
    expect(report.failed).toBe('stdout');
    expect(step(report, 'stdout').found).toContain('“Weather server v1 ready”');
    expect(step(report, 'handshake').status).toBe('passed');
    expectAdvice(report);
  });

  it('is an exit with 1', async () => {
    const report = await examined('node', [
      '-e',
      `console.error('the license has expired'); process.exit(1)`,
    ]);
    expect(report.failed).toBe('process');
    expect(step(report, 'process').found).toContain('exit code 1');
    expect(step(report, 'process').found).toContain('the license has expired');
    expectAdvice(report);
  });

  it('is silence', async () => {
    const report = await examined('node', ['-e', 'process.stdin.resume()'], { settings: SHORT });
    expect(report.failed).toBe('stdout');
    expect(step(report, 'stdout').found).toContain('wrote nothing to stdout');
    expectAdvice(report);
  });

  it('is an era that the server does not speak', async () => {
    const server = scripted(`if (request.id !== undefined) say({ jsonrpc: '2.0', id: request.id,
      error: { code: -32601, message: 'Method not found' } })`);
    const older = await examined('node', server, { settings: { era: 'initialize' } });
    expect(older.failed).toBe('era');
    expect(step(older, 'era').todo).toContain('Set the era to auto');
    const newer = await examined('node', server, { settings: { era: 'modern' } });
    expect(newer.failed).toBe('era');
    expect(step(newer, 'era').todo).toContain('Set the era to auto');
    expectAdvice(older);
    expectAdvice(newer);
  });

  it.skipIf(isWindows)('is garbage', async () => {
    const body = `printf '\\001\\377\\376 no message\\n'; printf '<html>\\n'; cat > /dev/null`;
    const report = await examined('/bin/sh', ['-c', body], { settings: SHORT });
    expect(report.failed).toBe('stdout');
    expect(step(report, 'stdout').found).toContain('Nothing on stdout is a message');
    expectAdvice(report);
  });

  it.skipIf(isWindows)('is a download that takes longer than a host waits', async () => {
    const bin = join(folder, 'bin');
    const says = 'npm warn exec The following package was not found and will be installed: weather-mcp@1.0.0';
    await script(bin, 'npx', `#!/bin/sh\necho '${says}' >&2\ncat > /dev/null\n`);
    const report = await examined('npx', ['-y', 'weather-mcp'], { settings: SHORT, bin });
    expect(report.failed).toBe('package');
    expect(step(report, 'package').found).toContain('was still fetching packages after');
    expect(step(report, 'package').evidence).toEqual([says]);
    expectAdvice(report);
  });
});
