import { type ProbeSurface, surfaceOf } from '../surface.ts';

const LISTS = {
  tools: [
    {
      name: 'erase',
      inputSchema: {
        type: 'object',
        properties: { path: { type: 'string', minLength: 1 }, depth: { type: 'integer', maximum: 9 } },
        required: ['path', 'depth'],
      },
      annotations: { destructiveHint: true },
    },
    { name: 'reset', inputSchema: { type: 'object' } },
    {
      name: 'find',
      inputSchema: {
        type: 'object',
        properties: {
          query: { type: 'string' },
          order: { type: 'string', enum: ['up', 'down'] },
          most: { type: 'integer', minimum: 1 },
        },
        required: ['query', 'most'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true },
    },
  ],
  prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }] }],
  resources: [{ uri: 'note://one', name: 'one' }],
  resourceTemplates: [{ uriTemplate: 'note://{id}', name: 'note' }],
};

/** A server with a tool that deletes, one without arguments, and one that only reads. */
export function sampleSurface(revision = '2025-11-25'): ProbeSurface {
  return surfaceOf(revision, { tools: {}, prompts: {}, resources: {}, logging: {} }, LISTS);
}
