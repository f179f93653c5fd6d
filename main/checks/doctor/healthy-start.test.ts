import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { firstFailure } from '../../../app/checks/doctor/doctor-report.ts';
import { handshaking } from '../../session/testing/session-rig.ts';
import { examined, script, step } from './testing/examined.ts';

const TOOLS = [
  { name: 'erase', inputSchema: { type: 'object' } },
  {
    name: 'look_up',
    inputSchema: { type: 'object', required: ['key'] },
    annotations: { readOnlyHint: true },
  },
  { name: 'status', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
];

/** A server with these tools, which writes the name of each called tool to stderr. */
function withTools(tools: readonly unknown[]): readonly string[] {
  return handshaking(`
    if (request.method === 'tools/list') say({ jsonrpc: '2.0', id: request.id, result: { tools: ${JSON.stringify(tools)} } });
    else if (request.method === 'tools/call') say({ jsonrpc: '2.0', id: request.id, result: {
      content: [{ type: 'text', text: request.params.name }], isError: request.params.name !== 'status' } });
    else say({ jsonrpc: '2.0', id: request.id, result: {} })`);
}

it('passes every step, and calls the tool that only reads and needs nothing', async () => {
  const report = await examined('node', withTools(TOOLS));
  expect(firstFailure(report)).toBeUndefined();
  expect(report.failed).toBeNull();
  expect(step(report, 'runtime').found).toContain(`Node.js ${process.versions.node}`);
  expect(step(report, 'lists').found).toBe('It lists 3 tools.');
  expect(step(report, 'call')).toMatchObject({ status: 'passed', found: 'The tool status was answered.' });
});

it('calls no tool if none says that it only reads, and asks for a sign of life instead', async () => {
  const report = await examined('node', withTools(TOOLS.slice(0, 2)));
  expect(report.failed).toBeNull();
  expect(step(report, 'call')).toMatchObject({ status: 'passed', found: 'ping was answered.' });
  expect(step(report, 'call').evidence.join()).toContain('no tool was called');
});

it.skipIf(process.platform === 'win32')(
  'notes what a host from the desktop would not find, and what is no failure here',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tierscope-doctor-'));
    const [flag = '', body = ''] = withTools(TOOLS);
    const server = `#!/usr/bin/env node\neval(${JSON.stringify(body)})`;
    await script(folder, 'my-server', server);
    expect(flag).toBe('-e');
    const report = await examined('my-server', [], { bin: folder });
    expect(report.failed).toBeNull();
    expect(step(report, 'graphical-path').status).toBe('warning');
    expect(step(report, 'graphical-path').todo).toContain(join(folder, 'my-server'));
    await rm(folder, { recursive: true, force: true });
  },
);
