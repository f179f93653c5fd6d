import { isJsonObject } from '../../../app/base/json-value.ts';
import { errorMessage } from '../../../app/base/result.ts';
import type { LabToolOf } from '../../../app/lab/lab-tools.ts';
import {
  errorResult,
  goodAnswer,
  type LabAnswer,
  LabArgumentError,
  type LabRun,
  writeMessage,
} from './lab-call.ts';
import { errorToneWav, TRIANGLE_PNG } from './sample-media.ts';

const TRACEBACK = `Traceback (most recent call last):
  File "/srv/app/server.py", line 88, in call_tool
    return await tool.run(arguments)
  File "/srv/app/tools/report.py", line 31, in run
    total = sum(row["amount"] for row in rows)
KeyError: 'amount'`;

const ISSUES = [
  {
    code: 'invalid_type',
    expected: 'string',
    path: ['query'],
    message: 'expected string, received undefined',
  },
  { code: 'too_big', maximum: 100, inclusive: true, path: ['limit'], message: 'expected number to be <=100' },
];

export const toolErrorRuns = {
  'tool-error-text': () =>
    errorResult('The folder "reports" does not exist. Use list_folders to see the known ones.'),
  'tool-error-thrown': thrown,
  'tool-error-recovery': recovery,
  'tool-error-media': media,
  'tool-error-empty': () => ({ kind: 'result', result: { content: [], isError: true } }),
  // A raw message, because the SDK's server adds the content.
  'tool-error-top-level': (call) =>
    writeMessage(call, {
      ...goodAnswer(call, ''),
      result: {
        isError: true,
        reason: 'rate_limited',
        message: 'Too many requests in this minute',
        details: { limit: 60, retryAfterSeconds: 12 },
      },
    }),
  'tool-error-parity': () =>
    errorResult('Error: The order was not found.', {
      structuredContent: {
        error: {
          code: -32603,
          message: 'The payment service timed out',
          data: {
            reason: 'upstream_timeout',
            recovery: { hint: 'Wait a minute, then call pay_order again.' },
          },
        },
      },
    }),
  'tool-error-traceback': () => errorResult(TRACEBACK),
  'tool-error-crossed-tier': () =>
    errorResult('MCP error -32602: MCP error -32602: Input validation error: "query" is required'),
  'tool-error-category': () => errorResult('ERROR:RATE_LIMIT — 60 requests a minute. Retry in 12 seconds.'),
  'tool-error-validator-dump': () => errorResult(JSON.stringify(ISSUES, null, 2)),
  // A raw message, because the SDK's server sends only what its schema allows.
  'tool-error-any': (call) => {
    const { result = {} } = call.args;
    if (!isJsonObject(result)) throw new LabArgumentError('result must be an object.');
    return writeMessage(call, { ...goodAnswer(call, ''), result: { isError: true, ...result } });
  },
} satisfies Record<LabToolOf<'toolError'>, LabRun>;

/** Handles an exception as the SDK's high-level server does: only its message becomes the text. */
function thrown(): LabAnswer {
  try {
    throw new RangeError('page 12 is beyond the last page, which is 9');
  } catch (error) {
    return errorResult(errorMessage(error));
  }
}

/** The error format of @cyanheads/mcp-ts-core: one error, as text and as structured content. */
function recovery(): LabAnswer {
  const message = 'No city is named "Olso".';
  const hint = 'Call search_city with the first letters of the name, then use its id.';
  return errorResult(`Error: ${message}\n\nRecovery: ${hint}`, {
    structuredContent: {
      error: { code: -32001, message, data: { reason: 'unknown_city', recovery: { hint } } },
    },
  });
}

function media(): LabAnswer {
  const content = [
    { type: 'text', text: 'The page could not be rendered. The picture shows how far it came.' },
    { type: 'image', data: TRIANGLE_PNG, mimeType: 'image/png' },
    { type: 'audio', data: errorToneWav(), mimeType: 'audio/wav' },
    {
      type: 'resource_link',
      uri: 'lab://readme',
      name: 'readme',
      title: 'What the error lab is',
      mimeType: 'text/plain',
    },
    {
      type: 'resource',
      resource: {
        uri: 'lab://render-log',
        mimeType: 'text/plain',
        text: 'layout 12 ms\npaint failed: font "Example Sans" is missing',
      },
    },
  ];
  return { kind: 'result', result: { content, isError: true } };
}
