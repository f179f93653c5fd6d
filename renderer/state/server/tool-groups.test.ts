import { expect, test } from 'vitest';
import { LAB_SERVER_NAME, LAB_TOOLS } from '../../../app/lab/lab-tools.ts';
import { toolGroups } from './sidebar-store.ts';

const tool = (name: string, description = '') => ({
  name,
  description,
  inputSchema: {},
  taskSupport: 'forbidden' as const,
});

const LAB = { server: { name: LAB_SERVER_NAME, version: '1' } };
const OTHER = { server: { name: 'notes', version: '1' } };
const NONE = { calls: 1, tool: 0, protocol: 0, client: 0, transport: 0, last: 1 };

const groupNames = (...given: Parameters<typeof toolGroups>) =>
  toolGroups(...given).map(({ heading, tools }) => [heading, tools.map(({ name }) => name)]);

test("the error lab's tools stand by tier, and none is left out", () => {
  const groups = toolGroups(
    LAB,
    LAB_TOOLS.map(({ name }) => tool(name)),
  );
  expect(groups.map((group) => group.tier)).toEqual(['ok', 'tool', 'protocol', 'client', 'transport']);
  expect(groups.flatMap((group) => group.tools)).toHaveLength(LAB_TOOLS.length);
});

test('tools that were added to the lab stand before its own', () => {
  expect(groupNames(LAB, [tool('ok-text'), tool('added')])).toEqual([
    ['', ['added']],
    ['ok', ['ok-text']],
  ]);
});

test("another server's tools stand together in their own order, whatever they are called", () => {
  expect(groupNames(OTHER, [tool('ok-text'), tool('a')])).toEqual([['', ['ok-text', 'a']]]);
  expect(toolGroups(OTHER, [])).toEqual([]);
});

test('by name they are sorted, and by errors those that failed most often come first', () => {
  const tools = ['b', 'c', 'a'].map((name) => tool(name));
  expect(groupNames(OTHER, tools, 'name')).toEqual([['', ['a', 'b', 'c']]]);
  const uses = new Map([
    ['a', { ...NONE, protocol: 1 }],
    ['c', { ...NONE, tool: 1, client: 1 }],
  ]);
  expect(groupNames(OTHER, tools, 'errors', uses)).toEqual([['', ['c', 'a', 'b']]]);
});

test('many tools are grouped by the first part in which their names differ', () => {
  const many = Array.from({ length: 20 }, (_, at) => [`acme_user_${at}`, `acmeNoteRead${at}`]).flat();
  const groups = toolGroups(
    OTHER,
    [...many, 'acme_sync'].map((name) => tool(name)),
  );
  expect(groups.map(({ heading, tools }) => [heading, tools.length])).toEqual([
    ['user', 20],
    ['note', 20],
    ['others', 1],
  ]);
});

test('names that share nothing are left in one list', () => {
  const names = Array.from({ length: 40 }, (_, at) => `tool${at}`);
  expect(
    toolGroups(
      OTHER,
      names.map((name) => tool(name)),
    ).map(({ heading }) => heading),
  ).toEqual(['']);
});
