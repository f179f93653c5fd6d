import { labTool, optionalArguments } from './lab-tool.ts';

/** Results with `isError: true`, good and bad ones, which are meant for the model. */
export const TOOL_ERROR_TOOLS = [
  labTool({
    name: 'tool-error-text',
    title: 'Tool error, plain text',
    tier: 'tool',
    shows: 'A result with isError and one plain sentence',
  }),
  labTool({
    name: 'tool-error-thrown',
    title: 'Tool error from an exception',
    tier: 'tool',
    shows: 'A thrown exception that the server caught and turned into a result with isError',
  }),
  labTool({
    name: 'tool-error-recovery',
    title: 'Tool error with a recovery hint',
    tier: 'tool',
    shows: 'A result with isError, structuredContent.error and a recovery hint that its text repeats',
  }),
  labTool({
    name: 'tool-error-media',
    title: 'Tool error with image, audio and resources',
    tier: 'tool',
    shows: 'A result with isError and text, image, audio, resource link and embedded resource blocks',
  }),
  labTool({
    name: 'tool-error-empty',
    title: 'Tool error with empty content',
    tier: 'tool',
    shows: 'A result with isError and an empty content, which leaves a host nothing to pass on',
  }),
  labTool({
    name: 'tool-error-top-level',
    title: 'Tool error beside the content',
    tier: 'tool',
    shows: 'A result with isError, with reason, message and details at the top level and no content',
  }),
  labTool({
    name: 'tool-error-parity',
    title: 'Tool error that contradicts itself',
    tier: 'tool',
    shows: 'A result with isError whose text and structuredContent.error disagree',
  }),
  labTool({
    name: 'tool-error-traceback',
    title: 'Tool error with a traceback',
    tier: 'tool',
    shows: 'A result with isError whose text leaks a stack trace with paths',
  }),
  labTool({
    name: 'tool-error-crossed-tier',
    title: 'Tool error that quotes a protocol error',
    tier: 'tool',
    shows: 'A result with isError whose text begins with the SDK prefix of a protocol error',
  }),
  labTool({
    name: 'tool-error-category',
    title: 'Tool error with a category prefix',
    tier: 'tool',
    shows: 'A result with isError whose text begins with ERROR:RATE_LIMIT and says when to retry',
  }),
  labTool({
    name: 'tool-error-validator-dump',
    title: 'Tool error with raw validator output',
    tier: 'tool',
    shows: 'A result with isError whose text is a list of validation issues as JSON',
  }),
  labTool({
    name: 'tool-error-any',
    title: 'Tool error of any shape',
    tier: 'tool',
    shows: 'A result with isError and with the members of the argument result, as they are',
    inputSchema: optionalArguments({
      result: { type: 'object', description: 'The whole result; isError is added if it is not there' },
    }),
    sampleArguments: { result: { content: [], reason: 'busy' } },
  }),
] as const;
