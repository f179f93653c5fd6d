import type { VocabularyTable } from '../catalogue-entry.ts';

export const a2a10Table: VocabularyTable = {
  vocabulary: 'a2a-1-0',
  defaults: {
    kind: 'code',
    tier: 'protocol',
    emittedBy: 'server',
    recoverable: 'n/a',
    whenItAppears: 'A gateway bridges agents (A2A) and MCP, and lets the code through.',
    how: 'Do not read an MCP error this way unless a bridge is involved.',
    source: 'https://a2a-protocol.org/latest/specification/ (A2A-specific errors)',
  },
  rows: [
    {
      code: -32001,
      name: 'TaskNotFoundError',
      meaning: 'In A2A: no task has this id.',
    },
    {
      code: -32002,
      name: 'TaskNotCancelableError',
      meaning: 'In A2A: the task can no longer be cancelled.',
    },
    {
      code: -32003,
      name: 'PushNotificationNotSupportedError',
      meaning: 'In A2A: the agent sends no push notifications.',
    },
    {
      code: -32004,
      name: 'UnsupportedOperationError',
      meaning: 'In A2A: the agent does not offer this operation.',
    },
    {
      code: -32005,
      name: 'ContentTypeNotSupportedError',
      meaning: 'In A2A: the agent cannot take or give this media type.',
    },
    {
      code: -32006,
      name: 'InvalidAgentResponseError',
      meaning: 'In A2A: the agent answered with something invalid.',
    },
    {
      code: -32007,
      name: 'ExtendedAgentCardNotConfiguredError (was AuthenticatedExtendedCardNotConfigured)',
      meaning: 'In A2A: no extended agent card is set up.',
    },
    {
      code: -32008,
      name: 'ExtensionSupportRequiredError',
      meaning: 'In A2A: the client must support an extension that the agent requires.',
    },
    {
      code: -32009,
      name: 'VersionNotSupportedError',
      meaning: 'In A2A: the agent does not speak this protocol version.',
    },
  ],
};
