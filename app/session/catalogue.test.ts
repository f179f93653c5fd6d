import { expect, test } from 'vitest';
import { promptCatalogue, resourceCatalogue, toolCatalogue } from './catalogue.ts';

const first = { params: {}, seq: 4, fresh: true };

test('a list is complete once its last page was seen, and only if the pages follow one another', () => {
  const tools = toolCatalogue();
  tools.learn({ ...first, result: { tools: [{ name: 'a' }], nextCursor: '2' } });
  expect([tools.complete, [...tools.names()]]).toEqual([false, ['a']]);
  tools.learn({ ...first, params: { cursor: '3' }, result: { tools: [{ name: 'c' }] } });
  expect(tools.complete).toBe(false);
  tools.learn({ ...first, params: { cursor: '2' }, seq: 8, result: { tools: [{ name: 'b' }] } });
  expect([tools.complete, [...tools.names()], tools.listSeq]).toEqual([true, ['a', 'b'], 8]);
});

test('an outdated list keeps its names, and no schema of it counts any more', () => {
  const tools = toolCatalogue();
  tools.learn({ ...first, result: { tools: [{ name: 'a', inputSchema: { type: 'object' } }] } });
  expect(tools.find('a')?.inputSchema).toEqual({ type: 'object' });
  tools.outdate();
  expect([tools.complete, tools.find('a')]).toEqual([
    false,
    { inputSchema: undefined, outputSchema: undefined },
  ]);
});

test('a prompt has its required arguments, and a resource is found by its uri', () => {
  const prompts = promptCatalogue();
  const given = [{ name: 'city', required: true }, { name: 'tone' }];
  prompts.learn({ ...first, result: { prompts: [{ name: 'greet', arguments: given }] } });
  expect(prompts.find('greet')).toEqual({ requiredArguments: ['city'] });
  const resources = resourceCatalogue();
  resources.learn({
    ...first,
    result: { resources: [{ uri: 'note://1', name: 'one' }, { name: 'lost' }, 7] },
  });
  expect([...resources.names()]).toEqual(['note://1']);
});
