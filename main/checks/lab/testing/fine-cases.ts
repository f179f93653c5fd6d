import { type Driven, GET, started } from './http-case.ts';
import type { RawClient } from './raw-client.ts';

export type FineCase = {
  /** A path of the lab. */
  readonly at: string;
  readonly drive: Driven;
  readonly rules?: readonly string[];
  /** A request that is seen to be fine: what its row shows. */
  readonly shows: string | RegExp;
};

const modernCall =
  (headers: Record<string, string>): Driven =>
  (client) =>
    client.modern('tools/call', { name: 'ok-text', arguments: {} }, headers);

/** What is no error, though it may break a rule. */
export const FINE_CASES: Readonly<Record<number, FineCase>> = {
  25: { at: '/mcp', drive: started((client) => client.batch([1, 2])), rules: ['E09'], shows: 'E09' },
  39: { at: '/lenient/mcp', drive: modernCall({ 'Mcp-Name': 'another' }), rules: ['H13'], shows: 'H13' },
  47: {
    at: '/quiet/mcp',
    drive: started((client) => client.whole('GET', '', GET)),
    shows: '405',
  },
  52: {
    at: '/resumes/mcp',
    drive: started(async (client) => {
      await client.call('ok-text');
      await client.whole('GET', '', { ...GET, 'Last-Event-ID': 'lab-1' });
    }),
    shows: /ok-text.*Done\./s,
  },
  56: { at: '/auth/mcp', drive: authorized, shows: '401' },
};

/** Gets a token if one is required, and continues with it. */
async function authorized(client: RawClient): Promise<void> {
  await client.initialize();
  await client.at('/.well-known/oauth-protected-resource/auth/mcp').whole('GET', '');
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  await client.at('/auth/token').whole('POST', 'grant_type=client_credentials&client_secret=hush', form);
  client.token = 'lab-token';
  await client.initialize();
  await client.call('ok-text');
}
