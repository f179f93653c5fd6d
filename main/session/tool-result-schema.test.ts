import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TOOL_RESULT } from './output-check.ts';

const block = { type: 'text', text: 'x' };
const results: Readonly<Record<string, unknown>> = {
  'no content': {},
  'content that is none': { content: 'x' },
  'every kind of block': {
    content: [
      { ...block, annotations: { priority: 0.5 }, extra: 1 },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'a:1', name: 'n', icons: [{ src: 'x' }] },
      { type: 'resource', resource: { uri: 'a:1', text: 't' } },
    ],
    structuredContent: { a: 1 },
    isError: true,
    _meta: { x: 1 },
    other: [1],
  },
  'a block of no kind': { content: [block, { type: 'video', data: '' }] },
  'a block without a type': { content: [{ text: 'x' }] },
  'a block that is not an object': { content: [block, 7, null] },
  'a text that is a number': { content: [{ type: 'text', text: 7 }] },
  'an image that is not base64': { content: [{ type: 'image', data: '%', mimeType: 'image/png' }] },
  'a link without a name': { content: [{ type: 'resource_link', uri: 'a:1' }] },
  'a resource with nothing in it': { content: [{ type: 'resource', resource: { uri: 'a:1' } }] },
  'an isError that is a text': { content: [], isError: 'yes' },
  'structured content that is a list': { content: [], structuredContent: [1] },
  'several faults': { content: [{ type: 'text' }, 7], isError: 1, _meta: 2 },
  null: null,
  'a list': [],
};

test.each(Object.entries(results))('%s is taken or refused as by the SDK, in the same words', (_, result) => {
  const own = CallToolResultSchema.safeParse(result);
  const ours = TOOL_RESULT.safeParse(result);
  expect(ours.data).toEqual(own.data);
  expect(ours.error?.message).toBe(own.error?.message);
  expect(ours.error?.issues).toEqual(own.error?.issues);
});

test('any result of texts is taken or refused as by the SDK', () => {
  const text = fc.record(
    {
      type: fc.constantFrom('text', 'image', 7),
      text: fc.oneof(fc.string(), fc.integer()),
      more: fc.constant(1),
      annotations: fc.constantFrom({ priority: 0.5 }, 7),
    },
    { requiredKeys: [] },
  );
  const result = fc.record(
    {
      content: fc.oneof(fc.array(text), fc.constant('x')),
      isError: fc.oneof(fc.boolean(), fc.constant('yes')),
      structuredContent: fc.constantFrom({ a: 1 }, [1]),
      _meta: fc.constantFrom({ x: 1 }, 7),
      other: fc.constant([1]),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(result, (value) => {
      const own = CallToolResultSchema.safeParse(value);
      const ours = TOOL_RESULT.safeParse(value);
      expect(ours.data).toEqual(own.data);
      expect(ours.error?.issues).toEqual(own.error?.issues);
    }),
  );
});
