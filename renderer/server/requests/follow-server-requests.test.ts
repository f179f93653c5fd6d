import { describe, expect, test } from 'vitest';
import type { ServerRequest } from '../../../app/contract/session-info.ts';
import { serverRequestNews } from './follow-server-requests.ts';

function asking(...names: string[]): ServerRequest[] {
  return names.map((serverRequest) => ({
    requestId: serverRequest,
    method: 'elicitation/create',
    params: { message: `Who is ${serverRequest}?` },
    seq: 1,
    via: 'request',
    key: '',
  }));
}

const QUIET = { session: 's1', startedAt: 'then', label: 'one', serverRequests: [] };
const NOW = { ...QUIET, serverRequests: asking('a1') };

describe('news of server requests', () => {
  test('in the tab in front make no notice', () => {
    const news = serverRequestNews([QUIET], [NOW], 's1', 'a');
    expect(news).toEqual({
      came: [{ session: 's1', startedAt: 'then', requestId: 'a1' }],
      went: [],
      notices: [],
    });
  });

  test('in another tab are reported once, with what the server says', () => {
    const { notices } = serverRequestNews([QUIET], [NOW], 's2', 'a');
    expect(notices).toEqual([
      { level: 'info', text: 'one asks for input in a form (“Who is a1?”). Press a to answer.' },
    ]);
    expect(serverRequestNews([NOW], [NOW], 's2', 'a')).toEqual({ came: [], went: [], notices: [] });
  });

  test('say why a server request was cancelled', () => {
    const [requestId] = NOW.serverRequests;
    if (requestId === undefined) throw new Error('no ask');
    const gone = { ...QUIET, cancelledServerRequests: [{ ...requestId, why: 'the session ended' }] };
    const { went, notices } = serverRequestNews([NOW], [gone], 's1', 'a');
    expect(went).toHaveLength(1);
    expect(notices[0]?.text).toBe(
      'one no longer asks for input in a form (“Who is a1?”): the session ended.',
    );
    expect(serverRequestNews([], [gone], 's1', 'a').notices).toEqual([]);
  });

  test('tell that a visit is done', () => {
    const { notices } = serverRequestNews([QUIET], [{ ...QUIET, completedElicitations: ['e1'] }], 's1', 'a');
    expect(notices[0]?.text).toContain('the visit e1 is done');
  });

  test('forget the server requests of a session that was closed, or of an earlier host', () => {
    expect(serverRequestNews([NOW], [], null, 'a').went).toHaveLength(1);
    const later = { ...NOW, startedAt: 'later' };
    const news = serverRequestNews([NOW], [later], 's1', 'a');
    expect(news.went.map(({ startedAt }) => startedAt)).toEqual(['then']);
    expect(news.came.map(({ startedAt }) => startedAt)).toEqual(['later']);
  });
});
