import { performance } from 'node:perf_hooks';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

/**
 * The baseline of the burst benchmark: how long the bare SDK client takes for the same notifications,
 * from the first to the last, in milliseconds. Prints one JSON object, by size of the burst.
 */
async function main(labScript: string, sizes: readonly number[]): Promise<void> {
  const client = new Client({ name: 'bare', version: '0' }, { capabilities: {} });
  let seen = 0;
  let first = 0;
  client.setNotificationHandler(LoggingMessageNotificationSchema, () => {
    if (seen === 0) first = performance.now();
    seen += 1;
  });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [labScript], stderr: 'ignore' }),
  );
  const report: Record<string, number> = {};
  for (const size of sizes) {
    seen = 0;
    await client.callTool({ name: 'notification-burst', arguments: { count: size } });
    report[size] = Math.round(performance.now() - first);
  }
  await client.close();
  console.log(JSON.stringify(report));
}

const [labScript = '', ...sizes] = process.argv.slice(2);
await main(labScript, sizes.map(Number));
