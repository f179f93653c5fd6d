import * as schemas from '@modelcontextprotocol/sdk/types.js';
import { expect, it } from 'vitest';
import { resultFault } from '../../app/protocol/result-check.ts';
import { resultShape } from '../../app/protocol/result-shapes.ts';
import type { McpRevision } from '../../app/protocol/revisions.ts';
import { faultPlace } from '../../app/protocol/shape-misfit.ts';
import {
  client1,
  client2,
  client2Stateless,
  type OfficialClient,
  type Reaction,
} from './testing/official-clients.ts';
import { OTHER_RESULTS, VALID_RESULTS, variants } from './testing/valid-results.ts';

/** The clients' combined reaction to a result: accepted if all of them accept it. */
async function together(
  clients: readonly OfficialClient[],
  method: string,
  params: object,
  result: unknown,
): Promise<Reaction> {
  const reactions = await Promise.all(clients.map((client) => client.react(method, params, result)));
  if (reactions.includes('waits')) return 'waits';
  return reactions.includes('throws') ? 'throws' : 'takes';
}

/** Disagreements between the table and the clients on a result. */
async function disagreements(
  method: string,
  revision: McpRevision,
  clients: readonly OfficialClient[],
  more: object = {},
): Promise<readonly string[]> {
  const { params = {}, results = [] } = VALID_RESULTS[method] ?? {};
  const found: string[] = [];
  for (const valid of results) {
    const whole = { ...more, ...valid };
    expect(await together(clients, method, params, whole)).toBe('takes');
    for (const result of variants(whole)) {
      if (result === undefined) continue;
      const theirs = await together(clients, method, params, result);
      const fault = resultFault(result, { method, revision, taskAsked: false, extended: false });
      const ours = fault?.client ?? 'takes';
      if (ours === theirs) continue;
      const why = fault === undefined ? '' : `, as ${faultPlace(fault)} ${fault.problem}`;
      found.push(`${method} ${JSON.stringify(result)}: clients ${theirs}, we say ${ours}${why}`);
    }
  }
  return found;
}

it('the table of results agrees with both official clients on whatever differs in one place', async () => {
  const [one, two] = [await client1(), await client2()];
  for (const method of Object.keys(VALID_RESULTS)) {
    // Client 2.x has no task results.
    const clients = method.startsWith('tasks/') ? [one] : [one, two];
    expect(await disagreements(method, '2025-11-25', clients)).toEqual([]);
  }
});

it('and with the client of 2026-07-28 in its own revision', async () => {
  const clients = [await client2Stateless()];
  const kept = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  for (const method of Object.keys(VALID_RESULTS)) {
    if (resultShape(method, 'modern') === undefined) continue;
    expect(await disagreements(method, '2026-07-28', clients, kept)).toEqual([]);
  }
});

it('and with the schemas by which the SDK reads a handshake and the results of a client', () => {
  const read: { readonly [method: string]: { safeParse(value: unknown): { success: boolean } } } = {
    initialize: schemas.InitializeResultSchema,
    'sampling/createMessage': schemas.CreateMessageResultWithToolsSchema,
    'elicitation/create': schemas.ElicitResultSchema,
    'roots/list': schemas.ListRootsResultSchema,
  };
  for (const [method, { results }] of Object.entries(OTHER_RESULTS)) {
    for (const result of results.flatMap((valid) => [valid, ...variants(valid)])) {
      if (result === undefined) continue;
      const context = { method, revision: '2025-11-25', taskAsked: false, extended: false } as const;
      const fault = resultFault(result, context);
      const why = fault === undefined ? '' : `${faultPlace(fault)} ${fault.problem}`;
      // Client 1.x accepts an array as an object there, client 2.x does not.
      if (/^capabilities\..* is an array/.test(why)) continue;
      const ours = `${JSON.stringify(result)} ${(fault?.client ?? 'takes') === 'takes'}`;
      expect(`${ours} ${why}`).toBe(
        `${JSON.stringify(result)} ${read[method]?.safeParse(result).success} ${why}`,
      );
    }
  }
});

it.each(['2024-11-05', '2025-03-26', '2025-06-18'] as const)(
  'what clients do hangs on no member that %s does not have',
  (revision) => {
    for (const [method, { results }] of Object.entries(VALID_RESULTS)) {
      for (const valid of results) {
        for (const result of variants(valid)) {
          const read = { method, taskAsked: false, extended: false };
          const then = resultFault(result, { ...read, revision });
          const now = resultFault(result, { ...read, revision: '2025-11-25' });
          expect(then?.client ?? 'takes').toBe(now?.client ?? 'takes');
        }
      }
    }
  },
);
