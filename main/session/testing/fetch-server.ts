import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';

/** Serves a `fetch`-style handler on 127.0.0.1; returns its address, and the headers of each request. */
export async function fetchServer(
  answer: (asked: Request) => Response | Promise<Response>,
): Promise<{ readonly url: string; readonly heads: Headers[] }> {
  const heads: Headers[] = [];
  const http = createServer(async (request, response) => {
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    heads.push(headers);
    const abort = new AbortController();
    response.once('close', () => abort.abort());
    const body =
      request.method === 'POST' ? await new Response(Readable.toWeb(request) as never).text() : null;
    const asked = new Request(`http://127.0.0.1${request.url}`, {
      method: request.method ?? 'GET',
      headers,
      body,
      signal: abort.signal,
    });
    const given = await answer(asked);
    response.writeHead(given.status, Object.fromEntries(given.headers));
    if (given.body !== null) for await (const chunk of given.body) response.write(chunk);
    response.end();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`, heads };
}
