// A model that follows the surveys of `tierscope lab` by a script: `node e2e/servers/scripted-model.js PORT REQUESTS`.
// It speaks the APIs of Anthropic, OpenAI (responses and chat) and Gemini on 127.0.0.1, and appends each request of the
// host to the file REQUESTS, one on each line, as `tierscope lab rows --answer` takes it. PORT 0 is any free port. More
// words are calls instead of the survey: the name of a tool, or `NAME={"arguments":1}`.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port = '0', requests = '', ...script] = process.argv.slice(2);

/**
 * A tool as the request has it, and what the conversation says so far.
 * @typedef {{ name: string, tool?: object, space?: string }} Tool
 * @typedef {{ id: string, name: string }} Call
 * @typedef {{ tools: Tool[], calls: Call[], results: { id: string, value?: unknown }[] }} Said
 * @typedef {string | { tool: Tool, args: object }[]} Turn
 */

/** @type {(value: any) => any[]} */
const list = (value) => (Array.isArray(value) ? value : []);
/** @param {string} name */
const plain = (name) => name.toLowerCase().replaceAll('_', '-');
/** @param {string} prefix */
const newId = (prefix) => `${prefix}_${Math.random().toString(36).slice(2, 14)}`;

/**
 * What each API's requests say: the tools offered, the calls so far, and their results by the id of the call.
 * @type {Record<string, (body: any) => Said>}
 */
const READERS = {
  messages(body) {
    const blocks = list(body.messages).flatMap(({ content }) => list(content));
    return {
      tools: list(body.tools).map((tool) => ({ name: tool.name, tool })),
      calls: blocks.filter(({ type }) => type === 'tool_use'),
      results: blocks
        .filter(({ type }) => type === 'tool_result')
        .map((block) => ({ id: block.tool_use_id, value: block.content })),
    };
  },
  responses(body) {
    const items = list(body.input);
    // Codex puts the tools of a server into a namespace.
    const tools = list(body.tools).flatMap((tool) =>
      tool.type === 'namespace'
        ? list(tool.tools).map((inner) => ({ name: inner.name, space: tool.name, tool: inner }))
        : [{ name: tool.name ?? tool.type, tool }],
    );
    return {
      tools,
      calls: items
        .filter(({ type }) => type === 'function_call')
        .map(({ call_id, name }) => ({ id: call_id, name })),
      results: items
        .filter(({ type }) => /_output$/.test(type))
        .map(({ call_id, output }) => ({ id: call_id, value: output })),
    };
  },
  completions(body) {
    const messages = list(body.messages);
    return {
      tools: list(body.tools).map(({ function: tool }) => ({ name: tool.name, tool })),
      calls: messages
        .flatMap(({ tool_calls }) => list(tool_calls))
        .map(({ id, function: { name } }) => ({ id, name })),
      results: messages
        .filter(({ role }) => role === 'tool')
        .map(({ tool_call_id, content }) => ({ id: tool_call_id, value: content })),
    };
  },
  generateContent(body) {
    const parts = list(body.contents).flatMap((content) => list(content.parts));
    /** @param {any} one */
    const keyed = (one) => ({ id: one.id ?? one.name, name: one.name, value: one.response });
    return {
      tools: list(body.tools)
        .flatMap(({ functionDeclarations }) => list(functionDeclarations))
        .map((tool) => ({ name: tool.name, tool })),
      calls: parts.flatMap(({ functionCall }) => (functionCall ? [keyed(functionCall)] : [])),
      results: parts.flatMap(({ functionResponse }) => (functionResponse ? [keyed(functionResponse)] : [])),
    };
  },
};

/**
 * The tool that a host has named after this one: hosts put words before a name and write hyphens otherwise.
 * @template {{ name: string }} T
 * @param {T[]} tools
 * @param {string} name
 */
function named(tools, name) {
  return tools.find((tool) => plain(tool.name).endsWith(name));
}

