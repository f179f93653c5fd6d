import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { declaredReasons, failedReason, toolContract } from './structured-error.ts';

/** The output schema that mcp-ts-core 0.12.3 writes for a tool with two declared reasons (toolHandlerFactory.ts). */
const OUTPUT_SCHEMA = {
  type: 'object',
  properties: {
    notes: { type: 'array' },
    error: {
      type: 'object',
      properties: {
        code: { type: 'integer' },
        message: { type: 'string' },
        data: {
          type: 'object',
          properties: {
            reason: {
              type: 'string',
              description:
                'Machine-readable failure mode. Declared by this tool: `disk_full`: The disk holds no more notes. `locked`: Another call: it writes. Other values are possible when a failure originates below the handler.',
              examples: ['disk_full', 'locked'],
            },
          },
        },
      },
    },
  },
  anyOf: [{ not: { required: ['error'] } }, { required: ['error'] }],
};

function failure(message: string, data: { readonly [key: string]: unknown }) {
  return { isError: true, content: [], structuredContent: { error: { code: -32603, message, data } } };
}

describe('the contract of a tool', () => {
  it('is read from the output schema, with the words of the author', () => {
    expect(declaredReasons({ outputSchema: OUTPUT_SCHEMA })).toEqual([
      { reason: 'disk_full', when: 'The disk holds no more notes.' },
      { reason: 'locked', when: 'Another call: it writes.' },
    ]);
  });

  it('is read from _meta, where older versions put it', () => {
    const errors = [{ reason: 'disk_full', code: -32000, when: 'No room.' }, { reason: 'locked' }, 'x'];
    expect(declaredReasons({ _meta: { 'mcp-ts-core/errors': errors } })).toEqual([
      { reason: 'disk_full', when: 'No room.' },
      { reason: 'locked', when: '' },
    ]);
  });

  it('is none where nothing is declared', () => {
    expect(declaredReasons({})).toBeUndefined();
    expect(declaredReasons({ outputSchema: { type: 'object', properties: { error: {} } } })).toBeUndefined();
  });

  it('counts what was seen, and tells a slip of the author from a reason of a lower layer', () => {
    const declared = declaredReasons({ outputSchema: OUTPUT_SCHEMA }) ?? [];
    const seen = [
      failure('gone', { reason: 'locked' }),
      failure('gone', { reason: 'locked' }),
      failure('bad yaml', { reason: 'yaml_parse_failed' }),
      failure("ctx.fail() called with unknown reason 'lokced' — not declared in errors[].", {
        reason: 'lokced',
        declaredReasons: ['disk_full', 'locked'],
      }),
      failure('no reason', {}),
    ].flatMap((result) => failedReason(result) ?? []);
    expect(toolContract(declared, seen)).toEqual({
      declared: [
        { reason: 'locked', when: 'Another call: it writes.', seen: 2 },
        { reason: 'disk_full', when: 'The disk holds no more notes.', seen: 0 },
      ],
      undeclared: [
        { reason: 'yaml_parse_failed', refused: false, seen: 1 },
        { reason: 'lokced', refused: true, seen: 1 },
      ],
    });
  });

  it('reads the reason that older versions put into _meta.error', () => {
    expect(
      failedReason({ isError: true, _meta: { error: { code: -32000, data: { reason: 'locked' } } } }),
    ).toEqual({
      reason: 'locked',
      refused: false,
    });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        declaredReasons({ outputSchema: value, _meta: value });
        failedReason({ structuredContent: value, _meta: value } as never);
      }),
    );
  });
});
