import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { likeness } from '../base/likeness.ts';
import { failed, ReportedSession, refused } from './testing/reported.ts';

test.each([
  ['No order 4711 of 2026-11-22T10:00:00Z', 'No order 12 of 2025-01-02'],
  ['No city "Olso" here', 'No city "Begren" here'],
  ["Tool 'a' failed", "Tool 'bc' failed"],
  ['session 0f8fad5b-d9cb-469f-a165-70867728950e', 'session 7c9e6679-7425-40de-944b-e07fc1f90ae7'],
  ['at 0x7ffe0a in 3.5 s', 'at 0x10 in 12 s'],
  ['commit 9fceb02d0ae598e9', 'commit 3b18e512dba79e4c'],
])('%s is like %s', (one, other) => {
  expect(likeness(one)).toBe(likeness(other));
});

it('tells other words apart, and keeps an apostrophe', () => {
  expect(likeness('No city here')).not.toBe(likeness('No town here'));
  expect(likeness("the server's disk isn't there")).toBe("the server's disk isn't there");
});

it('puts every error into one group, whatever the errors say', () => {
  const text = fc.constantFrom('full', 'No seat 12', 'No seat 13', '"a" is wrong', '');
  fc.assert(
    fc.property(fc.array(fc.tuple(text, fc.boolean()), { maxLength: 12 }), (answers) => {
      const session = new ReportedSession({ tools: {} });
      for (const [said, isTool] of answers) {
        session.call({ name: 'book' }, isTool ? failed(said) : refused(-32000, said));
      }
      const { errors, groups } = session.session();
      expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(errors.length);
      expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
      for (const { first, last, count } of groups) expect(last > first).toBe(count > 1);
    }),
  );
});

it('tells causes apart that have one message', () => {
  const list = [
    {
      name: 'book',
      inputSchema: { type: 'object', properties: { seats: { type: 'integer' } }, required: ['day'] },
    },
  ];
  const session = new ReportedSession({ tools: {} }).listed('tools', list);
  const invalid = refused(-32602, 'Invalid params');
  session.call({ name: 'book', arguments: { day: 'x', seats: 'two' } }, invalid);
  session.call({ name: 'book', arguments: { day: 'y', seats: 'six' } }, invalid);
  session.call({ name: 'book', arguments: {} }, invalid);
  expect(session.session().groups.map(({ count }) => count)).toEqual([2, 1]);
});

it('keeps one cause together, whatever the server wrote to stderr meanwhile', () => {
  const session = new ReportedSession({ tools: {} });
  const boom = refused(-32603, 'boom');
  session.sent({ id: 7, method: 'tools/call', params: { name: 'book' } });
  session.stderr('TypeError: rows is undefined').got({ id: 7, ...boom });
  session.call({ name: 'book' }, boom);
  const { errors, groups } = session.session();
  expect(errors[0]?.explanation).toContain('On stderr');
  expect(errors[1]?.explanation).not.toContain('On stderr');
  expect(groups.map(({ count }) => count)).toEqual([2]);
});
