import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { WHOLE_BYTES } from './http-tap.ts';
import { tappedAddress } from './testing/tapped-address.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function tapped(handler: Handler) {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const tap = await tappedAddress(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  onTestFinished(async () => {
    await tap.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return tap;
}

/** Bytes sent in sequence, each only once the previous ones have arrived. */
class Ladder {
  #bytes = 0;
  #wanted = 0;
  #there: () => void = () => undefined;

  came(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes >= this.#wanted) this.#there();
  }

  until(bytes: number): Promise<void> {
    this.#wanted = bytes;
    if (this.#bytes >= bytes) return Promise.resolve();
    return new Promise((resolve) => {
      this.#there = resolve;
    });
  }
}

/** One call of many bytes, split at any places after the examined part. */
const cutCall = fc
  .tuple(
    fc.string({ unit: 'grapheme', maxLength: 50 }),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
  )
  .map(([text, places]) => {
    const message = text + 'x'.repeat(WHOLE_BYTES) + text.repeat(30) + 'y'.repeat(20_000);
    const call = {
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: { name: 'echo', arguments: { message } },
    };
    const bytes = Buffer.from(JSON.stringify(call));
    const first = WHOLE_BYTES + 1;
    const cuts = places.map((place) => first + Math.floor(place * (bytes.length - first)));
    const at = [...new Set([0, first, ...cuts])].sort((a, b) => a - b);
    return at
      .map((from, index) => bytes.subarray(from, at[index + 1] ?? bytes.length))
      .filter(({ length }) => length > 0);
  });

test.each(['chunked', 'with its length'])(
  'a long body of a request, %s, is handed on piece by piece',
  async (framing) => {
    let ladder = new Ladder();
    let got: Buffer[] = [];
    let heads: IncomingMessage['headers'] = {};
    const { url, records } = await tapped((request, response) => {
      heads = request.headers;
      request.on('data', (chunk: Buffer) => {
        got.push(chunk);
        ladder.came(chunk.length);
      });
      request.on('end', () => response.writeHead(202).end());
    });
    await fc.assert(
      fc.asyncProperty(cutCall, async (pieces) => {
        [ladder, got] = [new Ladder(), []];
        records.length = 0;
        const whole = Buffer.concat(pieces);
        const headers = framing === 'chunked' ? {} : { 'Content-Length': whole.length };
        const asked = httpRequest(url, { method: 'POST', headers });
        const answered = new Promise<number | undefined>((resolve, reject) => {
          asked.on('error', reject);
          asked.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)));
        });
        let sent = 0;
        for (const piece of pieces) {
          sent += piece.length;
          asked.write(piece);
          // The next one is sent once this one has arrived: nothing on the way may wait for more.
          await ladder.until(sent);
        }
        asked.end();
        expect(await answered).toBe(202);
        expect(Buffer.concat(got).equals(whole)).toBe(true);
        expect(heads['content-length'] ?? heads['transfer-encoding']).toBe(
          framing === 'chunked' ? 'chunked' : String(whole.length),
        );
        const [frame] = records.filter(({ type }) => type === 'frame');
        expect(frame).toMatchObject({ direction: 'client-to-server', raw: whole.toString() });
        expect(
          records.map((one) => ('event' in one ? one.event : one.type)).filter((one) => one !== undefined),
        ).toEqual(expect.arrayContaining(['request', 'frame', 'response', 'end']));
      }),
      { numRuns: 15 },
    );
  },
);

test.each(['chunked', 'with its length'])(
  'a long answer in JSON, %s, arrives piece by piece',
  async (framing) => {
    let pieces: readonly Buffer[] = [];
    let ladder = new Ladder();
    const { url, records } = await tapped(async (request, response) => {
      request.resume();
      const bytes = Buffer.concat(pieces);
      const length = framing === 'chunked' ? {} : { 'Content-Length': bytes.length };
      response.writeHead(200, { 'Content-Type': 'application/json', ...length });
      let sent = 0;
      for (const piece of pieces) {
        sent += piece.length;
        response.write(piece);
        await ladder.until(sent);
      }
      response.end();
    });
    await fc.assert(
      fc.asyncProperty(cutCall, async (cut) => {
        [pieces, ladder] = [cut, new Ladder()];
        records.length = 0;
        const got: Buffer[] = [];
        await new Promise<void>((resolve, reject) => {
          const asked = httpRequest(url, { method: 'POST' }, (response) => {
            response.on('data', (chunk: Buffer) => {
              got.push(chunk);
              ladder.came(chunk.length);
            });
            response.on('end', resolve);
          });
          asked.on('error', reject);
          asked.end('{"jsonrpc":"2.0","id":7,"method":"ping"}');
        });
        expect(Buffer.concat(got).equals(Buffer.concat(cut))).toBe(true);
        expect(records.findLast(({ type }) => type === 'frame')).toMatchObject({
          raw: Buffer.concat(cut).toString(),
        });
      }),
      { numRuns: 15 },
    );
  },
);

test('a client that leaves in the middle of a long body ends the request of the server', async () => {
  const ladder = new Ladder();
  let over: (isWhole: boolean) => void = () => undefined;
  const isWhole = new Promise((resolve) => {
    over = resolve;
  });
  const { url, records } = await tapped((request) => {
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => ladder.came(chunk.length));
    request.on('close', () => over(request.complete));
  });
  const asked = httpRequest(url, { method: 'POST' });
  asked.on('error', () => undefined);
  asked.write(Buffer.alloc(WHOLE_BYTES + 1, 0x20));
  await ladder.until(WHOLE_BYTES + 1);
  asked.destroy();
  expect(await isWhole).toBe(false);
  await expect.poll(() => records.at(-1)).toMatchObject({ event: 'end', how: 'client-closed' });
});

test('a body that says it is too long is refused before a byte of it is handed on', async () => {
  let count = 0;
  const { url } = await tapped((_request, response) => {
    count += 1;
    response.end();
  });
  const status = await new Promise((resolve) => {
    const asked = httpRequest(url, { method: 'POST', headers: { 'Content-Length': 64 * 1024 * 1024 + 1 } });
    asked.on('error', () => undefined);
    asked.on('response', (response) => resolve(response.resume().statusCode));
    asked.write('{');
  });
  expect([status, count]).toEqual([413, 0]);
});
