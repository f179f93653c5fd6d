import { expect, it } from 'vitest';
import type { KnownRecord } from '../frame/record.ts';
import { ReportBuilder } from './build-report.ts';
import { findingLabel } from './problems.ts';

/** The report's last error for a server with this command and these records after its start. */
function lastError(command: readonly string[], ...records: readonly object[]) {
  const builder = new ReportBuilder();
  const [program, ...args] = command;
  const all = [{ type: 'session', label: 'a', origin: 'tap', command: program, args }, ...records];
  for (const [index, record] of all.entries()) {
    const whole = { seq: index + 1, at: index, session: 's1', ...record };
    builder.take(whole as unknown as KnownRecord, index + 1);
  }
  return builder.finish('a', 'tierscope', []).sessions[0]?.errors.at(-1);
}

const SPAWNED = { type: 'process', event: 'spawned', pid: 1 };
const raw = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
});
const OPENING = { type: 'frame', direction: 'client-to-server', raw };
const exited = (exitCode: number) => ({ type: 'process', event: 'exited', exitCode, signal: null });

it('lays an end before any answer to the command, if that shows why', () => {
  const cut = lastError(['docker', 'run', '--rm', 'weather'], SPAWNED, OPENING, exited(0));
  expect(cut).toMatchObject({ acts: 'user', todo: expect.stringContaining('Add -i') });
  const split = lastError(['sh', '-c', 'node', 'server.js'], SPAWNED, OPENING, exited(1));
  expect(split).toMatchObject({ acts: 'user', todo: expect.stringContaining('"node server.js"') });
});

it('names one actor in the error and in what a rule says of the calls that it left open', () => {
  const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'a' } };
  const sent = { type: 'frame', direction: 'client-to-server', raw: JSON.stringify(call) };
  const cut = lastError(['docker', 'run', '--rm', 'weather'], SPAWNED, OPENING, sent, exited(0));
  const labels = cut?.findings.map((finding) => findingLabel(finding, cut.acts));
  expect([cut?.acts, labels]).toEqual(['user', ['violation, user']]);
  expect(cut?.findings[0]).toMatchObject({ rule: 'E14', side: 'server' });
});

it('lets what stderr names go before an option of docker', () => {
  const text =
    'docker: Error response from daemon: pull access denied for weather, repository does not exist';
  const missing = lastError(
    ['docker', 'run', '--rm', 'weather'],
    SPAWNED,
    OPENING,
    { type: 'stderr', text },
    exited(125),
  );
  expect(missing).toMatchObject({ acts: 'user', todo: expect.stringContaining('docker pull weather') });
});

it('says what to type if the system finds no program', () => {
  const failed = (message: string, ...command: string[]) =>
    lastError(command, { type: 'process', event: 'spawn-failed', message });
  expect(failed('spawn uvx ENOENT', 'uvx', 'weather')?.todo).toContain('Type command -v uvx');
  expect(failed('spawn npx -y weather ENOENT', 'npx -y weather')?.todo).toContain('["-y","weather"]');
});

it('lays a silent start to the command, and nothing once the server has answered', () => {
  const timeout = { type: 'client', event: 'timeout', id: 1, message: 'no answer' };
  const detached = ['docker', 'run', '-d', '-i', 'weather'];
  expect(lastError(detached, SPAWNED, OPENING, timeout)?.todo).toContain('Take -d out');
  const answer = {
    type: 'frame',
    direction: 'server-to-client',
    raw: '{"jsonrpc":"2.0","id":1,"result":{}}',
  };
  const later = lastError(detached, SPAWNED, OPENING, answer, exited(1));
  expect(later?.todo).not.toContain('-d');
});
