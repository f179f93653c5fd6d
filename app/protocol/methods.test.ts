import { describe, expect, it } from 'vitest';
import {
  clientCapabilityFor,
  ELICITATION_CREATE,
  MCP_METHODS,
  methodFacts,
  onlySenderOf,
  ROOTS_LIST,
  SAMPLING_CREATE_MESSAGE,
  SUBSCRIPTIONS_LISTEN,
  serverCapabilityFor,
} from './methods.ts';
import { MCP_REVISIONS } from './revisions.ts';

const facts = MCP_METHODS.map((method) => ({ method, ...methodFacts(method) }));

describe('the methods of the protocol', () => {
  it('are notifications exactly if their name says so', () => {
    for (const { method, kind } of facts)
      expect(kind === 'notification', method).toBe(method.startsWith('notifications/'));
  });

  it('begin before they end, in revisions that exist', () => {
    for (const { method, since, until } of facts) {
      expect(MCP_REVISIONS, method).toContain(since);
      if (until === undefined) continue;
      expect(MCP_REVISIONS, method).toContain(until);
      expect((since ?? '') <= until, method).toBe(true);
    }
  });

  it('have no request of a server since 2026-07-28', () => {
    const ofServers = facts.filter(({ kind, sender }) => kind === 'request' && sender === 'server');
    expect(ofServers.map(({ method }) => method)).toEqual(
      expect.arrayContaining([SAMPLING_CREATE_MESSAGE, ELICITATION_CREATE, ROOTS_LIST]),
    );
    for (const { until } of ofServers) expect(until).toBe('2025-11-25');
  });

  it('name their sender if only one side sends them', () => {
    expect(onlySenderOf(SUBSCRIPTIONS_LISTEN)).toBe('client-to-server');
    expect(onlySenderOf('notifications/roots/list_changed')).toBe('client-to-server');
    expect(onlySenderOf(ROOTS_LIST)).toBe('server-to-client');
    expect(onlySenderOf('notifications/message')).toBe('server-to-client');
    expect(onlySenderOf('ping')).toBeUndefined();
    expect(onlySenderOf('notifications/cancelled')).toBeUndefined();
    expect(onlySenderOf('toString')).toBeUndefined();
  });

  it('name the capability of the side that answers', () => {
    expect(serverCapabilityFor('resources/subscribe')).toEqual(['resources', 'subscribe']);
    expect(serverCapabilityFor(ELICITATION_CREATE)).toBeUndefined();
    expect(clientCapabilityFor(ELICITATION_CREATE)).toBe('elicitation');
    expect(clientCapabilityFor('tools/call')).toBeUndefined();
  });
});
