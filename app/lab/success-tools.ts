import { labTool, optionalArguments } from './lab-tool.ts';

const MEGABYTES = {
  type: 'integer',
  minimum: 1,
  maximum: 64,
  default: 5,
  description: 'Size in units of 1,048,576 bytes',
};

/** Answers without `isError`: plain successes, and errors that look like one. */
export const SUCCESS_TOOLS = [
  labTool({ name: 'ok-text', title: 'Plain success', tier: 'ok', shows: 'A result with one text block' }),
  labTool({
    name: 'ok-structured',
    title: 'Structured success',
    tier: 'ok',
    shows: 'A result whose structuredContent keeps to the outputSchema',
    inputSchema: optionalArguments({ city: { type: 'string', default: 'Oslo' } }),
    outputSchema: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        celsius: { type: 'number' },
        sky: { type: 'string', enum: ['clear', 'cloudy', 'rain'] },
      },
      required: ['city', 'celsius', 'sky'],
      additionalProperties: false,
    },
  }),
  labTool({
    name: 'disguised-error-text',
    title: 'Error disguised as a success (text)',
    tier: 'ok',
    shows: 'A text that reports a failure in a result that lacks isError',
  }),
  labTool({
    name: 'disguised-error-json',
    title: 'Error disguised as a success (JSON)',
    tier: 'ok',
    shows: 'A JSON text with an error member in a result that lacks isError',
  }),
  labTool({
    name: 'result-without-content',
    title: 'Result without content',
    tier: 'ok',
    shows: 'A result that lacks the required content, which the SDK client fills with an empty list',
  }),
  labTool({
    name: 'large-text',
    title: '5 MB of text',
    tier: 'ok',
    shows: 'One text block of 5 MB',
    inputSchema: optionalArguments({ megabytes: MEGABYTES }),
  }),
  labTool({
    name: 'large-structured',
    title: '5 MB of structured content',
    tier: 'ok',
    shows: 'A structuredContent of 5 MB, as a list of records',
    inputSchema: optionalArguments({ megabytes: MEGABYTES }),
    outputSchema: {
      type: 'object',
      properties: { records: { type: 'array', items: { type: 'object' } } },
      required: ['records'],
    },
  }),
] as const;
