import { expect, test } from 'vitest';
import { trimmedEnd } from './session-commands.ts';

const endOf = (result: unknown) => ({ requestSeq: 7, result, failure: '' });
const long = 'x'.repeat(200_000);

test.each([
  ['a small one', { content: [{ type: 'text', text: 'ok' }], isError: true }],
  ['none', null],
  ['one that is not an object', long],
])('a result is handed over as it is: %s', (_name, result) => {
  expect(trimmedEnd(endOf(result))).toEqual(endOf(result));
});

test.each([
  ['a long text', [{ type: 'text', text: long }]],
  ['many blocks', Array.from({ length: 50_000 }, () => ({ type: 'text', text: '' }))],
  ['a long list', Array.from({ length: 200_000 }, (_, at) => at)],
  ['long names', { [long]: 1 }],
])('of a result with %s the small members are', (_name, content) => {
  const task = { taskId: 't', status: 'working' };
  const ends = [
    { content, isError: true, task },
    { isError: true, task, content },
  ];
  for (const result of ends) expect(trimmedEnd(endOf(result))).toEqual(endOf({ isError: true, task }));
});
