import { expect, test } from 'vitest';
import { undeclaredPart } from './server-request.ts';

test.each([
  ['sampling/createMessage', { tools: [] }, { sampling: {} }, 'sampling.tools'],
  [
    'sampling/createMessage',
    { toolChoice: { mode: 'auto' } },
    { sampling: { context: {} } },
    'sampling.tools',
  ],
  ['sampling/createMessage', { tools: [] }, { sampling: { tools: {} } }, ''],
  ['sampling/createMessage', {}, { sampling: {} }, ''],
  ['elicitation/create', { mode: 'url' }, { elicitation: {} }, 'elicitation.url'],
  ['elicitation/create', { mode: 'url' }, { elicitation: { url: {} } }, ''],
  ['elicitation/create', {}, { elicitation: {} }, ''],
  ['elicitation/create', { mode: 'form' }, { elicitation: { url: {} } }, 'elicitation.form'],
  ['elicitation/create', {}, { elicitation: { form: {}, url: {} } }, ''],
  ['roots/list', { tools: [] }, { roots: {} }, ''],
  ['ping', {}, {}, ''],
])('%s with %j under %j uses “%4$s” without leave', (method, params, capabilities, part) => {
  expect(undeclaredPart(method, params, capabilities)).toBe(part);
});
