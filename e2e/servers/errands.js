// A scripted server of 2026-07-28 with the tasks extension (io.modelcontextprotocol/tasks), which no server package
// implements yet. A task advances each time its status is polled, so nothing waits on a clock. `lax` creates tasks for
// every client; a path stores the tasks in that file, across restarts.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const EXTENSION = 'io.modelcontextprotocol/tasks';
const META = 'io.modelcontextprotocol';
const lax = process.argv.includes('lax');
const file = process.argv.slice(2).find((word) => word.includes('/'));

/** @type {Record<string, { tool: string, status: string, asked: number, name?: string }>} */
const tasks = file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
/** @type {Map<string, string>} Who listens to a task, by the id of its subscription. */
const listeners = new Map();

const say = (/** @type {object} */ message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = (/** @type {string} */ words, more = {}) => ({
  content: [{ type: 'text', text: words }],
  ...more,
});

const TOOLS = {
  bake: 'Three steps, then a result.',
  burn: 'Ends in a result with isError.',
  break: 'Ends in a JSON-RPC error.',
  greet: 'Asks for a name on the way.',
  wait: 'Works until it is cancelled.',
  quick: 'Answers at once, without a task.',
};

/** The state of a task. @param {string} id */
function stateOf(id) {
  const task = tasks[id];
  if (task === undefined) return undefined;
  const times = { createdAt: '2026-07-28T10:00:00Z', lastUpdatedAt: '2026-07-28T10:00:01Z' };
  const base = { taskId: id, status: task.status, ...times, ttlMs: 3_600_000, pollIntervalMs: 250 };
  if (task.status === 'working') return { ...base, statusMessage: `step ${task.asked + 1} of 3` };
  if (task.status === 'cancelled') return base;
  if (task.status === 'failed') return { ...base, error: { code: -32603, message: 'the oven broke' } };
  if (task.status === 'input_required') {
    const properties = { name: { type: 'string', title: 'Name' } };
    const requestedSchema = { type: 'object', properties, required: ['name'] };
    const params = { mode: 'form', message: 'Who is to be greeted?', requestedSchema };
    return { ...base, inputRequests: { who: { method: 'elicitation/create', params } } };
  }
  if (task.tool === 'burn') return { ...base, result: text('the bread is burnt', { isError: true }) };
  return { ...base, result: text(task.tool === 'greet' ? `hello ${task.name}` : 'the bread is done') };
}

/** @param {string} id */
function step(id) {
  const task = tasks[id];
  if (task === undefined || task.status !== 'working') return;
  task.asked += 1;
  if (task.tool === 'break') task.status = 'failed';
  else if (task.tool === 'greet' && task.name === undefined) task.status = 'input_required';
  else if (task.tool !== 'wait' && task.asked === 3) task.status = 'completed';
  else if (task.tool === 'burn' || task.tool === 'greet') task.status = 'completed';
  keep();
}

function keep() {
  if (file !== undefined) writeFileSync(file, JSON.stringify(tasks));
}

/** @param {string} id Tells those who listen to a task. */
function announce(id) {
  for (const [subscription, taskId] of listeners) {
    const _meta = { [`${META}/subscriptionId`]: subscription };
    if (taskId === id) say({ method: 'notifications/tasks', params: { ...stateOf(id), _meta } });
  }
}

/** @param {string} method @param {any} params */
function resultOf(method, params) {
  switch (method) {
    case 'server/discover':
      return {
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {}, extensions: { [EXTENSION]: {} } },
        ttlMs: 0,
        cacheScope: 'private',
      };
    case 'tools/list': {
      const tools = Object.entries(TOOLS).map(([name, description]) => ({
        name,
        description,
        inputSchema: { type: 'object' },
      }));
      return { tools, ttlMs: 0, cacheScope: 'private' };
    }
    case 'tools/call': {
      const tool = String(params.name);
      if (tool === 'quick') return text('at once');
      const id = `${tool}-${Object.keys(tasks).length + 1}`;
      tasks[id] = { tool, status: 'working', asked: 0 };
      keep();
      return { ...stateOf(id), resultType: 'task' };
    }
    case 'tasks/get':
      step(params.taskId);
      return stateOf(params.taskId);
    case 'tasks/update':
    case 'tasks/cancel': {
      const task = tasks[params.taskId];
      if (task === undefined) return undefined;
      if (method === 'tasks/cancel') task.status = 'cancelled';
      const answer = params.inputResponses?.who;
      if (answer !== undefined) {
        task.name = answer.content?.name ?? 'nobody';
        task.status = 'working';
      }
      keep();
      announce(params.taskId);
      return {};
    }
    default:
      return undefined;
  }
}

/** @param {any} id @param {any} params */
function listen(id, params) {
  const [taskId = ''] = params.notifications.taskIds ?? [];
  listeners.set(id, taskId);
  const _meta = { [`${META}/subscriptionId`]: id };
  const method = 'notifications/subscriptions/acknowledged';
  say({ method, params: { _meta, notifications: { taskIds: [taskId] } } });
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'notifications/cancelled') listeners.delete(params.requestId);
  if (id === undefined) return;
  const declared = params?._meta?.[`${META}/clientCapabilities`]?.extensions?.[EXTENSION] !== undefined;
  const ofTasks = method.startsWith('tasks/') || (method === 'tools/call' && params.name !== 'quick' && !lax);
  if (ofTasks && !declared) {
    const data = { requiredCapabilities: { extensions: { [EXTENSION]: {} } } };
    say({ id, error: { code: -32021, message: 'Missing required client capability', data } });
  } else if (method === 'subscriptions/listen') listen(id, params);
  else answer(id, method, params);
});

/** @param {any} id @param {string} method @param {any} params */
function answer(id, method, params) {
  const result = resultOf(method, params);
  const _meta = { [`${META}/serverInfo`]: { name: 'errands', version: '1.0.0' } };
  if (result !== undefined) say({ id, result: { resultType: 'complete', ...result, _meta } });
  else if (method.startsWith('tasks/')) {
    say({ id, error: { code: -32602, message: 'Failed to retrieve task: Task not found' } });
  } else say({ id, error: { code: -32601, message: 'Method not found' } });
}
