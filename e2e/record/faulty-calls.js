// Twenty faults of the error lab, each met by the official client in its own session, behind the given command:
//   node e2e/record/faulty-calls.js -- npx tierscope tap --data /tmp/taps -- npx tierscope lab
// Prints what the client itself does with each; a tap in front of the server reports separately.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const FAULTS = [
  ...['tool-error-text', 'tool-error-empty', 'disguised-error-json', 'invalid-params', 'custom-code'],
  ...['internal-error', 'answer-both-members', 'answer-neither-member', 'answer-without-message'],
  ...['answer-null-id', 'answer-string-code', 'answer-unknown-id', 'answer-twice', 'answer-without-version'],
  ...['stdout-noise', 'half-answer', 'two-messages-one-line', 'hang', 'records-break-schema', 'crash-exit'],
];
const CALL_MS = 3000;

const [command, ...args] = process.argv.slice(process.argv.indexOf('--') + 1);
if (command === undefined || !process.argv.includes('--')) {
  console.error(
    'Give the command that starts the lab after --: node e2e/record/faulty-calls.js -- npx tierscope lab',
  );
  process.exit(2);
}
for (const name of FAULTS) {
  const client = new Client({ name: 'faulty-calls', version: '1.0.0' });
  /** @type {string[]} */
  const errors = [];
  client.onerror = (error) => errors.push(error.message);
  await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
  await client.listTools();
  const end = await client.callTool({ name }, undefined, { timeout: CALL_MS }).then(
    (result) => (result.isError === true ? 'tool error' : 'ok'),
    (/** @type {Error} */ error) => error.message,
  );
  const apart = errors.length === 0 ? '' : ` | apart from the call: ${errors.join('; ')}`;
  console.log(`${name}: ${end}${apart}`.replaceAll('\n', ' ').slice(0, 240));
  await client.close();
}
