// A scripted server that gives more of everything than a screen can show: the first argument says of what, the second
// how much. Its one tool returns it, or it is in a list, a schema, a request or a flood.
import { createInterface } from 'node:readline';

const [what = 'blocks', given = '50000'] = process.argv.slice(2);
const most = Number(given);

const send = (/** @type {object} */ message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
/** @template T @param {(index: number) => T} make @returns {T[]} */
const many = (make, length = most) => Array.from({ length }, (_none, index) => make(index));
/** @param {(index: number) => [string, unknown]} make */
const members = (make) => Object.fromEntries(many(make));
const text = (/** @type {string} */ words) => ({ type: 'text', text: words });
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** The schemas of the tool `use` and of an elicitation. @returns {object} */
function abundantSchema() {
  const properties = {
    properties: () => members((index) => [`field${index}`, { type: 'string' }]),
    'deep-properties': () => ({ value: { type: 'object', required: [], ...nested(6, 6) } }),
    enum: () => ({ value: { enum: many((index) => `choice ${index}`) } }),
    ticks: () => ({ value: { type: 'array', items: { enum: many((index) => `choice ${index}`) } } }),
    branches: () => ({
      value: {
        default: { number: 1 },
        oneOf: many((index) => ({
          title: `shape ${index}`,
          type: 'object',
          properties: { [`own${index}`]: { type: 'string' } },
          required: [`own${index}`],
        })),
      },
    }),
    'default-list': () => ({
      value: { type: 'array', items: { type: 'string' }, default: many((index) => `item ${index}`) },
    }),
    'default-members': () => ({
      value: {
        type: 'object',
        additionalProperties: { type: 'string' },
        default: members((index) => [`member ${index}`, 'x']),
      },
    }),
    'choices-times-value': () => ({
      value: {
        anyOf: many((index) => ({ type: 'array', items: { const: index } })),
        default: many((index) => `item ${index}`),
      },
    }),
  };
  const own = Object.entries(properties).find(([name]) => name === what);
  return { type: 'object', properties: own === undefined ? {} : own[1]() };
}

/** @param {number} width @param {number} depth @returns {object} */
function nested(width, depth) {
  if (depth === 0) return { type: 'string' };
  const inner = nested(width, depth - 1);
  return {
    type: 'object',
    properties: Object.fromEntries(many((index) => [`level${depth}_${index}`, inner], width)),
    required: many((index) => `level${depth}_${index}`, width),
  };
}

/** The results of the tool, by what they are full of. @type {{ [name: string]: () => object }} */
const results = {
  blocks: () => ({ content: many((index) => text(`text ${index}`)) }),
  'error-blocks': () => ({ isError: true, content: many((index) => text(`text ${index}`)) }),
  'long-blocks': () => ({ content: many((index) => text(`text ${index} ${'word '.repeat(1000)}`)) }),
  images: () => ({ content: many(() => ({ type: 'image', mimeType: 'image/png', data: PIXEL })) }),
  links: () => ({ content: many((index) => ({ type: 'resource_link', uri: `x://${index}`, name: 'n' })) }),
  unknown: () => ({ content: many((index) => ({ type: `t${index}`, list: many((one) => ({ one }), 50) })) }),
  audience: () => ({
    content: [{ ...text('for all'), annotations: { audience: many((index) => `reader ${index}`) } }],
  }),
  records: () => ({ content: [], structuredContent: { rows: many((id) => ({ id, name: `row ${id}` })) } }),
  columns: () => ({
    content: [],
    structuredContent: { rows: many(() => members((index) => [`c${index}`, index]), 100) },
  }),
  lists: () => ({
    content: [],
    structuredContent: members((index) => [`list${index}`, [{ id: 1 }, { id: 2 }]]),
  }),
  alternatives: () => ({ content: [], structuredContent: { rows: many((id) => ({ id: `x${id}` }), 1000) } }),
  misfits: () => ({ content: [], structuredContent: { rows: many((id) => ({ id })) } }),
  tree: () => ({ content: [], structuredContent: { list: many((index) => [index]) } }),
  'wide-tree': () => ({ content: [], structuredContent: members((index) => [`key ${index}`, index]) }),
  markdown: () => ({ content: [text('*a* '.repeat(most))] }),
  'markdown-quotes': () => ({ content: [text('>'.repeat(most))] }),
  'markdown-links': () => ({ content: [text('[a]('.repeat(most))] }),
  'markdown-brackets': () => ({ content: [text('['.repeat(most))] }),
  'markdown-stars': () => ({ content: [text('**a *b '.repeat(most))] }),
  'markdown-table': () => ({ content: [text(`|${'a|'.repeat(most)}\n|${'-|'.repeat(most)}\n`)] }),
  'markdown-list': () => ({ content: [text('- a\n'.repeat(most))] }),
  'long-text': () => ({ content: [text('word '.repeat(most))] }),
  'long-line': () => ({ content: [text('w'.repeat(most))] }),
  issues: () => ({
    isError: true,
    content: [
      text(
        `Invalid arguments: ${JSON.stringify(many((index) => ({ code: 'invalid_type', expected: 'string', path: ['list', index], message: `wrong ${index}` })))}`,
      ),
    ],
  }),
  reasons: () => ({
    isError: true,
    content: [text('no')],
    structuredContent: { error: { code: 1, reason: 'r', details: many((index) => ({ index, why: 'x' })) } },
  }),
  stderr: () => ({ content: [text('see stderr')] }),
  ansi: () => ({ content: [text('see stderr')] }),
  'exchange-events': () => ({ content: [text('see the exchange')] }),
};

/** Errors of the tool. @type {{ [name: string]: () => object }} */
const errors = {
  'error-data': () => ({
    code: -32602,
    message: 'no',
    data: many((path) => ({ path: [path], message: 'x' })),
  }),
  'error-message': () => ({ code: -32602, message: `no ${'word '.repeat(most)}` }),
  'error-extras': () => ({ code: -32602, message: 'no', ...members((index) => [`extra${index}`, index]) }),
};

/** @param {string} method @param {any} params @returns {object | undefined} */
function resultOf(method, params) {
  const listed = (/** @type {string} */ name) => what === name;
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: '2025-11-25',
        capabilities: {
          tools: {},
          resources: { subscribe: true },
          prompts: {},
          completions: {},
          logging: {},
          ...(listed('capabilities') ? { experimental: members((index) => [`x${index}`, {}]) } : {}),
        },
        serverInfo: { name: 'abundant', version: '1.0.0' },
        ...(listed('instructions') ? { instructions: 'word '.repeat(most) } : {}),
      };
    case 'tools/list':
      return { tools: listed('tools') ? [tool(), ...many((index) => tool(`tool ${index}`))] : [tool()] };
    case 'resources/list':
      return {
        resources: listed('resources')
          ? many((index) => ({ uri: `x://${index}`, name: `r${index}` }))
          : [{ uri: 'x://one', name: 'one' }],
      };
    case 'resources/templates/list':
      return {
        resourceTemplates: listed('templates')
          ? many((index) => ({ uriTemplate: `t${index}://{a}`, name: `t${index}` }))
          : listed('variables')
            ? [{ uriTemplate: `t://${many((index) => `{v${index}}`).join('/')}`, name: 'many' }]
            : [],
      };
    case 'resources/read':
      return {
        contents: listed('contents')
          ? many((index) => ({ uri: `x://${index}`, text: 'x' }))
          : [{ uri: params.uri, text: 'x' }],
      };
    case 'prompts/list':
      return {
        prompts: listed('prompts')
          ? many((index) => ({ name: `p${index}` }))
          : [
              {
                name: 'talk',
                arguments: listed('arguments')
                  ? many((index) => ({ name: `a${index}` }))
                  : [{ name: 'topic' }],
              },
            ],
      };
    case 'prompts/get':
      return {
        messages: listed('messages')
          ? many((index) => ({ role: 'user', content: text(`m ${index}`) }))
          : listed('messages-of-blocks')
            ? many(() => ({ role: 'user', content: many(() => text('x'), 100) }))
            : [],
      };
    case 'completion/complete':
      return { completion: { values: many((index) => `value ${index}`, listed('completions') ? most : 3) } };
    case 'resources/subscribe':
    case 'logging/setLevel':
      return {};
    default:
      return undefined;
  }
}

