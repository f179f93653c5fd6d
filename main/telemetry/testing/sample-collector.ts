import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type LiveCall, LiveSpans } from '../../../app/report/telemetry/live-spans.ts';
import { SAMPLE_RECORDS } from '../../../app/report/testing/sample-recording.ts';
import type { OtlpSender } from '../otlp-sender.ts';

/** A collector that keeps what it gets, or refuses it with a status. */
export async function collector(status = 200) {
  const got: { path: string; body: string; key: unknown }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => {
      body += piece;
    });
    request.on('end', () => {
      got.push({ path: request.url ?? '', body, key: request.headers['x-key'] });
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got };
}

/** Sends the calls of the sample recording. */
export function sampleCalls(sender: OtlpSender): LiveCall[] {
  const calls: LiveCall[] = [];
  const live = new LiveSpans({
    startedAt: '2026-11-20T10:00:00.000Z',
    payloads: false,
    onCall: (call) => {
      calls.push(call);
      sender.send(call);
    },
    onUnread: (why, service) => sender.unread(why, service),
    onLost: (count) => sender.lost(count),
  });
  for (const record of SAMPLE_RECORDS) live.take(record);
  live.finish();
  return calls;
}
