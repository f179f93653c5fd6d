import type { VocabularyTable } from '../catalogue-entry.ts';

export const mcpSep1303Table: VocabularyTable = {
  vocabulary: 'mcp-sep-1303',
  defaults: {
    kind: 'convention',
    tier: 'protocol',
    emittedBy: 'server',
    recoverable: 'yes',
    since: '2025-11-25',
    source:
      'SEP-1303; https://modelcontextprotocol.io/community/seps/1303-input-validation-errors-as-tool-execution-errors.md',
  },
  rows: [
    {
      code: -32602,
      name: 'Before: input validation as protocol error',
      meaning: 'The old way: bad arguments as a protocol error, which hides the reason from the model.',
      whenItAppears:
        'Servers from before 2025-11-25 and those that validate too early: Hermes, PHP, fastmcp (TypeScript), TypeScript SDK up to 1.20.',
      how: "The server's author must return isError with the reason as text.",
      recoverable: 'no',
      until: '2025-11-25',
    },
    {
      label: 'isError:true',
      name: 'After: input validation as tool execution error',
      tier: 'tool',
      meaning: 'The new way: bad arguments as a result that tells the model what is wrong.',
      whenItAppears: 'Any failed check of the arguments, also one that a JSON Schema cannot express.',
      how: 'The model reads the text and corrects its call.',
      dataShape: '{content:[{type:"text",text}],isError:true}',
    },
    {
      code: -32602,
      name: 'Unknown tools',
      meaning: 'An unknown tool stays a protocol error.',
      whenItAppears: 'tools/call with a name that the server does not have.',
      how: 'The client must handle it; the model never sees it.',
      recoverable: 'no',
    },
    {
      code: -32602,
      name: 'Server errors',
      meaning: 'A failure of the server itself stays a protocol error.',
      whenItAppears: 'tools/call meets a bug or an outage of the server.',
      how: "The client must handle it; the server's author must read its log.",
      recoverable: 'no',
    },
    {
      label: 'isError:true',
      name: 'API failures',
      tier: 'tool',
      meaning: 'A failing upstream service belongs into the result.',
      whenItAppears: 'A tool calls an API and that call fails.',
      how: 'The model reads the content and decides whether to retry.',
    },
    {
      label: 'isError:true',
      name: 'Input validation errors',
      tier: 'tool',
      meaning: 'Wrong input belongs into the result, whatever kind of check found it.',
      whenItAppears: "A tool's arguments fail validation.",
      how: 'The model reads the content and corrects its arguments.',
    },
    {
      label: 'isError:true',
      name: 'Business logic errors',
      tier: 'tool',
      meaning: 'A broken business rule belongs into the result.',
      whenItAppears: 'A tool understands the request but may not carry it out.',
      how: 'The model reads the content and changes its plan.',
    },
    {
      code: -32602,
      name: '"Invalid arguments" removed from protocol errors',
      meaning: 'Invalid arguments no longer count as a protocol error.',
      whenItAppears: 'The text of the specification changed with 2025-11-25.',
      how: 'Server authors must move this check from the error to the result.',
      recoverable: 'n/a',
    },
    {
      name: 'Ambiguity in 2025-06-18',
      meaning:
        'In 2025-06-18 one case had two places: invalid arguments in the error, invalid input data in the result.',
      whenItAppears: 'Servers that claim revision 2025-06-18 or before.',
      how: 'Judge such a server with advice; from 2025-11-25 on it is a violation.',
      recoverable: 'n/a',
      until: '2025-06-18',
    },
  ],
};
