import { once } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { later, number } from './attack.ts';
import {
  type Attempt,
  answerTo,
  megabytes,
  opened,
  refusedByTap,
  requestOf,
  type TappedServer,
  withTap,
} from './tapped.ts';
import { attackOf, type Trial } from './trials.ts';

const CALL = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
/** A body whose beginning the tap forwards before it has the end. */
const LONG = 100_000;
const MAX_BODY = 64 * 1024 * 1024;
/** Unfinished headers must be cut off within this time, in milliseconds. */
const HEAD_LIMIT_MS = 25_000;
const SLOW_HEADS = 200;
const STREAMS = 10_000;
/** The tap's limit of open connections. */
const MOST_OPEN = 1000;
const EVENTS = 100_000;
const FEW_EVENTS = 10_000;
/** The allowed increase in memory over the run with few events, in MB. */
const FLAT_MB = 120;

const trials: readonly Trial[] = [
  {
    name: 'names of others',
    attempt: (place) =>
      withTap(place, (tap) => {
        const { port, path } = tap;
        const hosts = [
          ...['evil.example', `evil.example:${port}`, 'localhost.evil.example', `127.0.0.1.nip.io:${port}`],
          ...[`0.0.0.0:${port}`, `127.1:${port}`, `2130706433:${port}`, `127.0.0.1:${port}.evil.example`],
          ...[`127.0.0.2:${port}`, 'LOCALHOST.evil', ' ', `127.0.0.1:${port}, 127.0.0.1:${port}`],
          ...[
            `evil.example#127.0.0.1:${port}`,
            `evil.example@127.0.0.1:${port}`,
            `127.0.0.1:${port}@evil.example`,
          ],
        ];
        const posts = hosts.map((host) => ({
          name: `the name ${host}`,
          bytes: requestOf('POST', path, [`Host: ${host}`], CALL),
        }));
        const own = `Host: 127.0.0.1:${port}`;
        return refusedByTap(tap, [
          ...posts,
          { name: 'two names', bytes: requestOf('POST', path, [own, 'Host: evil.example'], CALL) },
          { name: 'no name', bytes: requestOf('POST', path, [], CALL) },
          { name: 'HTTP/1.0 without a name', bytes: `POST ${path} HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}` },
        ]);
      }),
  },
  {
    name: 'pages of others',
    attempt: (place) =>
      withTap(place, (tap) => {
        const origins = [
          ...[
            'null',
            'https://evil.example',
            `http://evil.example:${tap.port}`,
            'file://',
            'chrome-extension://abc',
          ],
          ...[
            'http://localhost.evil.example',
            `http://127.0.0.1:${tap.port}.evil.example`,
            'evil.example',
            ' ',
          ],
          ...[
            `http://127.0.0.1:${tap.port}@evil.example`,
            `http://evil.example/127.0.0.1`,
            'ws://evil.example',
          ],
        ];
        const pages = origins.flatMap((origin) =>
          ['POST', 'GET', 'DELETE', 'OPTIONS'].map((method) => ({
            name: `${method} of a page of ${origin}`,
            bytes: requestOf(
              method,
              tap.path,
              [hostOf(tap), `Origin: ${origin}`],
              method === 'POST' ? CALL : '',
            ),
          })),
        );
        return refusedByTap(tap, pages);
      }),
  },
  { name: 'targets', attempt: (place) => withTap(place, (tap) => refusedByTap(tap, targetsOf(tap))) },
  {
    name: 'smuggling',
    attempt: (place) =>
      withTap(place, async (tap) => {
        const harm = await refusedByTap(tap, smuggledTo(tap));
        if (harm !== '') return harm;
        const before = tap.whole();
        for (const { name, bytes } of brokenAfterLong(tap)) {
          await answerTo(tap.port, bytes);
          if (tap.whole() > before) return `${name}: came to its end at the server`;
        }
        const other = tap.heard.find((one) => !/ \/mcp$/.test(one));
        return other === undefined ? '' : `the server was asked for ${other}`;
      }),
  },
  { name: 'slow heads', attempt: (place) => withTap(place, slowHeads) },
  {
    name: 'too much',
    attempt: (place) =>
      withTap(place, async (tap) => {
        const own = hostOf(tap);
        const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
        const tooLong = requestOf('POST', tap.path, [own, 'Transfer-Encoding: chunked']);
        const harm = await refusedByTap(tap, [
          {
            name: 'a length over the limit',
            bytes: requestOf('POST', tap.path, [own, `Content-Length: ${MAX_BODY + 1}`]),
          },
          {
            name: 'a head of 1 MB',
            bytes: requestOf('POST', tap.path, [own, `X: ${'a'.repeat(1_000_000)}`], CALL),
          },
          {
            name: 'ten thousand headers',
            bytes: requestOf(
              'POST',
              tap.path,
              [own, ...Array.from({ length: 10_000 }, (_, i) => `X${i}: 1`)],
              CALL,
            ),
          },
        ]);
        if (harm !== '') return harm;
        await answerTo(tap.port, `${tooLong}${chunk.repeat(MAX_BODY / 0x10000 + 2)}0\r\n\r\n`);
        return tap.whole() > 0 ? 'a body over the limit came to its end at the server' : '';
      }),
  },
  { name: 'open streams', attempt: (place) => withTap(place, openStreams) },
  { name: 'a long stream', attempt: (place) => longStream(place) },
];

