import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { examined, SHORT, script, step } from './testing/examined.ts';

let folder = '';
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tierscope-hang-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const RESULT = "{ protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'h', version: '1' } }";
const ANSWER = `const answer = ({ id }) => JSON.stringify({ jsonrpc: '2.0', id, result: ${RESULT} });\n`;
const LINES = `require('node:readline').createInterface({ input: process.stdin })`;

async function firstFault(text: string) {
  const path = await script(folder, `server-${text.length}.js`, `${ANSWER}${text}`);
  const report = await examined('node', [path], { settings: SHORT });
  expect(report.failed).toBe('stdout');
  return step(report, 'stdout');
}

it('finds a stdout that is flushed only at the end', async () => {
  const { found, todo } = await firstFault(`let kept = '';
    ${LINES}.on('line', (line) => { const m = JSON.parse(line); if (m.id !== undefined) kept += answer(m) + '\\n'; })
      .on('close', () => process.stdout.write(kept));`);
  expect(found).toContain('only when its stdin was closed');
  expect(todo).toContain('flush stdout after each message');
});

it('finds a server that waits for Content-Length headers, by greeting it with one', async () => {
  const { found } = await firstFault(`let read = '';
    process.stdin.on('data', (data) => {
      read += data;
      const [, length, body = ''] = /^Content-Length: (\\d+)\\r\\n\\r\\n(.*)$/s.exec(read) ?? [];
      if (length === undefined || body.length < Number(length)) return;
      const text = answer(JSON.parse(body));
      process.stdout.write('Content-Length: ' + text.length + '\\r\\n\\r\\n' + text);
    });`);
  expect(found).toContain('until a message comes with a header');
});

it('finds a server that writes Content-Length headers', async () => {
  const { found } = await firstFault(`${LINES}.on('line', (line) => {
      const m = JSON.parse(line);
      if (m.id !== undefined) process.stdout.write('Content-Length: 9\\r\\n\\r\\n' + answer(m));
    });`);
  expect(found).toContain('writes headers of the Language Server Protocol');
});

it('finds a server that serves HTTP, by its own words', async () => {
  const { found, todo } = await firstFault(
    `console.error('MCP server listening on port 3999'); process.stdin.resume();`,
  );
  expect(found).toContain('serves HTTP');
  expect(todo).toContain('stdio mode');
});

it('says of a silent server no more than that it is silent', async () => {
  const { found } = await firstFault('process.stdin.resume();');
  expect(found).toContain('wrote nothing to stdout');
});

it.each([
  ['lists', 'failed', 'typeof id === "number" ? 0 : null', 'tools/list under the id 0 instead of 1'],
  ['handshake', 'failed', '"r" + id', 'initialize under the id "r0" instead of 0'],
  ['handshake', 'warning', 'String(id)', 'to initialize came under the id "0" instead of 0'],
  ['handshake', 'failed', 'undefined', 'initialize under no id instead of 0'],
] as const)('says at %s, as %s, that answers have the id %s', async (id, status, other, found) => {
  const path = await script(
    folder,
    `ids-${other.length}.js`,
    `const RESULTS = {
      initialize: { ...${RESULT}, capabilities: { tools: {} } },
      'tools/list': { tools: [] },
      ping: {},
    };
    ${LINES}.on('line', (line) => {
      const { id, method } = JSON.parse(line);
      const result = RESULTS[method];
      const rest = result === undefined ? { error: { code: -32601, message: 'Unknown method' } } : { result };
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id: ${other}, ...rest }));
    });`,
  );
  const report = await examined('node', [path], { settings: { timeoutMs: 5000 } });
  expect(step(report, id)).toMatchObject({ status, found: expect.stringContaining(found) });
  expect(report.failed).toBe(status === 'failed' ? id : null);
  expect(JSON.stringify(report.steps)).not.toMatch(/No answer|time-out/);
});
