// Answers like no good server: attacker.js [contents of its lists]. Calling a tool starts the attack with its name.
import { createInterface } from 'node:readline';
import { LONG_ERRORS, LONG_LISTS, LONG_MESSAGES, LONG_RESULTS } from './long-texts.js';

const [, , listing = ''] = process.argv;

/** Writes pieces one after another, as fast as they are read. @param {Iterable<string | Uint8Array>} pieces */
async function write(pieces) {
  for (const piece of pieces) {
    if (!process.stdout.write(piece)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
}

/** @param {string} char @param {number} count */
function* filled(char, count) {
  const block = char.repeat(Math.ceil(1_000_000 / char.length));
  for (let left = count; left > 0; left -= block.length)
    yield left < block.length ? char.repeat(Math.ceil(left / char.length)) : block;
}

/** @param {number} levels */
const deep = (levels) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
/** @param {number} count @param {(index: number) => string} line */
function* repeated(count, line) {
  for (let from = 0; from < count; from += 500) {
    let text = '';
    for (let index = from; index < Math.min(count, from + 500); index += 1) text += `${line(index)}\n`;
    yield text;
  }
}
/** @param {string} method @param {string} params */
const notified = (method, params) => `{"jsonrpc":"2.0","method":"${method}","params":${params}}`;
/** @param {number} index @param {string} method @param {string} params */
const asked = (index, method, params) =>
  `{"jsonrpc":"2.0","id":"a${index}","method":"${method}","params":${params}}`;
const sampling = '{"messages":[{"role":"user","content":{"type":"text","text":"hm"}}],"maxTokens":9}';
const form = '{"message":"who?","requestedSchema":{"type":"object","properties":{"a":{"type":"string"}}}}';
/** @param {number} count @param {(index: number) => string} item */
const batch = (count, item) => `[${Array.from({ length: count }, (_, index) => item(index)).join(',')}]\n`;
/** @param {string} pattern */
const schemaOf = (pattern) =>
  `{"type":"object","properties":{"x":{"type":"string","pattern":${JSON.stringify(pattern)}}}}`;
/** @param {number} index */
const tool = (index) =>
  `{"name":"t${index}","description":"The tool number ${index}.","inputSchema":{"type":"object"}}`;

/** Sent before a call's answer, by tool. @type {Record<string, (token: unknown) => Iterable<string | Uint8Array>>} */
const FLOODS = {
  'sampling requests': () => repeated(10_000, (i) => asked(i, 'sampling/createMessage', sampling)),
  'elicitation requests': () => repeated(10_000, (i) => asked(i, 'elicitation/create', form)),
  'roots requests': () => repeated(10_000, (i) => asked(i, 'roots/list', '{}')),
  pings: () => repeated(10_000, (i) => asked(i, 'ping', '{}')),
  'unknown requests': () => repeated(10_000, (i) => asked(i, 'acme/frob', '{}')),
  'requests of one id': () => repeated(10_000, () => asked(1, 'sampling/createMessage', sampling)),
  'cancelled requests': () =>
    repeated(10_000, (i) =>
      i % 2 === 0
        ? asked(i, 'sampling/createMessage', sampling)
        : notified('notifications/cancelled', `{"requestId":"a${i - 1}"}`),
    ),
  'resource updates': () =>
    repeated(5000, (i) => notified('notifications/resources/updated', `{"uri":"file:///${i}"}`)),
  'updates of one resource': () =>
    repeated(20_000, () => notified('notifications/resources/updated', '{"uri":"a:b"}')),
  'completed elicitations': () =>
    repeated(10_000, (i) => notified('notifications/elicitation/complete', `{"elicitationId":"e${i}"}`)),
  progress: (token) =>
    repeated(50_000, (i) =>
      notified('notifications/progress', `{"progressToken":${JSON.stringify(token ?? 1)},"progress":${i}}`),
    ),
  'progress of nobody': () =>
    repeated(20_000, (i) => notified('notifications/progress', `{"progressToken":"x${i}","progress":${i}}`)),
  'log messages': () =>
    repeated(50_000, (i) => notified('notifications/message', `{"level":"info","data":"line ${i}"}`)),
  'long log messages': () =>
    repeated(500, () => notified('notifications/message', `{"level":"info","data":"${'x'.repeat(20_000)}"}`)),
  'list changes': () =>
    repeated(10_000, (i) =>
      notified(`notifications/${['tools', 'resources', 'prompts'][i % 3]}/list_changed`, '{}'),
    ),
  'unknown notifications': () => repeated(50_000, (i) => notified(`acme/n${i}`, '{}')),
  'task changes': () =>
    repeated(10_000, (i) => notified('notifications/tasks/status', `{"taskId":"t${i}","status":"working"}`)),
  'lines of no JSON': () => repeated(50_000, (i) => `starting up, step ${i}`),
  'empty lines': () => repeated(50_000, () => ''),
  'lines of one character': () => repeated(100_000, () => '{'),
  'answers to nobody': () => repeated(20_000, (i) => `{"jsonrpc":"2.0","id":${i + 1e6},"result":{}}`),
  'answers without id': () =>
    repeated(20_000, () => '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}}'),
  'errors of every code': () =>
    repeated(20_000, (i) => `{"jsonrpc":"2.0","id":null,"error":{"code":${-32768 + i},"message":"m${i}"}}`),
  'a batch of requests': () => [batch(10_000, (i) => asked(i, 'roots/list', '{}'))],
  'a batch of answers': () => [batch(10_000, (i) => `{"jsonrpc":"2.0","id":${i + 1e6},"result":{}}`)],
  'a batch of odd ids': () => [batch(8000, (i) => `{"jsonrpc":"2.0","id":${i}.5,"result":{}}`)],
  'a batch of errors': () => [
    batch(10_000, (i) => `{"jsonrpc":"2.0","id":${i + 1e6},"error":{"code":-32603,"message":"m"}}`),
  ],
  'a batch of log messages': () => [
    batch(10_000, (i) => notified('notifications/message', `{"level":"info","data":${i}}`)),
  ],
  'a batch of batches': () => [`${'['.repeat(4000)}${']'.repeat(4000)}\n`],
  'a batch of nulls': () => [batch(100_000, () => 'null')],
  'deep notification': () => [
    `${notified('notifications/message', `{"level":"info","data":${deep(5000)}}`)}\n`,
  ],
  'deep sampling': () => [`${asked(0, 'sampling/createMessage', deep(5000))}\n`],
  'deep form': () => [
    `${asked(0, 'elicitation/create', `{"message":"m","requestedSchema":${deep(5000)}}`)}\n`,
  ],
  'deep null answer': () => [
    `{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"m","data":${deep(5000)}}}\n`,
  ],
  'two million levels': () => [`${notified('x', '['.repeat(2e6) + ']'.repeat(2e6))}\n`],
  'open brackets': () => [`${'['.repeat(5e6)}\n`],
  'id of 1.5 and 9 MB': () => ['{"jsonrpc":"2.0","id":1.5,"result":{"text":"', ...filled('x', 9e6), '"}}\n'],
  'id of twenty digits and 9 MB': () => [
    '{"jsonrpc":"2.0","id":12345678901234567890,"result":{"text":"',
    ...filled('x', 9e6),
    '"}}\n',
  ],
  'id of 9 MB digits': () => ['{"jsonrpc":"2.0","id":', ...filled('9', 9e6), ',"result":{}}\n'],
  'id of 9 MB text': () => ['{"jsonrpc":"2.0","id":"', ...filled('x', 9e6), '","result":{}}\n'],
  'code of 9 MB digits': () => [
    '{"jsonrpc":"2.0","id":null,"error":{"message":"m","code":',
    ...filled('9', 9e6),
    '}}\n',
  ],
  'progress of 9 MB digits': () => [
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":',
    ...filled('9', 9e6),
    '}}\n',
  ],
  'method of 9 MB': () => ['{"jsonrpc":"2.0","id":5,"method":"', ...filled('m', 9e6), '"}\n'],
  'key of 9 MB': () => ['{"jsonrpc":"2.0","', ...filled('k', 9e6), '":1}\n'],
  'message of 9 MB': () => [
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"',
    ...filled('not found ', 9e6),
    '"}}\n',
  ],
  'escapes of 9 MB': () => [
    '{"jsonrpc":"2.0","method":"x","params":{"a":"',
    ...filled('\\u0000', 9e6),
    '"}}\n',
  ],
  'backslashes of 9 MB': () => [
    '{"jsonrpc":"2.0","method":"x","params":{"a":"',
    ...filled('\\\\', 9e6),
    '"}}\n',
  ],
  'a string without end': () => ['{"jsonrpc":"2.0","method":"', ...filled('x', 9e6), '\n'],
  'blanks of 9 MB': () => [...filled(' ', 9e6), '\n'],
  'half a million members': () => [
    `{"jsonrpc":"2.0",${Array.from({ length: 5e5 }, (_, i) => `"k${i}":1,`).join('')}"id":1.5,"result":{}}\n`,
  ],
  'half a million equal members': () => [`{"jsonrpc":"2.0",${'"id":1,'.repeat(5e5)}"result":{}}\n`],
  'a million empty arrays': () => [`{"jsonrpc":"2.0","id":1.5,"result":[${'[],'.repeat(1e6)}1]}\n`],
  'a line of 100 MB': () => ['{"jsonrpc":"2.0","method":"x","params":{"a":"', ...filled('x', 1e8), '"}}\n'],
  'a line of 100 MB that is not JSON': () => [...filled('x', 1e8), '\n'],
  'a line of 60 MB that is not UTF-8': () => [
    ...Array.from({ length: 60 }, () => Buffer.alloc(1_000_000, 0xff)),
    '\n',
  ],
  'a line of 60 MB in Chinese': () => [
    '{"jsonrpc":"2.0","method":"x","params":{"a":"',
    ...filled('漢', 2e7),
    '"}}\n',
  ],
  'a line of 20 MB of control characters': () => [...filled('\u0001', 2e7), '\n'],
  'a number of 60 MB': () => ['{"jsonrpc":"2.0","id":5,"result":', ...filled('7', 6e7), '}\n'],
  'carriage returns': () => repeated(50_000, (i) => `${notified('notifications/x', `{"i":${i}}`)}\r`),
  'byte order marks': () => repeated(20_000, (i) => `\uFEFF${notified('notifications/x', `{"i":${i}}`)}`),
  'secrets in logs': () =>
    repeated(3000, (i) =>
      notified(
        'notifications/message',
        `{"level":"info","data":{"token":"sk-${i}abcdefghijklmnopqrstuvwx"}}`,
      ),
    ),
  'stack traces': () =>
    repeated(5000, () =>
      notified(
        'notifications/message',
        '{"level":"error","data":"Error: x\\n    at f (a.js:1:2)\\n    at g (b.js:3:4)"}',
      ),
    ),
};

/** The answer to a call, by tool: the text of `result`, in pieces. @type {Record<string, () => Iterable<string>>} */
const ANSWERS = {
  'deep result': () => [`{"content":[{"type":"text","text":"x"}],"structuredContent":${deep(5000)}}`],
  'deep text': () => [`{"content":[{"type":"text","text":${JSON.stringify(deep(20_000))}}],"isError":true}`],
  'result of two million levels': () => [`{"content":[],"structuredContent":${deep(2e6)}}`],
  'answer of 100 MB': () => ['{"content":[{"type":"text","text":"', ...filled('x', 1e8), '"}]}'],
  'error text of 30 MB': () => [
    '{"isError":true,"content":[{"type":"text","text":"',
    ...filled('Error: not found at f (a.js:1:2) ', 3e7),
    '"}]}',
  ],
  'fifty thousand blocks': () => [
    `{"content":[${Array.from({ length: 50_000 }, (_, i) => `{"type":"text","text":"b${i}"}`).join(',')}]}`,
  ],
  'fifty thousand links': () => [
    `{"content":[${Array.from({ length: 50_000 }, (_, i) => `{"type":"resource_link","uri":"a:${i}","name":"n"}`).join(',')}]}`,
  ],
  'image of 30 MB': () => [
    '{"content":[{"type":"image","mimeType":"image/png","data":"',
    ...filled('A', 3e7),
    '"}]}',
  ],
  'wide structured content': () => [
    `{"content":[],"structuredContent":{${Array.from({ length: 2e5 }, (_, i) => `"k${i}":${i}`).join(',')}}}`,
  ],
  'number of 9 MB in the result': () => [
    '{"content":[],"structuredContent":{"x":',
    ...filled('9', 9e6),
    '}}',
  ],
  'evil pattern': () => [`{"content":[],"structuredContent":{"x":"${'a'.repeat(40)}!"}}`],
  'evil text': () => [`{"isError":true,"content":[{"type":"text","text":"${'a'.repeat(50_000)}!"}]}`],
  'markdown of 5 MB': () => [
    `{"content":[{"type":"text","text":${JSON.stringify('**a** [b](c) `d` > e\n'.repeat(250_000))}}]}`,
  ],
  'a hundred thousand numbers': () => [
    `{"content":[],"structuredContent":{"values":[${Array.from({ length: 1e5 }, (_, i) => i).join(',')}]}}`,
  ],
  'a line of text of 20 MB in emoji': () => [
    '{"content":[{"type":"text","text":"',
    ...filled('\u{1F600}', 5e6),
    '"}]}',
  ],
  'nested markdown': () => [
    `{"content":[{"type":"text","text":${JSON.stringify(`${'>'.repeat(5000)} x\n${'*'.repeat(5000)}`)}}]}`,
  ],
  'no object': () => ['[]'],
};

/** Lists, by command-line argument. @type {Record<string, (cursor: unknown) => Iterable<string>>} */
const LISTS = {
  'one page': () => [`{"tools":[${Array.from({ length: 50_000 }, (_, i) => tool(i)).join(',')}]}`],
  pages: (cursor) => {
    const from = Number(cursor ?? 0);
    const next = from + 500 < 50_000 ? `,"nextCursor":"${from + 500}"` : '';
    return [`{"tools":[${Array.from({ length: 500 }, (_, i) => tool(from + i)).join(',')}]${next}}`];
  },
  'pages without end': (cursor) => [
    `{"tools":[${tool(Number(cursor ?? 0))}],"nextCursor":"${Number(cursor ?? 0) + 1}"}`,
  ],
  'a name of 5 MB': () => [`{"tools":[{"name":"${'n'.repeat(5e6)}","inputSchema":{"type":"object"}}]}`],
  'a cursor of 5 MB': (cursor) => [
    `{"tools":[${tool(0)}]${cursor === undefined ? `,"nextCursor":"${'c'.repeat(5e6)}"` : ''}}`,
  ],
  'icons of 20 MB': () => [
    `{"tools":[{"name":"a","inputSchema":{"type":"object"},"icons":[{"src":"data:image/png;base64,${'A'.repeat(2e7)}","mimeType":"image/png"}]}]}`,
  ],
  'a hundred thousand choices': () => [
    `{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"x":{"enum":[${Array.from({ length: 1e5 }, (_, i) => `"choice ${i}"`).join(',')}]}}}}]}`,
  ],
  'a title of 5 MB': () => [
    `{"tools":[{"name":"a","title":"${'t'.repeat(5e6)}","inputSchema":{"type":"object"}}]}`,
  ],
  'the same page': () => [`{"tools":[${tool(0)}],"nextCursor":"x"}`],
  'deep schemas': () => [
    `{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"x":${deep(5000)}}}}]}`,
  ],
  'circular schemas': () => [
    '{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"x":{"$ref":"#"},"y":{"$ref":"#/properties/y"}}}}]}',
  ],
  'wide schemas': () => [
    `{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{${Array.from({ length: 50_000 }, (_, i) => `"p${i}":{"type":"string"}`).join(',')}}}}]}`,
  ],
  'equal tools': () => [`{"tools":[${Array.from({ length: 20_000 }, () => tool(1)).join(',')}]}`],
  'long descriptions': () => [
    `{"tools":[${Array.from({ length: 20 }, (_, i) => `{"name":"t${i}","description":"${'long words '.repeat(100_000)}","inputSchema":{"type":"object"}}`).join(',')}]}`,
  ],
  'evil input patterns': () => [
    `{"tools":[${Array.from({ length: 500 }, (_, i) => `{"name":"t${i}","inputSchema":${schemaOf('^(a+)+$')}}`).join(',')}]}`,
  ],
};

/** @param {string} part what the schema says of each item */
const listOf = (part) => `{"type":"object","properties":{"items":{"type":"array","items":${part}}}}`;
/** @param {number} count @param {(index: number) => string} part */
const joined = (count, part) => Array.from({ length: count }, (_, index) => part(index)).join(',');

/** Output schemas and a list item to validate. @type {Record<string, [string, string]>} */
const OUTPUTS = {
  'output schema of dependent names': [
    listOf(`{"dependentSchemas":{${joined(20_000, (i) => `"k${i}":{}`)}}}`),
    '{"a":1}',
  ],
  'output schema of alternatives': [listOf(`{"anyOf":[${joined(20_000, (i) => `{"const":${i}}`)}]}`), '-1'],
  'output schema of references': [
    `{"$defs":{${joined(70, (i) => `"k${i}":{"$ref":"#/$defs/k${i + 1}"}`)},"k70":{}},${listOf('{"$ref":"#/$defs/k0"}').slice(1)}`,
    '1',
  ],
  'output schema of members': [
    listOf(
      `{"required":["k0","k1"],"properties":{${joined(200, (i) => `"k${i}":{"type":"string","minLength":1}`)}}}`,
    ),
    '{"k0":"a","k1":"b","k3":1}',
  ],
};
const output = OUTPUTS[listing];
if (output !== undefined) {
  const [schema, item] = output;
  LISTS[listing] = () => [
    `{"tools":[{"name":"ok","inputSchema":{"type":"object"},"outputSchema":${schema}}]}`,
  ];
  ANSWERS.ok = () => [`{"content":[],"structuredContent":{"items":[${joined(20_000, () => item)}]}}`];
}

const PATTERNED = `{"tools":[{"name":"evil pattern","inputSchema":{"type":"object"},"outputSchema":${schemaOf('^(a+)+$')}}]}`;

/** @param {any} request */
async function answer({ id, method, params }) {
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},`;
  /** @param {Iterable<string>} result */
  const ok = async (result) => {
    await write([`${head}"result":`]);
    await write(result);
    await write(['}\n']);
  };
  if (method === 'initialize') {
    const { protocolVersion } = params;
    const capabilities = { tools: {}, resources: { subscribe: true }, prompts: {}, logging: {} };
    const instructions = listing === 'instructions of 5 MB' ? 'Do this. '.repeat(600_000) : 'Do this.';
    const serverInfo = { name: 'attacker', version: '1' };
    return ok([JSON.stringify({ protocolVersion, capabilities, serverInfo, instructions })]);
  }
  if (listing === 'long texts' && LONG_LISTS[method] !== undefined)
    return ok([JSON.stringify(LONG_LISTS[method])]);
  if (method === 'tools/list') return ok(LISTS[listing]?.(params?.cursor) ?? [PATTERNED]);
  if (method === 'resources/list') return ok(['{"resources":[]}']);
  if (method === 'resources/templates/list') return ok(['{"resourceTemplates":[]}']);
  if (method === 'prompts/list') return ok(['{"prompts":[]}']);
  if (method !== 'tools/call')
    return write([`${head}"error":{"code":-32601,"message":"Method not found"}}\n`]);
  const { name } = params;
  if (name === 'stderr')
    for (let left = 200; left > 0; left -= 1) process.stderr.write('starting up, again\n'.repeat(500));
  if (name === 'long stderr line') for (const piece of filled('x', 3e7)) process.stderr.write(piece);
  if (name === 'deep error data')
    return write([`${head}"error":{"code":-32000,"message":"m","data":${deep(5000)}}}\n`]);
  if (name === 'code of 1e999')
    return write([`${head}"error":{"code":1e999,"message":"`, ...filled('x', 9e6), '"}}\n']);
  if (name === 'answer twenty thousand times')
    await write(repeated(20_000, () => `${head}"result":{"content":[]}}`));
  if (LONG_ERRORS[name] !== undefined)
    return write([`${head}"error":${JSON.stringify(LONG_ERRORS[name]())}}\n`]);
  for (const message of LONG_MESSAGES[name]?.() ?? [])
    await write([`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`]);
  if (LONG_RESULTS[name] !== undefined) return ok([JSON.stringify(LONG_RESULTS[name]())]);
  const flood = FLOODS[name];
  if (flood !== undefined) await write(flood(params._meta?.progressToken));
  return ok(ANSWERS[name]?.() ?? ['{"content":[{"type":"text","text":"ok"}]}']);
}

if (listing === 'names') {
  const others = [
    'stderr',
    'long stderr line',
    'deep error data',
    'code of 1e999',
    'answer twenty thousand times',
  ];
  const texts = [LONG_RESULTS, LONG_ERRORS, LONG_MESSAGES].flatMap((one) => Object.keys(one));
  const calls = [...Object.keys(FLOODS), ...Object.keys(ANSWERS), ...others, ...texts];
  console.log(
    JSON.stringify({
      calls,
      lists: [...Object.keys(LISTS), ...Object.keys(OUTPUTS), 'long texts', 'instructions of 5 MB'],
    }),
  );
} else {
  // One after another: the pieces of two answers must not mix.
  let turn = Promise.resolve();
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.id !== undefined && message.method !== undefined) turn = turn.then(() => answer(message));
  });
  process.stdout.on('error', () => process.exit());
}
