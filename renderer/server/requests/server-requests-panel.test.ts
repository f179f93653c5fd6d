import { expect, test } from 'vitest';
import type { ServerRequest } from '../../../app/contract/session-info.ts';
import { serverRequestGroups } from './server-requests-panel.tsx';

function serverRequest(requestId: string, seq: number, via: ServerRequest['via']): ServerRequest {
  return {
    requestId,
    seq,
    via,
    key: via === 'request' ? '' : requestId,
    method: 'roots/list',
    params: {},
  };
}

test('the input of one result is one group, and every request is one by itself', () => {
  const groups = serverRequestGroups([
    serverRequest('a1', 4, 'request'),
    serverRequest('a2', 9, 'input-required'),
    serverRequest('a3', 9, 'input-required'),
    serverRequest('a4', 12, 'input-required'),
    serverRequest('a5', 12, 'request'),
  ]);
  expect(
    groups.map(({ together, requests }) => [together, requests.map(({ requestId }) => requestId)]),
  ).toEqual([
    [false, ['a1']],
    [true, ['a2', 'a3']],
    [true, ['a4']],
    [false, ['a5']],
  ]);
});
