// The thinnest possible reverse proxy in Node: forwards requests to the address in its argument, and pipes both ways.
import { Agent, createServer, request } from 'node:http';

const { hostname, port } = new URL(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: true });
const server = createServer((asked, answer) => {
  const { method, url: path, headers } = asked;
  const onward = request({ hostname, port, method, path, headers, agent }, (given) => {
    answer.writeHead(given.statusCode ?? 502, given.headers);
    // A stream without data yet still has headers.
    answer.flushHeaders();
    given.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  answer.on('close', () => onward.destroy());
  asked.pipe(onward);
});
server.listen(0, '127.0.0.1', () => {
  const place = server.address();
  if (place !== null && typeof place === 'object') console.log(`http://127.0.0.1:${place.port}/mcp`);
});
