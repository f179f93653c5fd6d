// A toll booth, written without an SDK, that breaks JSON-RPC in many ways. Runs with Node alone.
import { createInterface } from 'node:readline';

const write = (value) =>
  process.stdout.write(typeof value === 'string' ? value : `${JSON.stringify(value)}\n`);
const text = (value, more) => ({ content: [{ type: 'text', text: value }], ...more });
const ok = (id, result) => write({ jsonrpc: '2.0', id, result });
const fail = (id, error) => write({ jsonrpc: '2.0', id, error });

const tools = {
  pay: (id) => ok(id, text('paid 3 euros, no errors')),
  twice: (id) => {
    ok(id, text('barrier opens'));
    ok(id, text('barrier opens again'));
  },
  stranger: (id) => {
    ok(`lane-${id}`, text('a car that nobody asked for'));
    ok(id, text('one car'));
  },
  text_id: (id) => ok(String(id), text('the id became a text')),
  null_id: (id) => {
    fail(null, { code: -32603, message: 'which lane was it?' });
    ok(id, text('lane 2'));
  },
  batch: (id) => write([{ jsonrpc: '2.0', id, result: text('in a batch') }]),
  string_code: (id) => fail(id, { code: 'E_COIN', message: 'the coin is bent' }),
  float_code: (id) => fail(id, { code: -32000.5, message: 'half a coin' }),
  no_message: (id) => fail(id, { code: -32603 }),
  string_error: (id) => fail(id, 'the barrier is stuck'),
  both: (id) =>
    write({ jsonrpc: '2.0', id, result: text('open'), error: { code: -32603, message: 'closed' } }),
  neither: (id) => write({ jsonrpc: '2.0', id }),
  old_version: (id) => write({ jsonrpc: '1.0', id, result: text('version 1.0') }),
  no_version: (id) => write({ id, result: text('no version') }),
  pretty: (id) => write(`${JSON.stringify({ jsonrpc: '2.0', id, result: text('pretty') }, null, 1)}\n`),
  glued: (id) =>
    write(
      `${JSON.stringify({ jsonrpc: '2.0', id, result: text('glued') })}{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"lane 1"}}\n`,
    ),
  no_content: (id) => ok(id, { paid: true }),
  text_content: (id) => ok(id, { content: 'paid' }),
  text_flag: (id) => ok(id, text('coin refused', { isError: 'true' })),
  snake_flag: (id) => ok(id, text('note refused', { is_error: true })),
  no_type: (id) => ok(id, { content: [{ text: 'a block without a type' }] }),
  list_result: (id) => ok(id, ['paid']),
  null_result: (id) => ok(id, null),
  minus: (id) => fail(id, { code: 32603, message: 'the minus is missing' }),
  reserved: (id) => fail(id, { code: -32500, message: 'the counter overflowed' }),
  lsp: (id) => fail(id, { code: -32800, message: 'request cancelled' }),
  early_url: (id) => fail(id, { code: -32042, message: 'open the payment page', data: {} }),
  never: () => undefined,
  ask: (id) => {
    write({
      jsonrpc: '2.0',
      id: 900,
      method: 'sampling/createMessage',
      params: { messages: [], maxTokens: 5 },
    });
    ok(id, text('asked'));
  },
};

function answer({ id, method, params }) {
  if (method === 'initialize')
    return ok(id, {
      protocolVersion: params?.protocolVersion ?? '2025-06-18',
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      serverInfo: { name: 'tollbooth', version: '0.1' },
    });
  if (method === 'notifications/lane') return ok(77, {});
  if (id === undefined) return undefined;
  if (method === 'ping') return ok(id, {});
  if (method === 'tools/list')
    return ok(id, { tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })) });
  if (method === 'prompts/list') return ok(id, { prompts: null });
  if (method === 'prompts/get') return ok(id, { messages: [{ role: 'user', content: 'just a text' }] });
  if (method === 'resources/list') return ok(id, { resources: [{ uri: 'toll://rates', name: 'rates' }] });
  if (method === 'resources/read') return ok(id, { ...text('cannot read it'), isError: true, contents: [] });
  if (method === 'completion/complete') return ok(id, {});
  if (method === 'tools/call')
    return (tools[params?.name] ?? ((it) => fail(it, { code: -32003, message: 'no such tool' })))(id);
  return fail(id, { code: -32000, message: `I do not know the method ${method}` });
}

createInterface({ input: process.stdin }).on('line', (line) => {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    return line === '' ? undefined : fail(null, { code: -32700, message: 'Parse error' });
  }
  return Array.isArray(message) || typeof message.method !== 'string'
    ? fail(null, { code: -32600, message: 'Invalid Request' })
    : answer(message);
});