/** Attacks on the port of `tierscope tap --url`, by strangers, clients and servers. */
export const tap = attackOf(trials, [
  {
    fault: 'a tap takes any name',
    plant: { from: '!OWN_HOST.test(host)', to: 'false' },
    args: ['--kind', 'names'],
    found: /reached the server/,
  },
  {
    fault: 'a tap takes any page',
    plant: { from: 'origin === void 0 ||', to: 'true ||' },
    args: ['--kind', 'pages'],
    found: /page of null: reached the server/,
  },
  {
    fault: 'a tap knows an address without its secret',
    plant: { from: 'const isOwn = isSameToken(', to: 'const isOwn = true || isSameToken(' },
    args: ['--kind', 'targets'],
    found: /reached the server/,
  },
  {
    fault: 'a tap reads broken HTTP',
    plant: { from: 'connectionsCheckingInterval: CHECK_MS', to: 'insecureHTTPParser: true' },
    args: ['--kind', 'smuggling'],
    found: /reached the server/,
  },
  {
    fault: 'a tap waits for heads',
    plant: { from: 'headersTimeout: HEAD_MS', to: 'headersTimeout: 0' },
    args: ['--kind', 'slow heads'],
    found: /of 200 heads are still waited for/,
  },
  {
    fault: 'a tap has no limit of a body',
    plant: { from: 'MAX_BODY_BYTES = 67108864', to: 'MAX_BODY_BYTES = 1e12' },
    args: ['--kind', 'too much'],
    found: /over the limit/,
  },
  {
    fault: 'a tap opens as many streams as it is asked for',
    plant: { from: 'this.#open >= MAX_OPEN', to: 'false' },
    args: ['--kind', 'open streams'],
    found: /streams reached the server/,
  },
  {
    fault: 'a tap drops a piece of its copy',
    plant: {
      from: 'const isTooMuch = bytes > 0',
      to: 'const isTooMuch = bytes > 0 && Math.random() < 0.01 || bytes > 0',
    },
    args: ['--kind', 'a long stream'],
    found: /are recorded/,
  },
]);

function hostOf({ port }: TappedServer): string {
  return `Host: 127.0.0.1:${port}`;
}

