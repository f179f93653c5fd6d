// Answers each request with the result in the request itself, or the one in the environment for its method, and copies
// both lines to stderr, where a test reads the wire traffic.
import { createInterface } from 'node:readline';

const answers = JSON.parse(process.env.ANSWERS ?? '{}');

createInterface({ input: process.stdin }).on('line', (line) => {
  copy('client-to-server', line);
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  const result = params?._meta?.['example.org/result'] ?? answers[method];
  if (result === undefined) return;
  const answer = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
  copy('server-to-client', answer);
  process.stdout.write(`${answer}\n`);
});

/** @param {string} direction @param {string} raw */
function copy(direction, raw) {
  process.stderr.write(`${JSON.stringify({ direction, raw })}\n`);
}
