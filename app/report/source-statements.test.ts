import { describe, expect, it } from 'vitest';
import { SessionScript } from '../findings/testing/session-script.ts';
import type { Header } from '../frame/record.ts';
import { ReportBuilder } from './build-report.ts';
import { exportRecording } from './export/convert.ts';
import { errorDetails } from './problems.ts';
import type { ReportError } from './report.ts';

const ADD = { name: 'add', inputSchema: { type: 'object', properties: { a: { type: 'number' } } } };
/** A tool as listed by early versions of mcp-ts-core. */
const CORE_ADD = { ...ADD, _meta: { 'mcp-ts-core/errors': [] } };
const HEADER: Header = {
  type: 'header',
  format: 'tierscope',
  version: 1,
  startedAt: '2026-11-20T10:00:00.000Z',
  app: { name: 'Tierscope', version: '0.1.0' },
};
const OFFERED = { tools: {}, resources: {} };

const failure = (code: number, message: string, data?: unknown) => ({
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

/** A tool error in mcp-ts-core's format. */
const coreError = (code: number, message: string, data?: object) => ({
  result: {
    isError: true,
    content: [{ type: 'text', text: `Error: ${message}` }],
    structuredContent: { error: { code, message, ...(data === undefined ? {} : { data }) } },
  },
});

/** The report on the last error of a script. */
function reported(script: SessionScript): ReportError {
  const builder = new ReportBuilder();
  for (const record of script.records) builder.take(record, 'seq' in record ? record.seq : 1);
  const error = builder
    .finish('', 'tierscope', [])
    .sessions.flatMap(({ errors }) => errors)
    .at(-1);
  if (error === undefined) throw new Error('no error');
  return error;
}

const rulesOf = ({ findings }: ReportError) =>
  findings.map(({ rule, severity, certainty }) => `${rule} ${severity} ${certainty}`);
const repairOf = ({ findings }: ReportError, id: string) => findings.find(({ rule }) => rule === id)?.after;

describe('an error of the TypeScript SDK 2', () => {
  it.each(['lookup key "dark" not found', 'Unknown encoding: utf-9', 'no such column: title'])(
    'is the exception of a callback, not a missing resource: %s',
    (message) => {
      const script = new SessionScript().handshake('2025-11-25', OFFERED);
      const error = reported(
        script.request('resources/read', { uri: 'note://ada' }, failure(-32603, message)),
      );
      expect(error).toMatchObject({ cause: 'failed-inside', acts: 'server' });
      expect(rulesOf(error).filter((rule) => rule.startsWith('T03'))).toEqual([]);
    },
  );

  it.each([
    ['a listed tool', 'add', failure(-32602, 'Tool add disabled')],
    ['a tool without a list', 'wipe', failure(-32602, 'tool "wipe" is currently disabled')],
    [
      'a tool error of version 1',
      'wipe',
      {
        result: { isError: true, content: [{ type: 'text', text: 'MCP error -32602: Tool wipe disabled' }] },
      },
    ],
  ])('sends nobody to the arguments of %s that is switched off', (_, name, answer) => {
    const script = new SessionScript().handshake();
    if (name === 'add') script.listTools(ADD);
    const error = reported(script.call(name, { a: 1 }, answer));
    expect(error).toMatchObject({ cause: 'target-disabled', acts: 'model' });
    expect(error.todo).toMatch(/^Do without .* or have the server enable it/);
  });

  it('takes no other text about something disabled for that', () => {
    const script = new SessionScript().handshake().listTools(ADD);
    const error = reported(script.call('add', { a: 1 }, failure(-32602, 'add: network access is disabled')));
    expect(error.cause).not.toBe('target-disabled');
  });

  it('says what to return instead of a thrown URL elicitation', () => {
    const script = new SessionScript().discover().listTools(ADD);
    const message =
      'URL elicitation cannot be signalled by throwing UrlElicitationRequiredError on protocol revision 2026-07-28: return …';
    const error = reported(script.call('add', { a: 1 }, failure(-32603, message)));
    expect(error).toMatchObject({ cause: 'url-elicitation-thrown', acts: 'server' });
    expect(error.todo).toContain('return inputRequired');
    expect(rulesOf(error)).toEqual([]);
  });

  it('lays what a tool asks in mid-call to the era, which has no requests of the server', () => {
    const python =
      "Cannot send 'elicitation/create': this transport context has no back-channel for server-initiated requests.";
    const typescript =
      "Server-to-client requests are not available on protocol revision 2026-07-28: 'sampling/createMessage' cannot be sent while serving a request on that revision.";
    const answers = [
      failure(-32600, python),
      { result: { resultType: 'complete', isError: true, content: [{ type: 'text', text: typescript }] } },
    ];
    for (const answer of answers) {
      const script = new SessionScript().discover().listTools(ADD);
      const error = reported(script.call('add', { a: 1 }, answer));
      expect(error).toMatchObject({ cause: 'cannot-ask', acts: 'user' });
      expect(error.explanation).toMatch(
        /sends (?:elicitation|sampling)\/create\w* to the client while it runs/,
      );
      expect(error.todo).toMatch(/^Reconnect as 2025-11-25/);
      expect(rulesOf(error)).not.toContain('T04');
    }
    const script = new SessionScript().handshake().listTools(ADD);
    const error = reported(script.call('add', { a: 1 }, failure(-32600, python)));
    expect(error).toMatchObject({ cause: 'cannot-ask', acts: 'server' });
  });
});

describe('what the error guide says', () => {
  it('makes of JSON that is the whole text a sentence and a second block', () => {
    const json = '{"code":"E_USER","message":"No user 7: call list_users"}';
    const error = reported(new SessionScript().handshake().listTools(ADD).callFails('add', json));
    expect(rulesOf(error)).toContain('Q19 advice certain');
    expect(JSON.parse(repairOf(error, 'Q19') ?? '').result.content).toEqual([
      { type: 'text', text: 'No user 7: call list_users' },
      { type: 'text', text: json },
    ]);
    expect(error.acts).toBe('model');
  });

  it('has its production log: a line of JSON for each error, with level, tool, duration, code and message', () => {
    const { records } = new SessionScript().handshake().listTools(ADD).callFails('add', 'No sum today');
    const lines = [...exportRecording('log', { header: HEADER, records })];
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        level: 'warn',
        event: 'tool_error',
        tool: 'add',
        durationMs: expect.any(Number),
        message: 'No sum today',
      },
    ]);
  });

  it.each([99, 'err_GMCNOFxJ4mw'])('says of -32600 under the id %s that a line was refused', (id) => {
    const script = new SessionScript().handshake().server({ id, ...failure(-32600, 'Invalid Request') });
    const error = reported(script);
    expect(error.cause).toBe('answer-to-no-request');
    expect(error.explanation).toMatch(/which nobody asked for.*-32600 says that it could not read a line/);
    expect(rulesOf(error)).toContain('E04 violation certain');
  });
});

