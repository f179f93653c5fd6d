import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isJsonObject, parseJson } from '../../base/json-value.ts';
import { checkPart, firstMisfit } from '../../base/schema/check-schema.ts';
import { runs } from '../../base/testing/runs.ts';
import { probePlan } from './plan.ts';
import { propertySchema } from './sample-value.ts';
import { type ProbeTool, surfaceOf } from './surface.ts';

const scalar = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'null') }),
  fc.record({
    type: fc.constant('string'),
    minLength: fc.nat(3),
    maxLength: fc.integer({ min: 3, max: 20 }),
  }),
  fc.record({
    type: fc.constant('integer'),
    minimum: fc.integer({ min: -5, max: 5 }),
    maximum: fc.integer({ min: 5, max: 9 }),
  }),
  fc.record({ type: fc.constant('string'), pattern: fc.constantFrom('^[0-9]{3}$', '^[A-Z]+-1$', '^a') }),
  fc.record({ enum: fc.array(fc.oneof(fc.string(), fc.integer()), { minLength: 1, maxLength: 3 }) }),
  fc.constant({}),
);
/** So many arguments that some, or their cases, are left out. */
const many = fc.integer({ min: 25, max: 45 }).chain((count) =>
  fc.record({
    type: fc.constant('object'),
    properties: fc.constant(
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`n${at}`, { type: 'integer', minimum: 1 }]),
      ),
    ),
    required: fc.constant(Array.from({ length: count }, (_, at) => `n${at}`)),
  }),
);
const property = fc.oneof(
  scalar,
  fc.record({ type: fc.constant('array'), items: scalar, minItems: fc.nat(2) }),
  fc.record({ type: fc.constant('object'), properties: fc.dictionary(fc.string(), scalar, { maxKeys: 2 }) }),
  fc.record({ anyOf: fc.array(scalar, { minLength: 1, maxLength: 2 }) }),
);
const names = fc.stringMatching(/^[a-z]{1,6}$/);
const schema = fc.dictionary(names, property, { maxKeys: 4 }).chain((properties) =>
  fc.record({
    type: fc.constant('object'),
    properties: fc.constant(properties),
    required: fc.oneof(fc.subarray(Object.keys(properties)), fc.array(names, { maxLength: 2 })),
    additionalProperties: fc.boolean(),
  }),
);
const tools = fc.uniqueArray(
  fc.record({
    name: fc.stringMatching(/^tool_[a-z]{1,5}$/),
    inputSchema: fc.oneof({ weight: 9, arbitrary: schema }, { weight: 1, arbitrary: many }),
    annotations: fc.option(
      fc.record(
        { readOnlyHint: fc.option(fc.boolean()), destructiveHint: fc.option(fc.boolean()) },
        { requiredKeys: [] },
      ),
      { nil: undefined },
    ),
  }),
  { selector: ({ name }) => name, minLength: 1, maxLength: 4 },
);
const revisions = fc.constantFrom('2024-11-05', '2025-06-18', '2025-11-25', '2026-07-28');

/** The tool that a line calls, with its arguments. */
function calledIn(text: string, listed: readonly ProbeTool[]): readonly [ProbeTool, unknown] | undefined {
  if (!text.includes('"tools/call"') || parseJson(text) === undefined) return undefined;
  // Nothing is cut here, however deep.
  const line: unknown = JSON.parse(text);
  const params = isJsonObject(line) && line.method === 'tools/call' ? line.params : undefined;
  const tool = isJsonObject(params) ? listed.find(({ name }) => name === params.name) : undefined;
  return tool === undefined || !isJsonObject(params) ? undefined : [tool, params.arguments];
}

it('never calls a tool that may not run with arguments that fit, nor with one that fits by itself', () => {
  fc.assert(
    fc.property(tools, revisions, fc.nat(), fc.boolean(), (list, revision, seed, allowFirst) => {
      const lists = { tools: list, prompts: [{ name: 'greet' }], resources: [], resourceTemplates: [] };
      const http = seed % 2 === 0 ? { hasSession: true, isLoopback: true } : undefined;
      const surface = surfaceOf(revision, { tools: {}, prompts: {}, completions: {} }, lists, http);
      const allowed = allowFirst ? [surface.tools[0]?.name ?? ''] : [];
      const { cases } = probePlan(surface, { allowed, seed });
      for (const { text } of cases.flatMap(({ steps }) => steps)) {
        const [tool, given] = calledIn(text, surface.tools) ?? [];
        if (tool === undefined || tool.readOnly || allowed.includes(tool.name)) continue;
        if (!isJsonObject(given)) {
          // A server that does not check treats a non-object as empty: that must not fit either.
          expect(firstMisfit(tool.inputSchema, {})).toBeDefined();
          continue;
        }
        expect(firstMisfit(tool.inputSchema, given)).toBeDefined();
        expect(firstMisfit(tool.inputSchema, {})).toBeDefined();
        for (const [name, value] of Object.entries(given)) {
          const own = propertySchema(tool.inputSchema, name);
          if (own !== undefined) {
            expect(checkPart(tool.inputSchema, own, value).warnings.length).toBeGreaterThan(0);
          }
        }
      }
    }),
    { numRuns: runs(150) },
  );
});
