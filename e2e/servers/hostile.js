// Every text that it sends attacks a screen: hostile.js <origin that nothing may request> [a JSON file of other texts].
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const origin = process.argv[2] ?? 'http://127.0.0.1:1';
const RUN = 'globalThis.tierscopeCanary=1';
/** @type {string[]} */
const OWN_TEXTS = [
  `<img src=x onerror="${RUN}">`,
  `<script>${RUN}</script>`,
  `"><svg onload=${RUN}><a href="javascript:${RUN}">x</a>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe><base href="${origin}/">`,
  `<link rel=stylesheet href="${origin}/s.css"><meta http-equiv=refresh content="0;url=${origin}/m">`,
  `![x](${origin}/i.png) [x](javascript:${RUN}) <${origin}/auto> [y](data:text/html,<script>${RUN}</script>)`,
  `<style>@import url(${origin}/c.css);*{background:url(${origin}/b.png)}</style>`,
  `javascript:${RUN}//`,
  'right \u202egpj.exe\u202c to left \u2066x\u2069 and \u200b\u200c\u200d\ufeff nothing',
  '\u001b[31mred\u001b]8;;http://x\u0007link\u001b]8;;\u0007\u001b[2J\u001b[H',
  'W'.repeat(20_000),
  'a\u0301'.repeat(2000),
  'lone \ud800 and \udc00, NUL \0, line \u2028 \u2029, tab \t, bell \u0007',
  '%s%n%x $(rm -rf /) `id` {{7*7}} #{7*7} <%= 7*7 %>',
  '| a | b |\n|---|---|\n| ![x](//evil.invalid/x.png) | `c` |\n\n```html\n<script>x</script>\n```',
  '__proto__',
  'constructor',
];
const given = process.argv[3];
/** @type {string[]} */
const TEXTS = given === undefined ? OWN_TEXTS : JSON.parse(readFileSync(given, 'utf8'));
let next = 0;
const text = () => {
  next += 1;
  return TEXTS[next % TEXTS.length] ?? '';
};
const ICONS = [{ src: `${origin}/icon.png`, mimeType: 'image/png' }, { src: `javascript:${RUN}` }];
/** @param {object} message */
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

const schema = () => ({
  type: 'object',
  title: text(),
  description: text(),
  properties: Object.fromEntries(
    TEXTS.slice(0, 12).map((name) => [
      name.slice(0, 200),
      {
        type: 'string',
        title: text(),
        description: text(),
        default: text(),
        enum: [text(), text()],
        pattern: '^(a+)+$',
      },
    ]),
  ),
  required: [TEXTS[0]],
});
const tools = () => [
  ...TEXTS.map((_, index) => ({
    name: `tool ${index} ${text().slice(0, 60)}`,
    title: text(),
    description: text(),
    inputSchema: schema(),
    outputSchema: { type: 'object', description: text() },
    annotations: { title: text() },
    icons: ICONS,
    _meta: { [text().slice(0, 50)]: text() },
  })),
  ...['result', 'error', 'failure', 'requests'].map((name) => ({
    name,
    description: text(),
    inputSchema: { type: 'object' },
  })),
];
/** @returns {object[]} */
const blocks = () => [
  ...TEXTS.map((one) => ({ type: 'text', text: one, annotations: { audience: [text()] } })),
  {
    type: 'resource_link',
    uri: `javascript:${RUN}`,
    name: text(),
    title: text(),
    description: text(),
    icons: ICONS,
  },
  { type: 'resource_link', uri: `${origin}/resource`, name: text(), mimeType: text() },
  { type: 'resource', resource: { uri: `${origin}/r`, mimeType: 'text/html', text: TEXTS.join('\n') } },
  { type: 'resource', resource: { uri: 'ui://x', mimeType: 'text/html+skybridge', text: TEXTS.join('\n') } },
  {
    type: 'image',
    mimeType: 'image/svg+xml',
    data: btoa(
      `<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"><image href="${origin}/svg.png"/></svg>`,
    ),
  },
  { type: 'image', mimeType: text(), data: text() },
  { type: 'audio', mimeType: `audio/wav" onerror="${RUN}`, data: 'AAAA' },
  { type: text(), text: text() },
];