/** Targets that are not a path of this tap, and methods that open a tunnel. */
function targetsOf({ port, path, serverPort }: TappedServer): Attempt[] {
  const own = [`Host: 127.0.0.1:${port}`];
  const token = path.split('/')[2] ?? '';
  const targets = [
    ...[`http://127.0.0.1:${serverPort}/mcp`, 'http://evil.example/', `http://127.0.0.1:${port}${path}`],
    ...[`//127.0.0.1:${serverPort}/mcp`, '*', '/', '/mcp', '/t/', '/t//mcp', `/t/${token.slice(1)}/mcp`],
    ...[
      `/t/${token}x/mcp`,
      `/t/${token.slice(0, -1)}/mcp`,
      `/t/${token.toUpperCase()}/mcp`,
      `/T/${token}/mcp`,
    ],
    ...[`/t/%${token}/mcp`, `/x/../t/${token}/mcp`, `/t/${token}@127.0.0.1/mcp`, `/mcp?/t/${token}/mcp`],
    ...[
      '/.well-known/../mcp',
      '/.well-known/x/mcp',
      `/.well-known/x/t/${token.slice(1)}/mcp`,
      '/t/undefined/mcp',
    ],
  ];
  const asked = targets.map((target) => ({
    name: `the target ${target.replaceAll(token, '…')}`,
    bytes: requestOf('POST', target, own, CALL),
  }));
  const through = ['evil.example:443', `127.0.0.1:${serverPort}`, path].map((target) => ({
    name: `CONNECT ${target.replaceAll(token, '…')}`,
    bytes: requestOf('CONNECT', target, own),
  }));
  return [...asked, ...through, { name: 'HTTP/2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' }];
}

/** Requests whose end two parsers could see in different places; none of them may be forwarded. */
function smuggledTo(tap: TappedServer): Attempt[] {
  const inner = requestOf('POST', '/smuggled', ['Host: x'], '{}');
  const asked = (name: string, headers: readonly string[], body = `0\r\n\r\n${inner}`): Attempt => ({
    name,
    bytes: `${[`POST ${tap.path} HTTP/1.1`, hostOf(tap), ...headers].join('\r\n')}\r\n\r\n${body}`,
  });
  const chunked = 'Transfer-Encoding: chunked';
  return [
    asked('a length and chunks', ['Content-Length: 5', chunked]),
    asked('chunks and a length', [chunked, 'Content-Length: 5']),
    asked('two lengths', ['Content-Length: 2', 'Content-Length: 50'], `{}${inner}`),
    asked('two lengths in one line', ['Content-Length: 2, 50'], `{}${inner}`),
    asked('a length with a sign', ['Content-Length: +2'], `{}${inner}`),
    asked('a length below zero', ['Content-Length: -2'], `{}${inner}`),
    asked('a length in hexadecimal', ['Content-Length: 0x2'], `{}${inner}`),
    asked('chunks that are not last', ['Transfer-Encoding: chunked, identity']),
    asked(
      'a strange encoding beside a length',
      ['Transfer-Encoding: xchunked', 'Content-Length: 2'],
      `{}${inner}`,
    ),
    asked('an encoding after a space', ['Transfer-Encoding : chunked']),
    asked('an encoding on a folded line', ['X: y', ' Transfer-Encoding: chunked', 'Content-Length: 5']),
    asked('a chunk of no size', [chunked], `zz\r\n{}\r\n${inner}`),
    asked('a chunk longer than it says', [chunked], `1\r\n{}\r\n0\r\n\r\n${inner}`),
    asked('a chunk of a huge size', [chunked], `fffffffffffffffff\r\n{}\r\n${inner}`),
    asked('a chunk that ends with a line feed', [chunked], `2\n{}\n0\n\n${inner}`),
    asked('a zero byte in a header', ['X: a\0b', 'Content-Length: 2'], '{}'),
    asked('a line feed alone', ['X: a\nTransfer-Encoding: chunked']),
    asked('a carriage return alone', ['X: a\rTransfer-Encoding: chunked', 'Content-Length: 2'], '{}'),
  ];
}

/** Bodies whose beginning is forwarded before they break. */
function brokenAfterLong(tap: TappedServer): Attempt[] {
  const chunk = `${LONG.toString(16)}\r\n${'x'.repeat(LONG)}\r\n`;
  const begun = (headers: readonly string[], body: string): string =>
    `${[`POST ${tap.path} HTTP/1.1`, hostOf(tap), ...headers].join('\r\n')}\r\n\r\n${body}`;
  const inner = requestOf('POST', '/smuggled', ['Host: x'], '{}');
  return [
    {
      name: 'a bad chunk after a long one',
      bytes: begun(['Transfer-Encoding: chunked'], `${chunk}zz\r\n${inner}`),
    },
    {
      name: 'a chunk without its end after a long one',
      bytes: begun(['Transfer-Encoding: chunked'], `${chunk}2\r\n{}x${inner}`),
    },
  ];
}

