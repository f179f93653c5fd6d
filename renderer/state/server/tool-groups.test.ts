import { expect, test } from 'vitest';
import { LAB_TOOLS } from '../../../app/lab/lab-tools.ts';
import { toolGroups } from './tool-groups.ts';

const tool = (name: string, description = '') => ({
  name,
  description,
  inputSchema: {},
  taskSupport: 'forbidden' as const,
});

test("the error lab's tools stand by tier, and none is left out", () => {
  const groups = toolGroups(LAB_TOOLS.map(({ name }) => tool(name)));
  expect(groups.map((group) => group.tier)).toEqual(['ok', 'tool', 'protocol', 'client', 'transport']);
  expect(groups.flatMap((group) => group.tools)).toHaveLength(LAB_TOOLS.length);
});

test("another server's tools stand together in their own order", () => {
  expect(toolGroups([tool('b'), tool('a')])).toEqual([{ tier: undefined, tools: [tool('b'), tool('a')] }]);
  expect(toolGroups([])).toEqual([]);
});