describe('what SEP-1303 says', () => {
  it.each(['Internal error', 'Internal server error', 'An error occurred.'])(
    'leaves a bare -32603 to the server: %s',
    (message) => {
      const script = new SessionScript().handshake().listTools(ADD);
      expect(rulesOf(reported(script.call('add', { a: 1 }, failure(-32603, message))))).toContain(
        'T04 advice likely',
      );
    },
  );

  it.each([
    failure(-32603, 'disk quota exceeded'),
    failure(-32603, 'Internal error', { message: 'disk full' }),
  ])('keeps a failure with a cause a violation', (answer) => {
    const script = new SessionScript().handshake().listTools(ADD);
    expect(rulesOf(reported(script.call('add', { a: 1 }, answer)))).toContain('T04 violation certain');
  });

  it.each([
    'a must be a number',
    'Missing required field: a',
    'expected string, received null',
    'a: field required',
  ])('likely finds validation as a protocol error without a list of tools: %s', (message) => {
    const error = reported(new SessionScript().handshake().call('add', { a: 'x' }, failure(-32602, message)));
    expect(rulesOf(error)).toContain('T01 violation likely');
  });

  it.each(['Unknown tool: add', 'No tool named add: one is required', 'Invalid tool name: add', 'add'])(
    'finds none in %s',
    (message) => {
      const error = reported(
        new SessionScript().handshake().call('add', { a: 'x' }, failure(-32602, message)),
      );
      expect(rulesOf(error).filter((rule) => rule.startsWith('T01'))).toEqual([]);
    },
  );
});

