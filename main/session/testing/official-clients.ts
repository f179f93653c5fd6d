import { Client as StatelessClient } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import * as schemas from '@modelcontextprotocol/sdk/types.js';

/** A client's reaction to a result: returned it to its caller, ended the call with an error, or kept waiting. */
export type Reaction = 'takes' | 'throws' | 'waits';

export type OfficialClient = {
  /** Sends a request of `method`; the test server answers with `result`. */
  react(method: string, params: object, result: unknown): Promise<Reaction>;
};

const INFO = { name: 'test', version: '1' };
const CAPABILITIES = {
  tools: {},
  resources: { subscribe: true },
  prompts: {},
  completions: {},
  logging: {},
};

/** The schema that client 1.x uses for the result of each method (client/index.js, experimental/tasks/client.js). */
const SCHEMAS = {
  ping: schemas.EmptyResultSchema,
  'tools/list': schemas.ListToolsResultSchema,
  'tools/call': schemas.CallToolResultSchema,
  'resources/list': schemas.ListResourcesResultSchema,
  'resources/read': schemas.ReadResourceResultSchema,
  'resources/templates/list': schemas.ListResourceTemplatesResultSchema,
  'resources/subscribe': schemas.EmptyResultSchema,
  'resources/unsubscribe': schemas.EmptyResultSchema,
  'prompts/list': schemas.ListPromptsResultSchema,
  'prompts/get': schemas.GetPromptResultSchema,
  'completion/complete': schemas.CompleteResultSchema,
  'logging/setLevel': schemas.EmptyResultSchema,
  'tasks/list': schemas.ListTasksResultSchema,
  'tasks/get': schemas.GetTaskResultSchema,
  'tasks/cancel': schemas.CancelTaskResultSchema,
} as const;

export function schemaOf(method: string): (typeof SCHEMAS)[keyof typeof SCHEMAS] {
  for (const [name, schema] of Object.entries(SCHEMAS)) if (name === method) return schema;
  throw new Error(`client 1.x has no schema for ${method}`);
}

/** Answers every request with the result set before. */
class Answerer implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  result: unknown;

  async start(): Promise<void> {}
  async close(): Promise<void> {
    this.onclose?.();
  }

  async send(message: schemas.JSONRPCMessage): Promise<void> {
    if (!('method' in message) || !('id' in message)) return;
    const { id, method } = message;
    const handshake = { protocolVersion: '2025-11-25', capabilities: CAPABILITIES, serverInfo: INFO };
    const result = method === 'initialize' ? handshake : this.result;
    this.onmessage?.({ jsonrpc: '2.0', id, result } as never);
  }
}

/** Client 1.x, connected only to the results that a test provides. */
export async function client1(): Promise<OfficialClient> {
  const transport = new Answerer();
  const client = new Client(INFO);
  await client.connect(transport);
  return reacting(client, transport, (request) =>
    client.request(request as never, schemaOf(request.method) as never),
  );
}

/** Client 2.x in a session with a handshake. */
export async function client2(): Promise<OfficialClient> {
  const transport = new Answerer();
  const client = new StatelessClient(INFO);
  await client.connect(transport as never);
  return reacting(client, transport, (request) => client.request(request as never));
}

/** Client 2.x in a session of 2026-07-28; it returns input requests to its caller. */
export async function client2Stateless(): Promise<OfficialClient> {
  const transport = new Answerer();
  const discover = {
    resultType: 'complete' as const,
    supportedVersions: ['2026-07-28'],
    capabilities: CAPABILITIES,
    ttlMs: 0,
    cacheScope: 'private' as const,
  };
  const client = new StatelessClient(INFO, { supportedProtocolVersions: ['2026-07-28'] });
  await client.connect(transport as never, { prior: { kind: 'modern', discover } });
  return reacting(client, transport, (request) =>
    client.request(request as never, { allowInputRequired: true } as never),
  );
}

type Requested = { readonly method: string; readonly params: object };

function reacting(
  client: { onerror?: ((error: Error) => void) | undefined },
  transport: Answerer,
  request: (request: Requested) => Promise<unknown>,
): OfficialClient {
  return {
    async react(method, params, result) {
      transport.result = result;
      // Both clients report what they do not recognize as a message, and keep waiting.
      const waits = new Promise<Reaction>((resolve) => {
        client.onerror = () => resolve('waits');
      });
      const ends = request({ method, params }).then(
        (): Reaction => 'takes',
        (): Reaction => 'throws',
      );
      return Promise.race([ends, waits]);
    },
  };
}
