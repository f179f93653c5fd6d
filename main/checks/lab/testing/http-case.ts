import { BOTH, type RawClient, VERSION } from './raw-client.ts';

export type Driven = (client: RawClient) => Promise<unknown>;

export const call: Driven = async (client) => {
  await client.initialize();
  await client.call('ok-text');
};
export const first: Driven = (client) => client.initialize();
export const started =
  (then: Driven): Driven =>
  async (client) => {
    await client.initialize();
    await then(client);
  };
export const GET = { Accept: 'text/event-stream', ...VERSION };

export type Case = {
  /** A path of the lab. */
  readonly at: string;
  readonly drive: Driven;
  /** Tier, where, HTTP status, code and actor. */
  readonly is: readonly [
    tier: string,
    where: string,
    status: number | null,
    code: number | null,
    actor: string,
  ];
  /** The kind of failure, and its explanation. */
  readonly cause: string;
  readonly says: string | RegExp;
  /** Each with its side. */
  readonly rules?: readonly string[];
};

export const SENT = { 'Content-Type': 'application/json', Accept: BOTH };

/** A call that reports progress before it is answered. */
export function slow(id: number): string {
  const params = { name: 'slow-progress', arguments: {}, _meta: { progressToken: 1 } };
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
}