function tool(name = 'use') {
  return {
    name,
    description: what === 'description' ? 'word '.repeat(most) : 'Gives a lot.',
    inputSchema: name === 'use' ? abundantSchema() : { type: 'object' },
    ...(what === 'alternatives' || what === 'misfits' ? { outputSchema: outputSchema() } : {}),
  };
}

function outputSchema() {
  const items =
    what === 'misfits'
      ? { properties: { id: { type: 'string' } } }
      : { oneOf: many((index) => ({ properties: { id: { type: 'string', const: `y${index}` } } })) };
  return { type: 'object', properties: { rows: { type: 'array', items } } };
}

/** Sent by a call besides its answer. @type {{ [name: string]: (callId: unknown, token: unknown) => void }} */
const floods = {
  stderr: () => void process.stderr.write(many((index) => `line ${index}\n`).join('')),
  ansi: () => void process.stderr.write(`${'\u001b[31mx\u001b[0m'.repeat(most)}\n`),
  'exchange-events': (_id, progressToken) =>
    many((progress) => send({ method: 'notifications/progress', params: { progressToken, progress } })),
  asks: () =>
    many((index) =>
      send({
        id: `ask ${index}`,
        method: 'elicitation/create',
        params: {
          message: `m ${index}`,
          requestedSchema: { type: 'object', properties: { a: { type: 'string' } } },
        },
      }),
    ),
  sampling: () =>
    send({
      id: 'one',
      method: 'sampling/createMessage',
      params: { messages: many((index) => ({ role: 'user', content: text(`m ${index}`) })), maxTokens: 9 },
    }),
  'sampling-tools': () =>
    send({
      id: 'one',
      method: 'sampling/createMessage',
      params: {
        messages: [{ role: 'user', content: text('m') }],
        maxTokens: 9,
        tools: many((index) => ({ name: `t${index}`, inputSchema: {} })),
      },
    }),
  elicitation: () =>
    send({
      id: 'one',
      method: 'elicitation/create',
      params: {
        message: 'm',
        requestedSchema: {
          type: 'object',
          properties: members((index) => [`f${index}`, { type: 'string' }]),
        },
      },
    }),
  'elicitation-enum': () =>
    send({
      id: 'one',
      method: 'elicitation/create',
      params: {
        message: 'm',
        requestedSchema: {
          type: 'object',
          properties: { a: { type: 'string', enum: many((index) => `c${index}`) } },
        },
      },
    }),
  url: () =>
    send({
      id: 'one',
      method: 'elicitation/create',
      params: {
        mode: 'url',
        elicitationId: 'e',
        message: 'm',
        url: `https://user:pw@xn--80ak6aa92e.com/${'%E2%80%AE/../'.repeat(most)}?${'a=b&'.repeat(most)}`,
      },
    }),
  updates: () =>
    many((index) => send({ method: 'notifications/resources/updated', params: { uri: `x://${index}` } })),
  logs: () =>
    many((index) =>
      send({ method: 'notifications/message', params: { level: 'error', data: `l ${index}` } }),
    ),
  strays: () => many((index) => process.stdout.write(`stray ${index}\n`)),
  findings: () => many((id) => send({ id: `nobody ${id}`, result: {} })),
  'big-frames': () => {
    const data = 'x'.repeat(20_000_000);
    for (let index = 0; index < most; index += 1)
      send({ method: 'notifications/message', params: { level: 'info', data } });
  },
  stream: () => {
    const end = Date.now() + most * 1000;
    let sent = 0;
    const started = Date.now();
    const timer = setInterval(() => {
      for (; sent < (Date.now() - started) * 5; sent += 1)
        send({ method: 'notifications/message', params: { level: 'info', data: `frame ${sent}` } });
      if (Date.now() > end) clearInterval(timer);
    }, 10);
  },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  if (method !== 'tools/call') {
    const result = resultOf(method, params);
    send(
      result === undefined ? { id, error: { code: -32601, message: 'Method not found' } } : { id, result },
    );
    return;
  }
  floods[what]?.(id, params._meta?.progressToken);
  const error = errors[what]?.();
  if (error !== undefined) send({ id, error });
  else send({ id, result: results[what]?.() ?? { content: [text('done')] } });
});