async function slowHeads(tap: TappedServer): Promise<string> {
  const sockets = Array.from({ length: SLOW_HEADS }, () => opened(tap.port));
  let open = sockets.length;
  for (const socket of sockets) {
    socket.once('close', () => {
      open -= 1;
    });
    socket.resume().write(`POST ${tap.path} HTTP/1.1\r\n${hostOf(tap)}\r\n`);
  }
  const dripping = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write('X: a\r\n');
  }, 500);
  let harm = '';
  for (let waited = 0; waited < HEAD_LIMIT_MS && open > 0 && harm === ''; waited += 1000) {
    await later(1000);
    harm = await tap.harm();
  }
  clearInterval(dripping);
  for (const socket of sockets) socket.destroy();
  if (harm !== '') return harm;
  return open === 0
    ? ''
    : `${open} of ${SLOW_HEADS} heads are still waited for after ${HEAD_LIMIT_MS / 1000} s`;
}

async function openStreams(tap: TappedServer): Promise<string> {
  const sockets: Socket[] = [];
  const bytes = requestOf('GET', tap.path, [hostOf(tap), 'Accept: text/event-stream']);
  for (let at = 0; at < STREAMS; at += 1) {
    const socket = opened(tap.port);
    socket.resume().write(bytes);
    sockets.push(socket);
    if (at % 500 === 499) await later(100);
  }
  await later(3000);
  const reached = tap.heard.length;
  const memory = await tap.memoryMB();
  for (const socket of sockets) socket.destroy();
  // The tap must notice their end before others are accepted.
  for (let waited = 0; waited < 20_000 && (await tap.harm()) !== ''; waited += 1000) await later(1000);
  if (reached > MOST_OPEN) return `${number(reached)} streams reached the server at a time`;
  return memory > 500 ? `${number(STREAMS)} streams took ${megabytes(memory)}` : '';
}

async function longStream(place: Parameters<Trial['attempt']>[0]): Promise<string> {
  let streams = 0;
  return withTap(
    place,
    async (tap) => {
      const few = await readStream(tap);
      const before = await tap.memoryMB();
      const many = await readStream(tap);
      const more = (await tap.memoryMB()) - before;
      if (few + many !== EVENTS + FEW_EVENTS)
        return `${number(few + many)} of ${number(EVENTS + FEW_EVENTS)} events came through`;
      if (more > FLAT_MB)
        return `${number(EVENTS)} events took ${megabytes(more)} more than ${number(FEW_EVENTS)}`;
      let recorded = 0;
      for (let waited = 0; waited < 30_000 && recorded < few + many; waited += 500) {
        await later(500);
        recorded = (await tap.recorded()).filter(
          (line) => line.includes('"type":"frame"') && line.includes('number'),
        ).length;
      }
      return recorded === few + many
        ? ''
        : `${number(recorded)} of ${number(few + many)} events are recorded`;
    },
    (response) => {
      streams += 1;
      void writeEvents(response, streams === 1 ? FEW_EVENTS : EVENTS);
    },
  );
}

async function writeEvents(response: ServerResponse, count: number): Promise<void> {
  for (let at = 1; at <= count; at += 1) {
    const message = {
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level: 'info', data: { number: at } },
    };
    const isRoom = response.write(`event: message\nid: ${at}\ndata: ${JSON.stringify(message)}\n\n`);
    if (!isRoom) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end();
}

/** Reads a stream to its end; returns the number of events that arrived in order. */
async function readStream({ port, path }: TappedServer): Promise<number> {
  let [rest, came] = ['', 0];
  const asked = request({ port, path, host: '127.0.0.1', headers: { Accept: 'text/event-stream' } });
  asked.on('error', () => undefined).end();
  const [response] = await once(asked, 'response');
  for await (const chunk of response) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line === `id: ${came + 1}`) came += 1;
  }
  return came;
}
