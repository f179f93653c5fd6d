import { expect, test } from 'vitest';
import { createAccessToken, EntryTickets, isSameToken, refuseTwoHosts } from './loopback-server.ts';

test('a ticket works once', () => {
  const tickets = new EntryTickets(() => 0);
  const ticket = tickets.issue();
  expect(tickets.use(ticket)).toBe(true);
  expect(tickets.use(ticket)).toBe(false);
});

test('a ticket runs out after a minute, and one that was never issued does nothing', () => {
  let now = 0;
  const tickets = new EntryTickets(() => now);
  const ticket = tickets.issue();
  now = 60_000;
  expect(tickets.use('')).toBe(false);
  expect(tickets.use(ticket)).toBe(false);
});

test('tokens are 256 bits, differ, and equal only themselves', () => {
  const token = createAccessToken();
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(createAccessToken()).not.toBe(token);
  expect(isSameToken(token, token)).toBe(true);
  expect(isSameToken(token.slice(1), token)).toBe(false);
  expect(isSameToken('', token)).toBe(false);
});

test('a request that names two hosts is refused, whichever comes first', () => {
  expect(refuseTwoHosts(['Host', '127.0.0.1:1', 'Accept', 'host'])).toBeUndefined();
  expect(refuseTwoHosts(['Host', '127.0.0.1:1', 'Accept', '*/*', 'HOST', 'evil.example'])?.status).toBe(400);
});
