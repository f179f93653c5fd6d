import { fillToken } from './raw-draft.ts';
import { harmlessText, metaText, OFTEN_SILENT, requestText, sharing } from './template.ts';

const DEPTH = 10_000;
const HUGE_BYTES = 5_000_000;

/** Lines that differ from a good one in bytes that one does not see, or in their size. */
export const BYTE_TEMPLATES = sharing(
  {
    group: 'Bytes and sizes',
    good: [-32700],
    tolerated: OFTEN_SILENT,
  },
  [
    {
      id: 'byte-order-mark',
      binding: 'MUST',
      title: 'Byte order mark in front',
      breaks: 'Three bytes of a byte order mark stand before the message.',
      expects: 'The server answers -32700, or skips the mark and answers the request.',
      source: 'RFC 8259 §8.1: a mark MUST NOT be added, and MAY be ignored',
      good: [-32700, 'result'],
      text: (context) => `⟨BOM⟩${harmlessText(context)}`,
    },
    {
      id: 'not-utf-8',
      binding: 'MUST',
      probe: { leavesMark: true },
      title: 'Bytes that are not UTF-8',
      breaks: 'A string of the message holds the bytes FF FE.',
      expects: 'The server answers -32700, and goes on.',
      source: 'MCP 2025-11-25, basic/transports.mdx: messages MUST be UTF-8 encoded',
      tolerated: ['silence', -32601, -32602, 'result'],
      text: ({ freshId }) => `{"jsonrpc":"2.0","id":${freshId},"method":"ping","params":{"a":"⟨FF⟩⟨FE⟩"}}`,
    },
    {
      id: 'carriage-return',
      title: 'CR LF at the end',
      breaks: 'The line ends as Windows ends lines; a CR is white space to JSON.',
      expects: 'The server answers as if it was not there.',
      source: 'RFC 8259 §2: a carriage return is white space',
      good: ['result'],
      tolerated: [],
      text: (context) => `${harmlessText(context)}⟨CR⟩`,
    },
    {
      id: 'null-byte',
      title: 'Null byte at the end',
      breaks: 'A byte 00 stands after the message, as from a C string.',
      expects: 'The server answers -32700, and goes on.',
      source: 'JSON-RPC 2.0 §5.1, -32700',
      text: (context) => `${harmlessText(context)}⟨NUL⟩`,
    },
    {
      id: 'content-length',
      probe: { leavesMark: true },
      title: 'Content-Length header, as in LSP',
      breaks: 'The message comes behind a header, which MCP over stdio does not have.',
      expects: 'The server answers -32700 for the header, and the request as usual.',
      source: 'MCP 2025-11-25, basic/transports.mdx, "stdio": messages are delimited by newlines',
      tolerated: ['silence', 'result'],
      text: (context) =>
        `Content-Length: ${harmlessText(context).length}⟨CR⟩\n⟨CR⟩\n${harmlessText(context)}`,
    },
    {
      id: 'huge-line',
      probe: { leavesMark: true },
      title: 'Huge line',
      breaks: 'The line has 5 MB; change the number to send another size.',
      expects: 'The server answers, or refuses with an error; it must not hang or crash.',
      source: 'No limit is specified; the SDKs for TypeScript stop at 10 MB',
      good: [-32601, -32602, -32600, 'result'],
      text: (context) => {
        const line = requestText(context, 'no/such/method', { filling: '@' });
        return line.replace('@', fillToken(HUGE_BYTES));
      },
    },
    {
      id: 'deep-nesting',
      probe: { leavesMark: true },
      title: `Lists ${DEPTH.toLocaleString('en')} deep`,
      breaks: 'The params hold lists in lists, deeper than a recursive reader can follow.',
      expects: 'The server answers with an error or a result; it must not crash.',
      source: 'RFC 8259 §9: a parser may set limits on the depth of nesting',
      good: [-32601, -32602, -32700, -32600, 'result'],
      text: (context) =>
        requestText(context, 'no/such/method', { deep: '@' }).replace(
          '"@"',
          `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`,
        ),
    },
    {
      id: 'lone-surrogate',
      group: 'Odd, but allowed',
      title: 'Half of a surrogate pair',
      breaks: 'A string holds the escape of half a character: JSON allows it, UTF-8 cannot write it.',
      expects: 'The server takes it or refuses it with an error, and its answer is UTF-8.',
      source: 'RFC 8259 §8.2: the behaviour is unpredictable',
      good: [-32601, -32602, -32700],
      text: ({ freshId, ...context }) =>
        `{"jsonrpc":"2.0","id":${freshId},"method":"no/such/\\ud83d"${metaText({ freshId, ...context })}}`,
    },
    {
      id: 'duplicate-keys',
      binding: 'SHOULD',
      group: 'Odd, but allowed',
      title: 'The same key twice',
      breaks: 'The method stands there twice: readers take the first, the last, or none.',
      expects: 'The server answers one of the two, or refuses with -32700.',
      source: 'RFC 8259 §4: the names within an object SHOULD be unique',
      good: ['result', -32601, -32700, -32600],
      tolerated: [],
      text: (context) => harmlessText(context).replace('"method":', '"method":"no/such/method","method":'),
    },
    {
      id: 'prototype-keys',
      group: 'Odd, but allowed',
      title: 'Keys of the prototype',
      breaks: 'The params name __proto__ and constructor, which must be data and nothing else.',
      expects: 'The server answers as it would without them.',
      source: 'CWE-1321: no attribute of a prototype is changed by data',
      good: [-32601, -32602],
      tolerated: [],
      text: ({ freshId, ...context }) => {
        const line = requestText({ freshId, ...context }, 'no/such/method', { plain: true });
        return line.replace('"plain":true', '"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}}');
      },
    },
    {
      id: 'extra-member',
      group: 'Odd, but allowed',
      title: 'Member that JSON-RPC does not know',
      breaks: 'The request has one member more than JSON-RPC defines.',
      expects: 'The server ignores the member, or refuses with -32600.',
      source: 'JSON-RPC 2.0 §4 names the members and forbids no others',
      good: ['result', -32600],
      text: (context) => `${harmlessText(context).slice(0, -1)},"extra":true}`,
    },
  ],
);
