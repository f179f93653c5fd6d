import { labTool, optionalArguments } from './lab-tool.ts';

/** Deaths of the server while a call is in flight. */
export const CRASH_TOOLS = [
  labTool({
    name: 'crash-exit',
    title: 'Exit during a call',
    tier: 'transport',
    endsServer: true,
    shows: 'A server that exits with a code instead of answering',
    inputSchema: optionalArguments({ code: { type: 'integer', minimum: 0, maximum: 255, default: 3 } }),
  }),
  labTool({
    name: 'crash-signal',
    title: 'Death by a signal',
    tier: 'transport',
    endsServer: true,
    shows: 'A server that a signal kills instead of letting it answer',
    inputSchema: optionalArguments({
      signal: {
        type: 'string',
        enum: ['SIGSEGV', 'SIGABRT', 'SIGKILL', 'SIGTERM', 'SIGINT'],
        default: 'SIGSEGV',
      },
    }),
  }),
  labTool({
    name: 'crash-exception',
    title: 'Death by an uncaught exception',
    tier: 'transport',
    endsServer: true,
    shows: 'An uncaught exception that ends the server, with its stack on stderr',
  }),
] as const;