/**
 * The next turn: the calls of tools, or a text that ends it.
 * @param {Said} said
 * @returns {Turn}
 */
function nextTurn(said) {
  if (script.length > 0) return scriptedTurn(said);
  const start = named(said.tools, 'survey-start');
  if (start === undefined) return 'There is no survey.';
  const began = named(said.calls, 'survey-start');
  if (began === undefined) return [{ tool: start, args: {} }];
  const reported = named(said.calls, 'survey-report');
  if (reported !== undefined) return `Reported. ${resultOf(said, reported)}`;
  const told = resultOf(said, began);
  const listed = [...told.matchAll(/^- (survey-[a-z-]+): /gm)].map(([, name = '']) => name);
  const asked = [...told.matchAll(/^\d+\. (survey-[a-z-]+)/gm)].map(([, name = '']) => name);
  const name = asked.find((one) => named(said.tools, one) && !named(said.calls, one));
  const open = name === undefined ? undefined : named(said.tools, name);
  if (open !== undefined) return [{ tool: open, args: {} }];
  const markers = listed.length > 0 ? definitions(said, listed) : answers(said, asked);
  const report = named(said.tools, 'survey-report');
  return report === undefined ? 'There is no survey-report.' : [{ tool: report, args: { markers } }];
}

/**
 * @param {Said} said
 * @returns {Turn}
 */
function scriptedTurn({ tools, calls }) {
  const step = script[calls.length];
  if (step === undefined) return 'Done.';
  const [name = '', args = '{}'] = step.split(/=(.*)/s);
  const tool = named(tools, name);
  return tool === undefined ? `There is no tool ${name}.` : [{ tool, args: JSON.parse(args) }];
}

/**
 * @param {Said} said
 * @param {Call} call
 */
