import { harmlessText, OFTEN_SILENT, sharing } from './template.ts';

/** Lines that no JSON parser takes. */
export const PARSE_TEMPLATES = sharing(
  {
    group: 'Not JSON',
    expects: 'The server answers -32700 with the id null, and goes on.',
    source: 'JSON-RPC 2.0 §5.1, -32700',
    good: [-32700],
    tolerated: OFTEN_SILENT,
  },
  [
    {
      id: 'cut-off',
      title: 'Cut off in the middle',
      breaks: 'The line ends before its object does.',
      text: (context) => harmlessText(context).slice(0, -1),
    },
    {
      id: 'trailing-comma',
      title: 'Trailing comma',
      breaks: 'A comma stands before the closing brace, which JSON does not allow.',
      text: (context) => `${harmlessText(context).slice(0, -1)},}`,
    },
    {
      id: 'single-quotes',
      title: 'Single quotes',
      breaks: 'The strings have single quotes, as in Python or JavaScript.',
      text: (context) => harmlessText(context).replaceAll('"', "'"),
    },
    {
      id: 'not-a-number',
      title: 'NaN as a value',
      breaks: 'NaN is no JSON, although Python writes and reads it.',
      text: ({ freshId }) => `{"jsonrpc":"2.0","id":${freshId},"method":"ping","params":{"ratio":NaN}}`,
    },
    {
      id: 'plain-words',
      title: 'Plain words',
      breaks: 'The line is a sentence, as a forgotten print to stdout would be.',
      text: () => 'hello, server',
    },
    {
      id: 'empty-line',
      title: 'Empty line',
      breaks: 'The line holds nothing; the transport sends one message a line.',
      expects: 'The server skips it or answers -32700, and goes on.',
      source: 'MCP 2025-11-25, basic/transports.mdx, "stdio"',
      good: ['silence', -32700],
      tolerated: [],
      text: () => '',
    },
    {
      id: 'two-messages',
      title: 'Two messages on one line',
      breaks: 'No line feed stands between two messages, so the line is no JSON.',
      expects: 'The server answers -32700 with the id null, and answers neither message.',
      text: (context) => harmlessText(context).repeat(2),
    },
    {
      id: 'line-feed-inside',
      binding: 'MUST',
      title: 'Line feeds inside a message',
      breaks: 'The message is printed over several lines, so that each of them is a broken one.',
      expects: 'The server answers -32700 for the broken lines, and goes on.',
      source: 'MCP 2025-11-25, basic/transports.mdx, "stdio": messages MUST NOT contain embedded newlines',
      text: (context) => JSON.stringify(JSON.parse(harmlessText(context)), null, 2),
    },
  ],
);