describe('an error of mcp-ts-core', () => {
  const coreCall = (...answer: Parameters<typeof coreError>) =>
    reported(
      new SessionScript()
        .handshake()
        .listTools(CORE_ADD)
        .call('add', { a: 1 }, coreError(...answer)),
    );

  it.each([
    ['Request timed out', -32004, undefined, /row 7 of the common patterns \(step 4 .*“timed out”/],
    ['upstream said status code 503', -32000, undefined, /row 9 of the provider patterns \(step 3 /],
    ['x is not a function', -32603, undefined, /the last resort \(step 6 /],
    ['Seat 7 is taken', -32002, undefined, /\(steps 1 and 2 .*no pattern gives it/],
    ['Request timed out', -32004, { reason: 'slow' }, /the handler's own \(step 1 /],
  ])('says by which step of the classifier "%s" has %s', (message, code, data, said) => {
    expect(coreCall(code, message, data).explanation).toMatch(said);
  });

  it('says no step of another server that has the same form', () => {
    const script = new SessionScript().handshake().listTools(ADD);
    const error = reported(script.call('add', { a: 1 }, coreError(-32004, 'Request timed out')));
    expect(error.explanation).not.toContain('classifier');
  });

  it('says no step of an error in another form', () => {
    const other = { result: { isError: true, content: [{ type: 'text', text: 'Request timed out' }] } };
    const error = reported(new SessionScript().handshake().listTools(CORE_ADD).call('add', { a: 1 }, other));
    expect(error.explanation).not.toContain('classifier');
  });

  it('leaves the codes of JSON-RPC to the SDK below', () => {
    const script = new SessionScript().handshake('2025-11-25', OFFERED).listTools(CORE_ADD);
    for (const a of [1, 2, 3])
      script.call('add', { a }, coreError(-32005, 'Not for you', { reason: 'locked' }));
    const read = (code: number) =>
      reported(script.request('resources/read', { uri: 'note://ada' }, failure(code, 'The note is locked')));
    expect(read(-32005).explanation).toContain('classifier');
    expect(read(-32602).explanation).not.toContain('classifier');
  });

  it('asks the author for the reason that ctx.fail does not know, in tools and in resources', () => {
    const message = "ctx.fail() called with unknown reason 'gone' — not declared in errors[].";
    const data = { reason: 'gone', declaredReasons: ['lost'] };
    const script = new SessionScript().handshake('2025-11-25', OFFERED);
    const read = script.request('resources/read', { uri: 'note://ada' }, failure(-32603, message, data));
    for (const error of [coreCall(-32603, message, data), reported(read)]) {
      expect(error).toMatchObject({ cause: 'undeclared-reason', acts: 'server' });
      expect(error.explanation).toContain('"gone", which its contract lacks');
    }
  });

  it('says that a client may throw the answer away for its structuredContent', () => {
    const tool = { ...ADD, outputSchema: { type: 'object', required: ['sum'] } };
    const script = new SessionScript().handshake().listTools(tool);
    const error = reported(script.call('add', { a: 1 }, coreError(-32001, 'Item 7 not found')));
    expect(rulesOf(error)).toContain('Q08 advice certain');
    expect(error.reaches.source).toMatch(/should give .*throws this answer away/i);
    expect(errorDetails(error).filter(({ label }) => label === 'model')).toHaveLength(2);
    expect(coreCall(-32001, 'Item 7 not found').reaches.source).not.toContain('throws');
  });

  it('names -32001 for a missing resource, and the code of the revision', () => {
    const script = new SessionScript().handshake('2025-11-25', OFFERED);
    const error = reported(
      script.request(
        'resources/read',
        { uri: 'note://ada' },
        failure(-32001, 'Resource note://ada not found'),
      ),
    );
    expect(error).toMatchObject({ cause: 'request-unknown-target', retry: 'changed' });
    expect(rulesOf(error)).toContain('T03 advice certain');
    expect(JSON.parse(repairOf(error, 'T03') ?? '').error.code).toBe(-32002);
  });
});

describe('an error of Hermes', () => {
  it('keeps its detail in the repaired frame, in either tier', () => {
    const detail = 'a: expected type of :integer received "x" value';
    const script = new SessionScript().handshake('2025-06-18').listTools(ADD);
    const error = reported(
      script.call('add', { a: 'x' }, failure(-32602, 'Invalid params', { message: detail })),
    );
    expect(JSON.parse(repairOf(error, 'T01') ?? '').result.content[0].text).toBe(`Invalid params: ${detail}`);
    expect(JSON.parse(repairOf(error, 'D06') ?? '').error).toMatchObject({
      message: `Invalid params: ${detail}`,
      data: { message: detail },
    });
  });
});
