import { labTool, optionalArguments } from './lab-tool.ts';

const RECORDS_SCHEMA = {
  type: 'object',
  properties: {
    orders: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          customer: { type: 'string' },
          total: { type: 'number' },
          state: { type: 'string', enum: ['open', 'paid', 'sent'] },
          lines: { type: 'array', items: { type: 'object' } },
        },
        required: ['id', 'customer', 'total'],
      },
    },
  },
  required: ['orders'],
};

/** Results of every kind that a host may have to show, and one that the client's schema check refuses. */
export const RESULT_TOOLS = [
  labTool({
    name: 'ok-blocks',
    title: 'Success with blocks of every kind',
    tier: 'ok',
    shows: 'A result with Markdown, image, audio, resource links and embedded resources, with annotations',
  }),
  labTool({
    name: 'ok-records',
    title: 'Success with a list of records',
    tier: 'ok',
    shows: 'A structuredContent that is a list of records, some of which lack a member',
    inputSchema: optionalArguments({
      count: { type: 'integer', minimum: 0, maximum: 20_000, default: 12, description: 'Number of records' },
    }),
    outputSchema: RECORDS_SCHEMA,
  }),
  labTool({
    name: 'records-break-schema',
    title: 'Records that break the output schema',
    tier: 'client',
    outcome: 'rejected by the client',
    shows: 'A list of records that does not fit the outputSchema, so that the SDK client rejects the result',
    outputSchema: RECORDS_SCHEMA,
  }),
] as const;
