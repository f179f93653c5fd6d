import type { KnownRecord } from '../../frame/record.ts';

/** A text with a secret in it, and the part of the secret that no output may show. */
type Planted = { readonly text: string; readonly core: string };

const planted = (core: string, text: (core: string) => string): Planted => ({ core, text: text(core) });
const letters = (from: string, length: number) => from.repeat(length).slice(0, length);

/** One of each shape that redaction knows. */
export const PLANTED: readonly Planted[] = [
  ...[
    `sk-ant-${letters('a1B2', 24)}`,
    `sk_live_${letters('c3D4', 24)}`,
    `ghp_${letters('e5F6', 36)}`,
    `github_pat_${letters('g7H8', 30)}`,
    `glpat-${letters('i9J1', 20)}`,
    `xoxb-${letters('k2L3', 24)}`,
    `xapp-${letters('m4N5', 24)}`,
    `AKIA${letters('P6Q7', 16)}`,
    `AIza${letters('r8S9', 35)}`,
    `ya29.${letters('t1U2', 24)}`,
    `npm_${letters('v3W4', 36)}`,
    `pypi-${letters('x5Y6', 24)}`,
    `hf_${letters('z7A8', 34)}`,
    `SG.${letters('b9C1', 20)}.${letters('d2E3', 20)}`,
    `shpat_${letters('a1b2', 32)}`,
    `lin_api_${letters('f4G5', 36)}`,
    `tskey-${letters('h6I7', 24)}`,
    `hvs.${letters('j8K9', 24)}`,
    `eyJ${letters('l1M2', 20)}.${letters('n3O4', 20)}.${letters('p5Q6', 20)}`,
  ].map((key) => planted(key, (core) => `the key ${core} was refused`)),
  planted('q7R8s9T1u2V3', (core) => `Authorization: Bearer ${core}`),
  planted('w4X5y6Z7', (core) => `password=${core}`),
  planted('Zk3v9QpL2xT8', (core) => `the password is ${core}`),
  planted('a9B8c7', (core) => `run --api-key ${core} now`),
  planted('d6E5f4', (core) => `curl -u ada:${core} https://h.example`),
  planted('g3H2i1', (core) => `postgres://me:${core}@db.example/x`),
  planted('j9K8l7', (core) => `GET https://h.example/x?page=2&api_key=${core}&n=3`),
  planted('m6N5o4', (core) => `https://h.example/c?sv=2020&sig=${core}&se=9`),
  planted('T0x1/B0x2/x1y2', (core) => `https://hooks.slack.com/services/${core}`),
  planted('sid7x8y9', (core) => `Cookie: ${core}; theme=dark`),
  planted('grace.hopper@mail.example', (core) => `no user ${core}`),
  planted('ada-lovelace', (core) => `no file /home/${core}/notes.txt`),
  planted('Alan.Turing', (core) => `no file C:\\Users\\${core}\\notes.txt`),
  planted(
    'MIIEvQa1b2c3d4',
    (core) => `-----BEGIN PRIVATE KEY-----\n${core}\n-----END PRIVATE KEY----- is no key`,
  ),
  planted(btoa('{"password":"hunter22"}').slice(0, 26), () => btoa('{"password":"hunter22"}')),
  planted('swordfish', (core) => `{"login":{"password":"${core}"}}`),
  planted('p8O7i6U5', (core) => JSON.stringify({ body: JSON.stringify({ client_secret: core }) })),
  planted('48291155', (core) => `{"pin_token":${core}}`),
];

type Place = (text: string) => readonly object[];

const reply = (text: string) => ({ content: [{ type: 'text', text }], isError: true });

/** Failing calls with a text in each part that a report may show: the request's params, and its answer. */
const PLACES: readonly Place[] = [
  (text) => [{}, { error: { code: -32602, message: text } }],
  (text) => [{}, { error: { code: -32603, message: 'no', data: { note: [text] } } }],
  (text) => [{}, { error: { code: -32603, message: 'no', data: text } }],
  (text) => [{}, { result: reply(text) }],
  // A report keeps 4000 characters of a message, which cuts the secret.
  ...[0.5, 0.7, 0.9].map(
    (share): Place =>
      (text) => [
        {},
        { result: reply(`${' and so on'.repeat(400).slice(Math.ceil(text.length * share))} ${text}`) },
      ],
  ),
  // A sentence quotes 60 to 200 characters.
  ...[30, 45, 60, 100, 140].map(
    (before): Place =>
      (text) => [
        { arguments: { limit: `${' and so on'.repeat(20).slice(-before)} ${text}` } },
        { result: reply('no') },
      ],
  ),
  (text) => [{}, { result: { ...reply('no'), structuredContent: { error: { reason: text } } } }],
  (text) => [{ arguments: { note: text, limit: text } }, { result: reply('no') }],
  (text) => [{ name: text }, { error: { code: -32602, message: `Unknown tool: ${text}` } }],
];

/** A session with each text at each place, also on stderr, in its command, and in broken lines. */
export function plantedRecords(texts: readonly string[]): KnownRecord[] {
  const records: KnownRecord[] = [];
  const at = () => ({ seq: records.length + 1, at: records.length, session: 's1' });
  const send = (direction: 'client-to-server' | 'server-to-client', raw: string) =>
    void records.push({ type: 'frame', ...at(), direction, raw });
  const message = (body: object) => JSON.stringify({ jsonrpc: '2.0', ...body });
  records.push({ type: 'session', ...at(), label: 'lab', origin: 'tap', command: 'node', args: [...texts] });
  send('client-to-server', message({ id: 0, method: 'initialize', params: {} }));
  const serverInfo = { name: 'lab', version: '1' };
  const result = { protocolVersion: '2025-11-25', serverInfo, capabilities: { tools: {} } };
  send('server-to-client', message({ id: 0, result }));
  send('client-to-server', message({ method: 'notifications/initialized' }));
  const schema = { type: 'object', properties: { limit: { type: 'number' } } };
  send('client-to-server', message({ id: 1, method: 'tools/list' }));
  send('server-to-client', message({ id: 1, result: { tools: [{ name: 'find', inputSchema: schema }] } }));
  let id = 1;
  for (const text of texts) {
    for (const place of PLACES) {
      id += 1;
      const [params, answer] = place(text);
      send('client-to-server', message({ id, method: 'tools/call', params: { name: 'find', ...params } }));
      records.push({ type: 'stderr', ...at(), text: `ERROR find failed: ${text}` });
      send('server-to-client', message({ id, ...answer }));
    }
    id += 1;
    send('client-to-server', message({ id, method: 'resources/read', params: { uri: text } }));
    records.push({ type: 'client', ...at(), event: 'timeout', id, message: text });
    send('server-to-client', `DEBUG ${text}`);
    send('server-to-client', `[${message({ id: 9999, error: { code: -1, message: text } })}]`);
    send('server-to-client', `{"jsonrpc":"2.0","id":${id},"error":{"message":${JSON.stringify(text)}`);
  }
  records.push({ type: 'process', ...at(), event: 'exited', exitCode: 3, signal: null, message: texts[0] });
  return records;
}
