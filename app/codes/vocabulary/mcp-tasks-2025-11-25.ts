import type { VocabularyTable } from '../catalogue-entry.ts';

export const mcpTasks20251125Table: VocabularyTable = {
  vocabulary: 'mcp-tasks-2025-11-25',
  defaults: {
    kind: 'code',
    tier: 'protocol',
    emittedBy: 'server',
    recoverable: 'yes',
    since: '2025-11-25',
    until: '2025-11-25',
    source: 'modelcontextprotocol/modelcontextprotocol docs/specification/2025-11-25/basic/utilities/',
  },
  rows: [
    {
      code: -32601,
      name: 'Task augmentation unsupported',
      meaning: 'The tool cannot run as a task, or can run only as one.',
      whenItAppears:
        'tools/call with params.task on a tool that forbids it, or without it on a tool that requires it.',
      how: 'The client must follow execution.taskSupport of tools/list.',
      source: 'tasks.mdx:115-117',
    },
    {
      code: -32600,
      name: 'Task augmentation required',
      meaning: 'This kind of request must be sent as a task.',
      whenItAppears: 'Any request that the receiver accepts only with task augmentation.',
      how: 'The client must add params.task.',
      source: 'tasks.mdx:775,786',
    },
    {
      code: -32602,
      name: 'Invalid / expired / unknown task',
      meaning: 'No usable task has this id.',
      whenItAppears:
        'tasks/get, tasks/result or tasks/cancel with an unknown or expired id, a bad cursor, or a task that has already ended.',
      how: 'The client must drop the id and start the work again if it still wants it.',
      source: 'tasks.mdx:494,768-770',
    },
    {
      code: -32603,
      name: 'Task internal error',
      meaning: 'The server failed inside while it handled a task.',
      whenItAppears: 'Any tasks request.',
      how: "The server's author must read its log.",
      recoverable: 'no',
      source: 'tasks.mdx:771',
    },
  ],
};