/** @param {any} request */
function answer({ id, method, params }) {
  /** @param {object} result */
  const ok = (result) => say({ id, result });
  switch (method) {
    case 'initialize':
      ok({
        protocolVersion: params.protocolVersion,
        capabilities: {
          tools: {},
          resources: { subscribe: true },
          prompts: {},
          logging: {},
          completions: {},
          [TEXTS[0] ?? '']: {},
        },
        serverInfo: {
          name: TEXTS[0],
          title: TEXTS[2],
          version: TEXTS[1],
          websiteUrl: `javascript:${RUN}`,
          icons: ICONS,
        },
        instructions: TEXTS.join('\n\n'),
      });
      for (const one of TEXTS) process.stderr.write(`${one}\n`);
      for (const one of TEXTS)
        say({ method: 'notifications/message', params: { level: 'error', logger: text(), data: one } });
      process.stdout.write(`${TEXTS[1]}\n`);
      return;
    case 'tools/list':
      return ok({ tools: tools() });
    case 'resources/list':
      return ok({
        resources: TEXTS.map((one, index) => ({
          uri: `${one.slice(0, 100)}:${index}`,
          name: text(),
          title: text(),
          description: text(),
          mimeType: text(),
          icons: ICONS,
        })),
      });
    case 'resources/templates/list':
      return ok({
        resourceTemplates: TEXTS.map((one) => ({
          uriTemplate: `${one.slice(0, 50)}{${one.slice(0, 20)}}`,
          name: text(),
          description: text(),
        })),
      });
    case 'resources/read':
      return ok({ contents: TEXTS.map((one) => ({ uri: text(), mimeType: 'text/html', text: one })) });
    case 'prompts/list':
      return ok({
        prompts: TEXTS.map((one) => ({
          name: one.slice(0, 100),
          title: text(),
          description: text(),
          arguments: [{ name: text(), description: text(), required: true }],
        })),
      });
    case 'prompts/get':
      return ok({ description: text(), messages: blocks().map((content) => ({ role: text(), content })) });
    case 'completion/complete':
      return ok({ completion: { values: TEXTS } });
    case 'tools/call':
      return called(id, params.name);
    default:
      return say({ id, error: { code: -32601, message: text(), data: { [text()]: text() } } });
  }
}

/** @param {unknown} id @param {string} name */
function called(id, name) {
  if (name === 'failure') {
    for (const one of TEXTS)
      say({
        id: null,
        error: { code: -32050, message: one, data: { reason: text(), recovery: { hint: text() } } },
      });
    return say({ id, error: { code: -32001, message: TEXTS[0], data: TEXTS } });
  }
  if (name === 'requests') {
    TEXTS.forEach((one, index) => {
      say({
        id: `s${index}`,
        method: 'sampling/createMessage',
        params: {
          systemPrompt: text(),
          maxTokens: 9,
          messages: [{ role: 'user', content: { type: 'text', text: one } }],
          modelPreferences: { hints: [{ name: text() }] },
        },
      });
      say({
        id: `e${index}`,
        method: 'elicitation/create',
        params: { message: one, requestedSchema: schema() },
      });
      say({
        id: `u${index}`,
        method: 'elicitation/create',
        params: {
          mode: 'url',
          elicitationId: text(),
          message: one,
          url: index % 2 === 0 ? `javascript:${RUN}` : `${origin}/u`,
        },
      });
    });
    return say({ id, result: { content: [] } });
  }
  const structuredContent = {
    error: { code: text(), message: text(), recovery: { hint: text() } },
    [text()]: TEXTS,
  };
  return say({
    id,
    result: { content: blocks(), structuredContent, isError: name === 'error', _meta: { [text()]: text() } },
  });
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id !== undefined && message.method !== undefined) answer(message);
});
process.stdout.on('error', () => process.exit());
