import type { VocabularyTable } from '../catalogue-entry.ts';

export const mcpExtTasksTable: VocabularyTable = {
  vocabulary: 'mcp-ext-tasks',
  defaults: {
    kind: 'code',
    tier: 'protocol',
    emittedBy: 'server',
    recoverable: 'yes',
    since: '2026-07-28',
    source: 'modelcontextprotocol/ext-tasks specification/draft/tasks.md:63-80,786-870',
  },
  rows: [
    {
      code: -32602,
      name: 'Unknown taskId',
      meaning: 'No task has this id.',
      whenItAppears:
        'tasks/get, tasks/update or tasks/cancel after the task expired (ttlMs), or with a made-up id.',
      how: 'The client must start the work again; the task is gone.',
      recoverable: 'no',
    },
    {
      code: -32021,
      name: 'Missing tasks capability',
      meaning: 'The server can answer only with a task, and the client did not declare tasks.',
      whenItAppears: 'A call without the tasks extension in the declared capabilities.',
      how: 'The client must declare io.modelcontextprotocol/tasks in _meta and send again.',
      dataShape: '{requiredCapabilities:{extensions:{"io.modelcontextprotocol/tasks":{}}}}',
    },
    {
      code: -32603,
      name: 'Internal error',
      meaning: 'The server failed inside while it handled a task.',
      whenItAppears: 'Any request of the tasks extension.',
      how: "The server's author must read its log.",
      recoverable: 'no',
    },
    {
      code: -32601,
      name: 'tasks/result and tasks/list removed',
      meaning: 'These two methods belong to the older, experimental tasks.',
      whenItAppears: 'A client of 2025-11-25 asks a server of the extension for tasks/result or tasks/list.',
      how: 'The client must poll tasks/get instead.',
    },
    {
      kind: 'convention',
      label: 'resultType:"task"',
      name: 'CreateTaskResult',
      meaning: 'The server accepted the work and will finish it later.',
      whenItAppears: 'Any supported request, when the client declared the tasks extension.',
      how: 'The client must poll tasks/get. A server must not send it to a client that did not declare it.',
    },
    {
      kind: 'convention',
      label: 'status:"failed"',
      name: 'Failed task',
      meaning: 'The task ended with a JSON-RPC error, which it carries in error.',
      whenItAppears:
        'tasks/get or a task notification. A tool that failed with isError ends as completed, not as failed.',
      how: 'Read the error inside; what to do depends on its code.',
      recoverable: 'depends',
      dataShape: '{status:"failed",error:{code,message,data?}}',
    },
  ],
};
