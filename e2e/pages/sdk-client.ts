import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/** The official SDK's client, connected to a server that it starts. */
export async function sdkClient([command = '', ...args]: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'agent', version: '1' }, { capabilities: {} });
  await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
  return client;
}

/** The outcome of a call, result or error, as plain data. */
export async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return { result: await call };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { message } = error;
    return { message, code: 'code' in error ? error.code : undefined };
  }
}
