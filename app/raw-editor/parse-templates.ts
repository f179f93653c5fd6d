import { harmlessText, OFTEN_SILENT, type Template } from './template.ts';

const PARSE = { source: 'JSON-RPC 2.0 §5.1, -32700', good: [-32700], tolerated: OFTEN_SILENT } as const;
const PARSE_ERROR = 'The server answers -32700 with the id null, and goes on.';

/** Lines that no JSON parser takes. */
export const PARSE_TEMPLATES: readonly Template[] = [
  {
    ...PARSE,
    id: 'cut-off',
    group: 'Not JSON',
    title: 'Cut off in the middle',
    breaks: 'The line ends before its object does.',
    expects: PARSE_ERROR,
    text: (context) => harmlessText(context).slice(0, -1),
  },
  {
    ...PARSE,
    id: 'trailing-comma',
    group: 'Not JSON',
    title: 'Trailing comma',
    breaks: 'A comma stands before the closing brace, which JSON does not allow.',
    expects: PARSE_ERROR,
    text: (context) => `${harmlessText(context).slice(0, -1)},}`,
  },
  {
    ...PARSE,
    id: 'single-quotes',
    group: 'Not JSON',
    title: 'Single quotes',
    breaks: 'The strings have single quotes, as in Python or JavaScript.',
    expects: PARSE_ERROR,
    text: (context) => harmlessText(context).replaceAll('"', "'"),
  },
  {
    ...PARSE,
    id: 'not-a-number',
    group: 'Not JSON',
    title: 'NaN as a value',
    breaks: 'NaN is no JSON, although Python writes and reads it.',
    expects: PARSE_ERROR,
    text: ({ freshId }) => `{"jsonrpc":"2.0","id":${freshId},"method":"ping","params":{"ratio":NaN}}`,
  },
  {
    ...PARSE,
    id: 'plain-words',
    group: 'Not JSON',
    title: 'Plain words',
    breaks: 'The line is a sentence, as a forgotten print to stdout would be.',
    expects: PARSE_ERROR,
    text: () => 'hello, server',
  },
  {
    id: 'empty-line',
    group: 'Not JSON',
    title: 'Empty line',
    breaks: 'The line holds nothing; the transport sends one message a line.',
    expects: 'The server skips it or answers -32700, and goes on.',
    source: 'MCP 2025-11-25, basic/transports.mdx, "stdio"',
    good: ['silence', -32700],
    tolerated: [],
    text: () => '',
  },
  {
    ...PARSE,
    id: 'two-messages',
    group: 'Not JSON',
    title: 'Two messages on one line',
    breaks: 'No line feed stands between two messages, so the line is no JSON.',
    expects: 'The server answers -32700 with the id null, and answers neither message.',
    text: (context) => harmlessText(context).repeat(2),
  },
  {
    ...PARSE,
    id: 'line-feed-inside',
    group: 'Not JSON',
    title: 'Line feeds inside a message',
    breaks: 'The message is printed over several lines, so that each of them is a broken one.',
    expects: 'The server answers -32700 for the broken lines, and goes on.',
    source: 'MCP 2025-11-25, basic/transports.mdx, "stdio": messages MUST NOT contain embedded newlines',
    text: (context) => JSON.stringify(JSON.parse(harmlessText(context)), null, 2),
  },
];
