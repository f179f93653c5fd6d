import { describe, expect, test } from 'vitest';
import { type Drafts, readStoredDrafts, storedDrafts } from './follow-drafts.ts';
import { firstServerRequestDraft } from './server-request-draft.ts';
import { placeKey } from './server-requests-store.ts';
import { draftKey, pageKey } from './sidebar-store.ts';

const SERVER_REQUEST = {
  requestId: 'a1',
  method: 'elicitation/create',
  params: {},
  seq: 5,
  via: 'request',
  key: '',
} as const;
const SESSION = { session: 's1', startedAt: '2026-01-01T00:00:00.000Z', serverRequests: [SERVER_REQUEST] };
const PLACE = placeKey({ session: 's1', startedAt: SESSION.startedAt, requestId: 'a1' });
const written = (text: string) => ({ text, kept: {}, view: 'json', timeoutMs: '' }) as const;

const DRAFTS: Drafts = {
  sidebar: {
    tabs: { s1: 'prompts' },
    chosen: { [pageKey('s1', 'tools')]: 'get sum' },
    drafts: {
      [draftKey('s1', 'tools', 'get sum')]: { ...written('{"a": '), kept: { a: 1 }, reset: 'yes' as const },
      [draftKey('s1', 'prompts', 'greet')]: written('{}'),
    },
  },
  serverRequests: { [PLACE]: { ...firstServerRequestDraft(SERVER_REQUEST, []), way: 'error' } },
  active: 's1',
};

describe('kept drafts', () => {
  test('come back as they were, half-typed text and the ways to answer included', () => {
    expect(readStoredDrafts(JSON.parse(JSON.stringify(storedDrafts(DRAFTS, [SESSION]))), [SESSION])).toEqual(
      DRAFTS,
    );
  });

  test('are forgotten with their session, also if a later host uses its name again', () => {
    const empty = { sidebar: { tabs: {}, chosen: {}, drafts: {} }, serverRequests: {}, active: null };
    const kept = storedDrafts(DRAFTS, [SESSION]);
    expect(readStoredDrafts(kept, [])).toEqual(empty);
    expect(readStoredDrafts(kept, [{ ...SESSION, startedAt: '2027-01-01T00:00:00.000Z' }])).toEqual(empty);
    expect(JSON.stringify(storedDrafts(DRAFTS, []))).not.toContain('get sum');
  });

  test('of a server request are forgotten once it is not open any more', () => {
    const read = readStoredDrafts(storedDrafts(DRAFTS, [SESSION]), [{ ...SESSION, serverRequests: [] }]);
    expect(read?.serverRequests).toEqual({});
    expect(read?.sidebar.drafts).toEqual(DRAFTS.sidebar.drafts);
  });

  test('are bounded: none is huge, and the newest come first', () => {
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [
        draftKey('s1', 'tools', `t${index}`),
        written('x'.repeat(150_000)),
      ]),
    );
    const drafts = { ...many, [draftKey('s1', 'tools', 'huge')]: written('x'.repeat(300_000)) };
    const kept = storedDrafts({ ...DRAFTS, sidebar: { ...DRAFTS.sidebar, drafts } }, [SESSION]);
    expect(JSON.stringify(kept).length).toBeLessThan(1_010_000);
    const names = Object.keys(readStoredDrafts(kept, [SESSION])?.sidebar.drafts ?? {});
    expect(names).toEqual([6, 7, 8, 9, 10, 11].map((index) => draftKey('s1', 'tools', `t${index}`)));
  });

  test.each([undefined, 'nonsense', {}, { sessions: { s1: 1 } }])('that are damaged are none: %j', (kept) => {
    expect(readStoredDrafts(kept, [SESSION])).toBeUndefined();
  });
});
