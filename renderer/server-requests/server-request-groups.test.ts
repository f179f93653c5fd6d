import { expect, test } from 'vitest';
import type { ServerRequest } from '../../app/contract/session-info.ts';
import { serverRequestGroups } from './server-request-groups.ts';

function asked(ask: string, seq: number, via: ServerRequest['via']): ServerRequest {
  return { ask, seq, via, key: via === 'request' ? '' : ask, method: 'roots/list', params: {} };
}

test('the input of one result is one group, and every request is one by itself', () => {
  const groups = serverRequestGroups([
    asked('a1', 4, 'request'),
    asked('a2', 9, 'input-required'),
    asked('a3', 9, 'input-required'),
    asked('a4', 12, 'input-required'),
    asked('a5', 12, 'request'),
  ]);
  expect(groups.map(({ together, asks }) => [together, asks.map(({ ask }) => ask)])).toEqual([
    [false, ['a1']],
    [true, ['a2', 'a3']],
    [true, ['a4']],
    [false, ['a5']],
  ]);
});
