import { connect } from 'node:net';
import type { RunningApp } from '../pages/running-app.ts';
import { type Attack, number, type Outcome } from './attack.ts';
import { isAnswering, placeOf, startHost } from './host-client.ts';

const LIMIT_MS = 5000;
const WEBSOCKET = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

type Attempt = {
  readonly name: string;
  readonly bytes: string;
  /** True for what a user's own browser sends, which shows that the attempts fail only because of their flaw. */
  readonly allowed?: true;
};

/** Requests from a foreign page, a rebound name or another program, each on its own connection. */
export const loopback: Attack = {
  run: attempted,
  planted: [
    {
      fault: 'no check of the origin of a WebSocket',
      plant: 'no-origin-check',
      args: [],
      found: /WebSocket of https:\/\/evil\.example: was answered with 101/,
    },
  ],
};

async function attempted(): Promise<Outcome> {
  const app = await startHost();
  const failures: string[] = [];
  let longest = 0;
  try {
    const attempts = attemptsOn(app);
    for (const attempt of attempts) {
      const started = performance.now();
      const answer = await answerTo(app, attempt.bytes);
      longest = Math.max(longest, performance.now() - started);
      const fault = faultIn(attempt, answer, placeOf(app).token);
      if (fault !== '') failures.push(`${attempt.name}: ${fault}`);
    }
    if (!(await isAnswering(app))) failures.push('the app answers nobody after all attempts');
    return { count: `${number(attempts.length)} attempts`, worst: `${longest.toFixed(0)} ms`, failures };
  } finally {
    await app.stop();
    await app.remove();
  }
}

function faultIn({ allowed }: Attempt, answer: string, token: string): string {
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
  const isIn = status === 101 || status === 200 || status === 303;
  if (allowed) return isIn ? '' : `the user's own request was refused with ${status}`;
  if (answer.includes(token)) return 'the answer holds the token';
  if (isIn) return `was answered with ${status}`;
  if (/access-control-allow/i.test(answer)) return 'the answer lets other origins in';
  return '';
}

/** Everything that the port sends until it closes, or until an upgrade has succeeded. */
async function answerTo(app: RunningApp, bytes: string): Promise<string> {
  const socket = connect(placeOf(app).port, '127.0.0.1');
  let answer = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
    // Node's parser answers once; what follows the headers only matters if it contains the token.
    if (answer.includes('\r\n\r\n') && /^HTTP\/1\.1 (?:101|[2345])/.test(answer)) socket.end();
  });
  socket.setTimeout(LIMIT_MS, () => socket.destroy());
  socket.write(bytes, 'latin1');
  // An error comes before it, and is an answer too.
  await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}

