import { expect, test } from 'vitest';
import { hostTable } from '../../app/hosts/lens/host-table.ts';
import { readToolErrors } from '../../app/hosts/tools/provider-error.ts';
import { sentTools } from '../../app/hosts/tools/tool-traits.ts';
import { meantTools } from './tool-errors.tsx';

const either = { type: 'object', anyOf: [{ required: ['a'] }] };
const tools = sentTools([
  { name: 'fine', inputSchema: { type: 'object' } },
  { name: 'one', inputSchema: either },
  { name: 'two', inputSchema: either },
]);

function meant(text: string): readonly string[] {
  const [error] = readToolErrors(hostTable(), text);
  return error === undefined ? [] : meantTools(error, tools, 'srv').map(({ name }) => name);
}

const refused = (index: number) =>
  `tools.${index}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`;

test('the number of a message chooses among the tools that have what it is about', () => {
  expect(meant(refused(2))).toEqual(['two', 'one']);
  expect(meant(refused(17))).toEqual(['one', 'two']);
});

test('a name chooses, also behind what a host puts before it', () => {
  const text = (name: string) =>
    `Invalid schema for function '${name}': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.`;
  expect(meant(text('mcp__srv__two'))).toEqual(['two']);
  expect(meant(text('else'))).toEqual(['one', 'two']);
});