function resultOf({ results }, { id }) {
  return texts(results.find((one) => one.id === id)?.value);
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function texts(value) {
  if (typeof value !== 'object' || value === null) return `${value ?? ''}`;
  return Object.values(value).map(texts).join('\n');
}

/**
 * The tools of the survey as they are in the request, and those that it lacks.
 * @param {Said} said
 * @param {string[]} listed
 */
function definitions({ tools }, listed) {
  const seen = tools.filter(({ name }) => plain(name).includes('survey-list'));
  /** @param {string} name */
  const has = (name) => seen.some((tool) => new RegExp(`${name}(?![a-z-])`).test(plain(tool.name)));
  return [
    ...seen.map(({ tool }) => JSON.stringify(tool)),
    ...listed.filter((name) => !has(name)).map((name) => `${name}: none`),
  ];
}

/**
 * @param {Said} said
 * @param {string[]} asked
 */
function answers(said, asked) {
  return asked.map((name) => {
    const call = named(said.calls, name);
    const found = said.results.filter(({ id }) => id === call?.id);
    return `${name}: ${found.length > 0 ? JSON.stringify(found) : 'none'}`;
  });
}

/**
 * How each API sends a turn: as the events of a stream, or whole.
 * @type {Record<string, (turn: Turn, body: any) => { whole: object, events: any[] }>}
 */
const WRITERS = {
  messages(turn, { model }) {
    const isText = typeof turn === 'string';
    const content = isText
      ? [{ type: 'text', text: turn }]
      : turn.map(({ tool, args }) => ({
          type: 'tool_use',
          id: newId('toolu'),
          name: tool.name,
          input: args,
        }));
    const end = { stop_reason: isText ? 'end_turn' : 'tool_use', stop_sequence: null };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const whole = { id: newId('msg'), type: 'message', role: 'assistant', model, content, ...end, usage };
    const blocks = content.flatMap((block, index) => [
      {
        type: 'content_block_start',
        index,
        content_block: isText ? { ...block, text: '' } : { ...block, input: {} },
      },
      {
        type: 'content_block_delta',
        index,
        delta: isText
          ? { type: 'text_delta', text: turn }
          : { type: 'input_json_delta', partial_json: JSON.stringify('input' in block ? block.input : {}) },
      },
      { type: 'content_block_stop', index },
    ]);
    const message = { ...whole, content: [], stop_reason: null };
    const last = [{ type: 'message_delta', delta: end, usage }, { type: 'message_stop' }];
    return { whole, events: [{ type: 'message_start', message }, ...blocks, ...last] };
  },
  responses(turn, { model }) {
    const isText = typeof turn === 'string';
    const status = 'completed';
    const output = isText
      ? [
          {
            type: 'message',
            id: newId('msg'),
            role: 'assistant',
            status,
            content: [{ type: 'output_text', text: turn, annotations: [] }],
          },
        ]
      : turn.map(({ tool, args }) => ({
          type: 'function_call',
          id: newId('fc'),
          call_id: newId('call'),
          status,
          name: tool.name,
          ...(tool.space === undefined ? {} : { namespace: tool.space }),
          arguments: JSON.stringify(args),
        }));
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    const whole = { id: newId('resp'), object: 'response', created_at: 1, status, model, output, usage };
    const items = output.flatMap((item, output_index) => [
      { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress' } },
      { type: 'response.output_item.done', output_index, item },
    ]);
    const created = { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } };
    return { whole, events: [created, ...items, { type: 'response.completed', response: whole }] };
  },
  completions(turn, { model }) {
    const isText = typeof turn === 'string';
    const calls = list(isText ? [] : turn).map(({ tool, args }, index) => ({
      index,
      id: newId('call'),
      type: 'function',
      function: { name: tool.name, arguments: JSON.stringify(args) },
    }));
    const message = { role: 'assistant', ...(isText ? { content: turn } : { tool_calls: calls }) };
    const finish_reason = isText ? 'stop' : 'tool_calls';
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const base = { id: newId('chatcmpl'), created: 1, model };
    /** @param {object} more */
    const part = (more) => ({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, ...more }] });
    const ends = [part({ delta: {}, finish_reason }), { ...part({}), choices: [], usage }];
    return {
      whole: { ...base, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage },
      events: [part({ delta: message, finish_reason: null }), ...ends, '[DONE]'],
    };
  },
  generateContent(turn) {
    const parts =
      typeof turn === 'string'
        ? [{ text: turn }]
        : turn.map(({ tool, args }) => ({ functionCall: { name: tool.name, args } }));
    const candidates = [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }];
    const whole = { candidates, usageMetadata: { promptTokenCount: 1, totalTokenCount: 2 } };
    return { whole, events: [whole] };
  },
};

/** @param {string} path */
function apiOf(path) {
  const isGemini = /:(generate|streamGenerate)Content$/.test(path);
  const name = isGemini ? 'generateContent' : path.slice(path.lastIndexOf('/') + 1);
  const [read, write] = [READERS[name], WRITERS[name]];
  return read === undefined || write === undefined ? undefined : { read, write };
}

/**
 * @param {string} path
 * @param {string} text
 * @param {import('node:http').ServerResponse} response
 */
function answer(path, text, response) {
  const api = apiOf(path);
  /** @type {(status: number, type: string, body: string) => unknown} */
  const send = (status, type, body) => response.writeHead(status, { 'content-type': type }).end(body);
  if (api === undefined)
    return send(404, 'application/json', '{"error":{"message":"The script has no such path."}}');
  const body = JSON.parse(text);
  const { whole, events } = api.write(nextTurn(api.read(body)), body);
  if (body.stream !== true && !path.includes('stream')) {
    return send(200, 'application/json', JSON.stringify(whole));
  }
  const lines = events.map((event) => {
    const named = event.type === undefined ? '' : `event: ${event.type}\n`;
    return `${named}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`;
  });
  return send(200, 'text/event-stream', lines.join(''));
}

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
    const text = Buffer.concat(chunks).toString('utf8');
    if (requests !== '' && text !== '') appendFileSync(requests, `${text.replaceAll('\n', ' ')}\n`);
    answer(path, text, response);
  });
});
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}`);
});