function attemptsOn(app: RunningApp): Attempt[] {
  const { host, port, token } = placeOf(app);
  const own = [`Host: ${host}`];
  const origin = `Origin: http://${host}`;
  const page = (method: string, path: string, headers: readonly string[], body = ''): string =>
    `${[`${method} ${path} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n${body}`;
  const upgrade = (path: string, headers: readonly string[], offered: string): string =>
    page('GET', path, [
      ...headers,
      ...WEBSOCKET,
      ...(offered === '' ? [] : [`Sec-WebSocket-Protocol: ${offered}`]),
    ]);
  const good = `tierscope.v1, token.${token}`;
  const names = [
    ...['evil.example', `evil.example:${port}`, 'localhost.evil.example', `127.0.0.1.nip.io:${port}`],
    ...[
      `127.0.0.1:${port + 1}`,
      '127.0.0.1',
      'localhost',
      `0.0.0.0:${port}`,
      `[::1]:${port}`,
      `127.1:${port}`,
    ],
    ...[
      `2130706433:${port}`,
      `127.0.0.1:${port}.evil.example`,
      `user@127.0.0.1:${port}`,
      ' ',
      `${host}, ${host}`,
    ],
    ...[`127.0.0.2:${port}`, `LOCALHOST.:${port}`, `127.0.0.1:0${port}`, `evil.example#${host}`],
  ];
  const origins = [
    ...['null', 'https://evil.example', `http://evil.example:${port}`, `https://${host}`, 'file://'],
    ...[
      `http://127.0.0.1:${port + 1}`,
      'http://127.0.0.1',
      'http://localhost',
      `http://${host}.evil.example`,
    ],
    ...[
      `http://[::1]:${port}`,
      `http://${host}/`,
      `http://${host}, http://evil.example`,
      'chrome-extension://abc',
      '',
    ],
  ];
  const tokens = [
    ...['', 'token.', 'token.x', `token.${token.slice(1)}`, `token.${token}x`, `token.${token.slice(0, -1)}`],
    ...[`token.${token.toLowerCase()}`, `token.${'A'.repeat(43)}`, `token.${'A'.repeat(10_000)}`, token],
    ...[`Token.${token}`, 'token.undefined', 'token.null', 'token.*', 'token.__proto__', `token.%00${token}`],
  ];
  const paths = [
    ...['/../package.json', '/../../etc/passwd', '/..%2f..%2fetc%2fpasswd', '/%2e%2e/%2e%2e/package.json'],
    ...[
      '/assets/../../main/cli.js',
      '/..\\..\\package.json',
      '//etc/passwd',
      '/%00',
      '/index.html%00.js',
      '/.',
    ],
    ...[
      '/%c0%ae%c0%ae/package.json',
      '/assets/',
      '/assets',
      `/${'a/'.repeat(3000)}`,
      '/%',
      '/%E0%A4%A',
      '/%zz',
      '/running.json',
    ],
    ...[
      '/enter',
      '/enter?ticket=',
      '/enter?ticket=x',
      `/enter?ticket=${token}`,
      '/ws',
      '/ws?token=x',
      '/CON',
    ],
    ...[
      'http://evil.example/',
      '*',
      '/..;/package.json',
      '/~root',
      '/index.html/',
      '/\u00e9',
      '/file:///etc/passwd',
    ],
  ];
  const methods = [
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'OPTIONS',
    'TRACE',
    'CONNECT',
    'PROPFIND',
    'MKCOL',
    'get',
    'X',
  ];
  const sites = ['cross-site', 'same-site', 'none, same-origin', 'evil', ''];
  const refused: [string, string][] = [
    ...names.map((name): [string, string] => [
      `page for the name ${name}`,
      page('GET', '/', [`Host: ${name}`]),
    ]),
    ...names.map((name): [string, string] => [
      `WebSocket for the name ${name}`,
      upgrade('/ws', [`Host: ${name}`, origin], good),
    ]),
    ...origins.map((from): [string, string] => [
      `WebSocket of ${from || 'an empty origin'}`,
      upgrade('/ws', [...own, `Origin: ${from}`], good),
    ]),
    ...origins.map((from): [string, string] => [
      `page of ${from}`,
      page('GET', '/', [...own, `Origin: ${from}`]),
    ]),
    ...tokens.map((offered): [string, string] => [
      `WebSocket with ${offered.slice(0, 20) || 'no token'}`,
      upgrade('/ws', [...own, origin], `tierscope.v1${offered === '' ? '' : `, ${offered}`}`),
    ]),
    ...paths.map((path): [string, string] => [`the path ${path.slice(0, 40)}`, page('GET', path, own)]),
    ...methods.map((method): [string, string] => [`the method ${method}`, page(method, '/', own)]),
    ...sites.map((site): [string, string] => [
      `page for the site ${site}`,
      page('GET', '/', [...own, `Sec-Fetch-Site: ${site}`]),
    ]),
    ...['/', '/WS', '/ws/', '/ws?x', '/enter', '/../ws'].map((path): [string, string] => [
      `WebSocket at ${path}`,
      upgrade(path, [...own, origin], good),
    ]),
    ['WebSocket without an origin', upgrade('/ws', own, good)],
    ['WebSocket without a protocol', upgrade('/ws', [...own, origin], '')],
    ['WebSocket with the token only', upgrade('/ws', [...own, origin], `token.${token}`)],
    ['WebSocket of another version', upgrade('/ws', [...own, origin], `tierscope.v2, token.${token}`)],
    ['token in a cookie', upgrade('/ws', [...own, origin, `Cookie: token=${token}`], 'tierscope.v1')],
    ['token as a bearer', upgrade('/ws', [...own, origin, `Authorization: Bearer ${token}`], 'tierscope.v1')],
    ['token in the address', upgrade(`/ws?token=${token}`, [...own, origin], 'tierscope.v1')],
    ['no name at all', page('GET', '/', [])],
    ['two names', page('GET', '/', [...own, 'Host: evil.example'])],
    ['HTTP/1.0 without a name', 'GET / HTTP/1.0\r\n\r\n'],
    ['a body of 10 MB', page('POST', '/', [...own, 'Content-Length: 10000000'], 'x'.repeat(1_000_000))],
    ['a head of 1 MB', page('GET', '/', [...own, `X: ${'a'.repeat(1_000_000)}`])],
    [
      'ten thousand headers',
      page('GET', '/', [...own, ...Array.from({ length: 10_000 }, (_, i) => `X${i}: 1`)]),
    ],
    [
      'smuggled lengths',
      page('POST', '/', [...own, 'Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    ],
    ['a chunk without end', page('POST', '/', [...own, 'Transfer-Encoding: chunked'], 'FFFFFFFFFFFF\r\nx')],
    ['a line feed in a header', page('GET', '/', ['Host: evil.example\nHost: 127.0.0.1'])],
    ['no HTTP', `${'\0\x01\xff'.repeat(1000)}\r\n\r\n`],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [
      'another protocol to upgrade to',
      page('GET', '/ws', [...own, origin, 'Connection: Upgrade', 'Upgrade: h2c']),
    ],
  ];
  return [
    { name: 'the page', bytes: page('GET', '/', own), allowed: true },
    {
      name: 'the page by its other name',
      bytes: page('GET', '/', [`Host: localhost:${port}`]),
      allowed: true,
    },
    { name: 'the WebSocket', bytes: upgrade('/ws', [...own, origin], good), allowed: true },
    ...refused.map(([name, bytes]) => ({ name, bytes })),
  ];
}
