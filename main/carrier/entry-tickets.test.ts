import { expect, test } from 'vitest';
import { EntryTickets } from './loopback-server.ts';

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
