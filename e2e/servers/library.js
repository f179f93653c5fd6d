// A scripted server with every feature, in ways that are rare in practice: paginated lists, a failing page, lists that
// change, completions with more to come, an answer to a cancelled call.
import { createInterface } from 'node:readline';

const send = (/** @type {object} */ message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = (/** @type {string} */ words) => ({ content: [{ type: 'text', text: words }] });

const shelves = ['north', 'south', 'east', 'west'];
const tools = [
  {
    name: 'add_book',
    description: 'Adds a book and says that the resources changed.',
    inputSchema: { type: 'object' },
  },
  { name: 'touch', description: 'Says that the first book changed.', inputSchema: { type: 'object' } },
  {
    name: 'slow',
    description: 'Answers after six seconds, also when cancelled.',
    inputSchema: { type: 'object' },
  },
];
const books = ['book://one', 'book://two'];

/** @param {string} method @param {any} params */
function resultOf(method, params) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: '2025-06-18',
        capabilities: {
          tools: {},
          resources: { subscribe: true, listChanged: true },
          prompts: {},
          completions: {},
          logging: {},
        },
        serverInfo: { name: 'library', version: '1.0.0' },
      };
    case 'tools/list': {
      const at = Number(params?.cursor ?? 0);
      return {
        tools: tools.slice(at, at + 1),
        ...(at + 1 < tools.length ? { nextCursor: String(at + 1) } : {}),
      };
    }
    case 'resources/list':
      return { resources: books.map((uri) => ({ uri, name: uri.slice(7) })) };
    case 'resources/templates/list':
      return {
        resourceTemplates: [{ uriTemplate: 'shelf://{shelf}/{+path}{?page}', name: 'shelf' }],
      };
    case 'resources/read':
      return { contents: [{ uri: params.uri, text: `the text of ${params.uri}` }] };
    case 'completion/complete': {
      const values = shelves.filter((shelf) => shelf.startsWith(params.argument.value));
      return { completion: { values: values.slice(0, 2), total: values.length + 40, hasMore: true } };
    }
    case 'resources/subscribe':
    case 'resources/unsubscribe':
    case 'logging/setLevel':
      return {};
    default:
      return undefined;
  }
}

/** @param {any} id @param {string} name */
function call(id, name) {
  if (name === 'slow') return void setTimeout(() => send({ id, result: text('too late') }), 6000);
  send({ id, result: text('done') });
  if (name === 'add_book') {
    books.push(`book://${books.length + 1}`);
    send({ method: 'notifications/resources/list_changed' });
  }
  if (name === 'touch') send({ method: 'notifications/resources/updated', params: { uri: 'book://one' } });
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === 'tools/call') call(id, params.name);
  else if (method === 'prompts/list') listPrompts(id, params?.cursor);
  else {
    const result = resultOf(method, params);
    send(
      result === undefined ? { id, error: { code: -32601, message: 'Method not found' } } : { id, result },
    );
  }
});

/** @param {any} id @param {unknown} cursor */
function listPrompts(id, cursor) {
  if (cursor !== undefined) send({ id, error: { code: -32603, message: 'the index is torn' } });
  else send({ id, result: { prompts: [{ name: 'review' }], nextCursor: 'two' } });
}
