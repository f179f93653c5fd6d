import { expect, it } from 'vitest';
import { detectFormat } from './formats.ts';
import { importFile } from './import-file.ts';

function opened(text: string) {
  expect(detectFormat(text, 'any.txt')).toBe('text-messages');
  return importFile('text-messages', text, { fileName: 'any.txt' }).records.filter(
    ({ type }) => type !== 'session',
  );
}

const CALL = '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"weigh"}}';
const ANSWER = '{"jsonrpc":"2.0","id":2,"result":{"content":[]}}';
const sent = (raw: string) => expect.objectContaining({ type: 'frame', direction: 'client-to-server', raw });
const received = (raw: string) =>
  expect.objectContaining({ type: 'frame', direction: 'server-to-client', raw });

// modelcontextprotocol/go-sdk LoggingTransport, github/github-mcp-server#113.
it.each([
  ['arrows', `-> ${CALL}\n<- ${ANSWER}\n`],
  ['words', `write: ${CALL}\nread: ${ANSWER}\n`],
  ['words of the other side', `read: ${CALL}\nwrite: ${ANSWER}\n`],
  [
    'strings of a logger',
    `time=2026-06-17T10:00:00.000Z level=INFO msg="[stdin]: received 77 bytes: ${CALL.replaceAll('"', '\\"')}\\n"\n` +
      `time=2026-06-17T10:00:01.000Z level=INFO msg="[stdout]: sending 64 bytes: ${ANSWER.replaceAll('"', '\\"')}\\n"\n`,
  ],
  ['several lines', `${JSON.stringify(JSON.parse(CALL), null, 2)}\n${ANSWER}\n`],
])('opens messages behind %s with their direction', (_, text) => {
  expect(opened(text)).toEqual([sent(CALL), received(ANSWER)]);
});

it('learns from the messages that name their side what a word means for one that does not', () => {
  const ping = '{"jsonrpc":"2.0","id":9,"method":"ping"}';
  const records = opened(`A ${CALL}\nB ${ANSWER}\nB ${ping}\n`);
  expect(records.at(-1)).toEqual(received(ping));
});

it('opens the events of a stream, and puts together the request that is not in the file', () => {
  const records = opened(`event: message\ndata: ${ANSWER}\n\n`);
  expect(records).toEqual([
    expect.objectContaining({ direction: 'client-to-server', rebuilt: true }),
    received(ANSWER),
  ]);
});

it('opens what curl prints as an exchange over HTTP', () => {
  const refused = '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request"},"id":null}';
  const records = opened(`HTTP/1.1 400 Bad Request\ncontent-type: application/json\n\n${refused}\n`);
  expect(records).toEqual([
    expect.objectContaining({ type: 'http', event: 'request' }),
    expect.objectContaining({ type: 'http', event: 'response', status: 400 }),
    received(refused),
    expect.objectContaining({ type: 'http', event: 'end' }),
  ]);
});

it('opens a bare result as that of a call', () => {
  const result = '{"content":[{"type":"text","text":"no"}],"isError":true}';
  expect(opened(JSON.stringify(JSON.parse(result), null, 1))).toEqual([
    expect.objectContaining({ direction: 'client-to-server', rebuilt: true }),
    received(`{"jsonrpc":"2.0","id":1,"result":${result}}`),
  ]);
});

it('takes a line that is no message for nobody’s, and a text with hardly a message for none', () => {
  const records = opened(`$ run the server\n-> ${CALL}\nready\n`);
  expect(records.map(({ type }) => type)).toEqual(['mark', 'frame', 'mark']);
  expect(detectFormat(`${'some words\n'.repeat(20)}${CALL}\n`, 'README.md')).toBeNull();
});
