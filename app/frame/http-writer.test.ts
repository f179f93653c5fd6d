import { expect, it } from 'vitest';
import { HttpWriter, type HttpWritten } from './http-writer.ts';
import { HttpSecrets } from './redaction/http-secrets.ts';

const asked = { method: 'POST', url: 'http://x/mcp', headers: [], purpose: 'mcp' as const };

/** What is recorded of a body that comes in two parts. */
function recorded(type: string, bytes: Uint8Array, cut: number): readonly HttpWritten[] {
  const found: HttpWritten[] = [];
  const writer = new HttpWriter(1, new HttpSecrets(), (written) => {
    found.push(written);
  });
  writer.begin(asked, 0);
  writer.response({ status: 200, headers: [['Content-Type', type]] });
  writer.chunk(bytes.subarray(0, cut));
  writer.chunk(bytes.subarray(cut));
  writer.end('complete');
  return found.slice(2);
}

it.each([
  ['application/json', '\uFEFF{"jsonrpc":"2.0","id":1,"result":"é 👋\uFEFF\\n"}'],
  [
    'text/event-stream',
    '\uFEFF: hé\r\nid: 1\rdata: {"jsonrpc":"2.0",\ndata: "id":1,"result":"👋"}\r\n\r\ndata: é',
  ],
])('records the same of %s, wherever it is cut', (type, text) => {
  const bytes = new TextEncoder().encode(text);
  const whole = recorded(type, bytes, bytes.length);
  expect(JSON.stringify(whole)).toContain('👋');
  for (let cut = 0; cut < bytes.length; cut += 1) expect(recorded(type, bytes, cut)).toEqual(whole);
});
