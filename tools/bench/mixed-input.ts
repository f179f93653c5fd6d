import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type JsonObject, parseJson } from '../../app/base/json-value.ts';
import type { FrameRecord } from '../../app/frame/record.ts';
import { mixedAnswers, mixedNotices, mixedTraffic, PEER, TOOLS } from './mixed-traffic.ts';

// Mixed traffic as a benchmark wants it: `recording FILE FRAMES`, `plain FILE FRAMES` without progress, `log FILE FRAMES`
// as Claude Desktop keeps it, `causes FILE COUNT` with as many errors of different causes, or `server`, which is live.

const STARTED_MS = Date.UTC(2026, 10, 21, 9, 30);
const PART = 1_000_000;

async function written(file: string, lines: Iterable<string>): Promise<void> {
  const out = createWriteStream(file);
  let part = '';
  for (const line of lines) {
    part += `${line}\n`;
    if (part.length < PART) continue;
    if (!out.write(part)) await once(out, 'drain');
    part = '';
  }
  out.end(part);
  await once(out, 'finish');
}

function* recording(frames: Iterable<FrameRecord>): Generator<string> {
  const startedAt = new Date(STARTED_MS).toISOString();
  yield JSON.stringify({ type: 'header', format: 'tierscope', version: 1, startedAt });
  yield JSON.stringify({ type: 'session', seq: 1, at: 0, session: 's1', label: 'mixed', origin: 'connect' });
  for (const frame of frames) yield JSON.stringify({ ...frame, seq: frame.seq + 1 });
}

/** Claude Desktop logs of what is no JSON only what its parser says. */
function* desktopLog(frames: Iterable<FrameRecord>): Generator<string> {
  for (const { at, direction, raw = '' } of frames) {
    const time = new Date(STARTED_MS + at).toISOString();
    const sender = direction === 'client-to-server' ? 'client' : 'server';
    yield raw.startsWith('{')
      ? `${time} [mixed] [info] Message from ${sender}: ${raw} { metadata: undefined }`
      : `${time} [mixed] [error] Unexpected token 'i', "${raw.slice(0, 10)}"... is not valid JSON { metadata: { context: 'connection' } }`;
  }
}

/** Calls of as many tools, each of which fails in words of its own. */
function* causes(count: number): Generator<FrameRecord> {
  for (const frame of mixedTraffic(5)) yield frame;
  for (let at = 0; at < count; at += 1) {
    const call = {
      jsonrpc: '2.0',
      id: at,
      method: 'tools/call',
      params: { name: `tool-${at}`, arguments: {} },
    };
    const text = `Order ${at.toString(36)} is unknown in store ${(at * 7919).toString(36)}`;
    const answer = { jsonrpc: '2.0', id: at, result: { content: [{ type: 'text', text }], isError: true } };
    for (const [turn, message] of [call, answer].entries()) {
      const seq = 6 + 2 * at + turn;
      const direction = turn === 0 ? 'client-to-server' : 'server-to-client';
      yield { type: 'frame', seq, at: seq, session: 's1', direction, raw: JSON.stringify(message) };
    }
  }
}

/** Answers calls in the shares of the traffic; `notification-burst` writes `count` lines of all else first. */
async function serve(): Promise<void> {
  const answer = mixedAnswers();
  const write = (text: string) => process.stdout.write(`${text}\n`);
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = { ...(parseJson(line) as JsonObject) };
    if (typeof id !== 'number' && typeof id !== 'string') continue;
    const say = (result: object) => write(JSON.stringify({ jsonrpc: '2.0', id, result }));
    if (method === 'initialize') say({ ...PEER, serverInfo: { name: 'mixed', version: '1' } });
    else if (method === 'tools/list') say({ tools: [...TOOLS, BURST] });
    else if (method !== 'tools/call') say({});
    else if ((params as JsonObject).name === BURST.name) {
      const { count } = (params as { arguments: { count: number } }).arguments;
      const notices = mixedNotices(id);
      write(Array.from({ length: count }, () => notices.next().value).join('\n'));
      say({ content: [{ type: 'text', text: `${count} lines` }] });
    } else {
      const text = answer(id);
      if (text !== undefined) write(text);
    }
  }
}

const BURST = {
  name: 'notification-burst',
  description: 'Writes many lines at once.',
  inputSchema: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
};

const [kind = '', file = '', size = ''] = process.argv.slice(2);
const frames = Number(size);
if (kind === 'recording') await written(file, recording(mixedTraffic(frames)));
else if (kind === 'plain') await written(file, recording(mixedTraffic(frames, { withProgress: false })));
else if (kind === 'log') await written(file, desktopLog(mixedTraffic(frames)));
else if (kind === 'causes') await written(file, recording(causes(frames)));
else if (kind === 'server') await serve();
else throw new Error(`There is no input “${kind}”.`);
