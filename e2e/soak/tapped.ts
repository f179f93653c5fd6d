import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { CLI } from '../pages/run-program.ts';
import { later, number } from './attack.ts';
import type { TrialPlace } from './trials.ts';

const START_MS = 30_000;
const ANSWER_MS = 20_000;
const CALL = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const ANSWER = '{"jsonrpc":"2.0","id":1,"result":{}}';

/** A tap in front of a server that records what reaches it. */
export type TappedServer = {
  readonly port: number;
  /** The path in the tap's address. */
  readonly path: string;
  /** The port of the server itself. */
  readonly serverPort: number;
  /** The method and target of each request that reached the server. */
  readonly heard: string[];
  /** How many of them were complete. */
  readonly whole: () => number;
  /** The tap's peak memory, in MB; 0 if the system does not report it. */
  readonly memoryMB: () => Promise<number>;
  /** The lines of the recording. */
  readonly recorded: () => Promise<string[]>;
  /** The harm if the tap has ended, or does not forward its own client's requests; else empty. */
  readonly harm: () => Promise<string>;
};

/** Starts a tap, passes it to `use`, and ends it. `stream` gets each response to a GET. */
export async function withTap(
  place: TrialPlace,
  use: (tap: TappedServer) => Promise<string>,
  stream: (response: ServerResponse) => void = () => undefined,
): Promise<string> {
  const heard: string[] = [];
  let whole = 0;
  const server = createServer({ maxHeaderSize: 1_000_000 }, (request, response) => {
    heard.push(`${request.method} ${request.url}`);
    request.on('error', () => undefined).resume();
    request.on('end', () => {
      whole += 1;
      if (request.method === 'GET') {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
        stream(response);
      } else response.writeHead(200, { 'Content-Type': 'application/json' }).end(ANSWER);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: serverPort } = server.address() as AddressInfo;
  const [command = '', ...first] = CLI;
  const args = ['tap', '--url', `http://127.0.0.1:${serverPort}/mcp`, '--data', place.data];
  const child = spawn(command, [...first, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  try {
    const { port, pathname: path } = new URL(await addressOf(child.stdout));
    const own: Attempt = {
      name: 'its own client',
      bytes: requestOf('POST', path, [`Host: 127.0.0.1:${port}`], CALL),
    };
    const tap: TappedServer = {
      ...{ port: Number(port), path, serverPort, heard, whole: () => whole },
      memoryMB: () => peakOf(child.pid ?? 0),
      recorded: () => linesIn(join(place.data, 'recordings')),
      harm: async () => {
        if (child.exitCode !== null) return 'the tap has ended';
        const answer = await answerTo(Number(port), own.bytes);
        return answer.endsWith(ANSWER) ? '' : `its own client gets ${answer.slice(0, 80) || 'nothing'}`;
      },
    };
    return (await use(tap)) || (await tap.harm());
  } finally {
    child.kill('SIGINT');
    if ((await Promise.race([ended, later(ANSWER_MS)])) === undefined) child.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
  }
}

/** An attempt of a stranger at the port. */
export type Attempt = { readonly name: string; readonly bytes: string };

/** The harm if one of these reaches the server, or is answered as if valid; else empty. */
export async function refusedByTap(tap: TappedServer, attempts: readonly Attempt[]): Promise<string> {
  for (const { name, bytes } of attempts) {
    const before = tap.heard.length;
    const answer = await answerTo(tap.port, bytes);
    const reached = tap.heard.slice(before);
    if (reached.length > 0) return `${name}: reached the server as ${reached.join(', ')}`;
    const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? '';
    if (/^[123]/.test(status)) return `${name}: was answered with ${status}`;
    if (/access-control-allow/i.test(answer)) return `${name}: the answer lets other origins in`;
  }
  return '';
}

export function requestOf(method: string, target: string, headers: readonly string[], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return `${[`${method} ${target} HTTP/1.1`, ...headers, ...length].join('\r\n')}\r\n\r\n${body}`;
}

/** The port's response to these bytes, until the first answer or until it closes. */
export async function answerTo(port: number, bytes: string): Promise<string> {
  const socket = opened(port);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    const isWhole =
      length === undefined ? body.endsWith('0') || body.endsWith(ANSWER) : body.length >= Number(length);
    if (answer.includes('\r\n\r\n') && isWhole) socket.destroy();
  });
  socket.setTimeout(ANSWER_MS, () => socket.destroy());
  socket.write(bytes, 'latin1');
  await new Promise((resolve) => socket.once('close', resolve));
  // Only the body of a chunked answer.
  return answer.replace(/\r\n[0-9a-f]+\r\n([^\r]*)\r\n0(?:\r\n)*$/i, '\r\n$1');
}

export function opened(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  // A closed connection is an answer.
  socket.on('error', () => undefined);
  return socket;
}

async function addressOf(stdout: NodeJS.ReadableStream): Promise<string> {
  let said = '';
  stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  for (let waited = 0; waited < START_MS; waited += 50) {
    const [address] = /http:\S+(?=\n)/.exec(said) ?? [];
    if (address !== undefined) return address;
    await later(50);
  }
  throw new Error('the tap does not start');
}

async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

async function linesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text) => text.split('\n'));
}

export function megabytes(value: number): string {
  return `${number(value)} MB`;
}
