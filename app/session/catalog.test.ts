import { expect, test } from 'vitest';
import { promptCatalog, resourceCatalog, toolCatalog } from './catalog.ts';

const first = { params: {} };
const page = (cursor: string) => ({ params: { cursor } });

test('a list is complete once its last page was seen, and only if the pages follow one another', () => {
  const tools = toolCatalog();
  tools.learn(first, { tools: [{ name: 'a' }], nextCursor: '2' }, 4);
  expect([tools.complete, [...tools.names()]]).toEqual([false, ['a']]);
  tools.learn(page('3'), { tools: [{ name: 'c' }] }, 4);
  expect(tools.complete).toBe(false);
  tools.learn(page('2'), { tools: [{ name: 'b' }] }, 8);
  expect([tools.complete, [...tools.names()], tools.listSeq]).toEqual([true, ['a', 'b'], 8]);
  expect([tools.wasWhole(9), tools.wasWhole(8), tools.wasWhole(9, tools.generation - 1)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('an outdated list keeps its names, and no schema of it counts any more', () => {
  const tools = toolCatalog();
  tools.learn(first, { tools: [{ name: 'a', inputSchema: { type: 'object' } }] }, 4);
  expect(tools.find('a')?.inputSchema).toEqual({ type: 'object' });
  tools.outdate();
  expect([tools.complete, tools.find('a')]).toEqual([
    false,
    { inputSchema: undefined, outputSchema: undefined },
  ]);
});

test('a prompt has its required arguments, and a resource is found by its uri', () => {
  const prompts = promptCatalog();
  const given = [{ name: 'city', required: true }, { name: 'tone' }];
  prompts.learn(first, { prompts: [{ name: 'greet', arguments: given }] }, 4);
  expect(prompts.find('greet')).toEqual({ requiredArguments: ['city'] });
  const resources = resourceCatalog();
  resources.learn(first, { resources: [{ uri: 'note://1', name: 'one' }, { name: 'lost' }, 7] }, 4);
  expect([...resources.names()]).toEqual(['note://1']);
});
