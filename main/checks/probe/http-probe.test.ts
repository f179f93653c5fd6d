import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { event, httpServer, result, sse } from '../../session/testing/http-server.ts';
import { LabHttp } from '../lab/lab-http.ts';
import { startStreamLab } from '../lab/run-lab.ts';
import { probed } from './testing/probed.ts';

type Instead = (request: IncomingMessage, response: ServerResponse) => boolean;

/** The verdicts of a probe on the HTTP cases, by kind: outcome, status, rule. `instead` may answer before the lab. */
async function probedHttp(instead: Instead): Promise<Readonly<Record<string, string>>> {
  const lab = new LabHttp((stdin, stdout) => startStreamLab(stdin, stdout, []));
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (!instead(request, response)) lab.take(request, response, Buffer.concat(chunks));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    lab.close();
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const { report } = await probed('', [], {
    spec: { kind: 'http', url, headers: {}, cwd: '' },
    picks: (id) => id.startsWith('http/'),
  });
  const asked = report.cases.filter(
    ({ family, outcome }) => family === 'http' && outcome !== 'not-applicable',
  );
  return Object.fromEntries(
    asked.map(({ kind, outcome, seen, failure }) => [
      kind,
      `${outcome} ${seen?.text.split(' ', 1)[0]} ${failure?.rule ?? ''}`.trim(),
    ]),
  );
}

test('a server that does as the specification asks passes, each case by its status', async () => {
  const foreign: Instead = ({ headers }, response) => {
    const isForeign = headers.host?.includes('example') === true || headers.origin !== undefined;
    if (isForeign) response.writeHead(403).end();
    return isForeign;
  };
  const cases = await probedHttp(foreign);
  expect(cases).toMatchObject({
    ...{ 'wrong path': 'passed 404', 'unknown method': 'passed 405', 'broken JSON': 'passed 400' },
    ...{ 'incomplete Accept': 'passed 406', 'wrong content type': 'passed 415' },
    ...{ 'foreign Origin': 'passed 403', 'foreign Host': 'passed 403', 'response left': 'passed 200' },
    ...{ 'unknown version header': 'passed 400', 'no version header': 'passed 200' },
    ...{ 'no session id': 'passed 400', 'unknown session': 'passed 404', 'ended session': 'passed 404' },
  });
});

test('a server that serves any page, and forgets sessions with 400, fails by the rules', async () => {
  const forgetful: Instead = ({ headers, method }, response) => {
    const isGone = headers['mcp-session-id']?.toString().startsWith('probe_') === true && method === 'POST';
    if (isGone) response.writeHead(400, { 'Content-Type': 'text/plain' }).end('Session not found');
    return isGone;
  };
  const cases = await probedHttp(forgetful);
  expect(cases['unknown session']).toBe('failed 400 H07');
  expect(cases['foreign Origin']).toBe('failed 200 H09');
  expect(cases['foreign Host']).toBe('passed 200');
});

test('over HTTP+SSE each case goes to the endpoint of its own stream', async () => {
  const streams: ((text: string) => void)[] = [];
  const { url, got } = await httpServer(({ method, path, message }, response) => {
    if (method === 'GET') {
      streams.push(sse(response));
      streams.at(-1)?.(`event: endpoint\ndata: /messages/${streams.length}\n\n`);
      return;
    }
    const send = streams[Number(path.replace('/messages/', '')) - 1];
    if (send === undefined) return void response.writeHead(405).end();
    response.writeHead(202).end();
    if (message.id === undefined) return;
    const serverInfo = { name: 'old', version: '1' };
    const start = { protocolVersion: '2024-11-05', capabilities: {}, serverInfo };
    send(event(result(message.id, message.method === 'initialize' ? start : {})));
  });
  const { report } = await probed('', [], {
    spec: { kind: 'http', url, headers: {}, cwd: '' },
    picks: (id) => id.startsWith('ids/'),
  });
  const ids = report.cases.filter(({ family }) => family === 'ids');
  expect(ids.length).toBeGreaterThan(2);
  expect(ids.map(({ outcome }) => outcome)).not.toContain('inconclusive');
  // Only the first session tries what is newer.
  expect(got.filter(({ path, method }) => method === 'POST' && path === '/mcp')).toHaveLength(1);
});
