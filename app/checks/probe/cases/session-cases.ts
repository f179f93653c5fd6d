import { serverCapabilityFor } from '../../../protocol/methods.ts';
import type { CaseContext } from '../case-context.ts';
import {
  type CaseFamily,
  type CaseLeftOut,
  type Expectation,
  leftOutKinds,
  type PlannedCase,
  plannedCase,
  refusal,
} from '../probe-case.ts';
import { declares } from '../surface.ts';

const BURST = 12;
const JSON_RPC = 'JSON-RPC 2.0 §5';

type Part = Partial<PlannedCase> & Pick<PlannedCase, 'kind' | 'steps' | 'expects'>;

/** Who reads such a line is the SDK. */
function wireCase(family: CaseFamily, part: Part): PlannedCase {
  return plannedCase({ family, layer: 'wire', ...part });
}

/** Methods, lists, ids, a burst, and what comes before the handshake. */
export function sessionCases(context: CaseContext): readonly PlannedCase[] {
  return [
    unknownMethod(context),
    ...undeclared(context),
    ...cursors(context),
    ...logLevel(context),
    ...ids(context),
    burst(context),
    oneIdTwice(context),
    ...(context.era === 'initialize' ? unready(context) : []),
  ];
}

export function sessionLeftOut({ surface, era }: CaseContext): readonly CaseLeftOut[] {
  const isOld = era === 'initialize';
  return leftOutKinds('session', [
    ['bad log level', isOld && declares(surface, 'logging'), 'The server declares no logging.'],
    ['call before the handshake', isOld, 'This revision has no handshake.'],
  ]);
}

function unknownMethod(context: CaseContext): PlannedCase {
  return wireCase('session', {
    kind: 'unknown method',
    title: 'a method that does not exist',
    steps: [context.request(`probe/${context.word}`)],
    expects: refusal(-32601, 'JSON-RPC 2.0 §5.1, -32601', {
      binding: 'MUST',
      wrong: ['result', 'tool error'],
      ifWrong: {
        message: 'The server answered a method that it cannot know with a result.',
        todo: 'The server must answer -32601 for a method that it does not know, so that clients can fall back.',
      },
    }),
  });
}

/** A method of a capability that was not declared: a client asks it only by mistake. */
function undeclared(context: CaseContext): readonly PlannedCase[] {
  const method = ['prompts/list', 'resources/list', 'tools/list'].find(
    (one) => !declares(context.surface, ...(serverCapabilityFor(one) ?? [])),
  );
  if (method === undefined) return [];
  return [
    wireCase('session', {
      kind: 'undeclared capability',
      target: method,
      title: `${method}, which was not declared`,
      steps: [context.request(method)],
      expects: refusal(
        -32601,
        'MCP 2025-11-25, basic/lifecycle.mdx, "Operation": only capabilities that were negotiated',
        { binding: 'convention' },
      ),
    }),
  ];
}

function cursors(context: CaseContext): readonly PlannedCase[] {
  const lists = ['tools', 'resources', 'prompts'].filter((name) => declares(context.surface, name));
  return lists.map((name) =>
    wireCase('lists', {
      id: `lists/bad cursor/${name}`,
      kind: 'bad cursor',
      target: `${name}/list`,
      title: 'a cursor that the server never gave',
      steps: [context.request(`${name}/list`, { cursor: context.word })],
      expects: refusal(
        -32602,
        'MCP 2025-11-25, server/utilities/pagination.mdx: invalid cursors SHOULD result in -32602',
        {
          sentence: 'The server answers -32602; one without pages may ignore the cursor.',
          good: [-32602, 'result'],
        },
      ),
    }),
  );
}

function logLevel(context: CaseContext): readonly PlannedCase[] {
  if (context.era !== 'initialize' || !declares(context.surface, 'logging')) return [];
  return [
    wireCase('session', {
      kind: 'bad log level',
      target: 'logging/setLevel',
      title: 'a log level that does not exist',
      steps: [context.request('logging/setLevel', { level: context.word })],
      expects: refusal(-32602, 'MCP 2025-11-25, server/utilities/logging.mdx, "Error Handling"', {
        wrong: ['result'],
        ifWrong: {
          message: 'The server took a log level that does not exist.',
          todo: 'The server should answer -32602 for a level that is none of the eight.',
        },
      }),
    }),
  ];
}

/** Every string and every integer is an id, and comes back as it was (MCP schema, RequestId). */
function ids(context: CaseContext): readonly PlannedCase[] {
  const sameId: Expectation = {
    ...{ tier: 'ok', binding: 'MUST', sentence: 'The server answers with the same id.' },
    source: `${JSON_RPC}: the id of the answer MUST be the same; MCP schema, RequestId`,
    ...{ good: ['result'], wrong: [] },
  };
  const ofId = (kind: string, id: string, expects: Expectation, isReused = false) =>
    wireCase('ids', {
      id: `ids/${kind}`,
      kind: `id ${kind}`,
      title: `the id ${id}${isReused ? ', which was used before' : ''}`,
      steps: [context.harmless({ deliberate: isReused }, id)],
      expects,
    });
  return [
    ofId('text', JSON.stringify(context.word), sameId),
    ofId('number as text', JSON.stringify(context.freshId()), sameId),
    ofId('negative', `-${context.freshId()}`, sameId),
    ofId(
      'zero again',
      '0',
      {
        ...{ tier: 'ok', binding: 'convention' },
        sentence: 'The server answers, or refuses with -32600.',
        source: 'MCP 2025-11-25, basic/index.mdx: the id MUST NOT have been used before',
        ...{ good: ['result', -32600], wrong: [] },
      },
      true,
    ),
  ];
}

function burst(context: CaseContext): PlannedCase {
  return wireCase('traffic', {
    kind: 'burst',
    title: `${BURST} requests at once`,
    steps: Array.from({ length: BURST }, () => context.harmless({ wait: 'none' })),
    expects: {
      ...{ tier: 'ok', binding: 'MUST', source: JSON_RPC },
      sentence: 'The server answers each of them under its own id.',
      ...{ good: ['result'], wrong: [] },
    },
  });
}

/** Nobody can say which answer is whose, so any is right: the server has to go on. */
function oneIdTwice(context: CaseContext): PlannedCase {
  const id = context.freshId();
  const step = context.harmless({ wait: 'none', deliberate: true }, id);
  return wireCase('ids', {
    id: 'ids/open twice',
    kind: 'id open twice',
    title: 'two requests that are open under one id',
    leavesMark: true,
    // A second answer under this id, or one without an id, is an answer to the second request.
    spares: ['E03', 'E04', 'E05', 'E16'],
    steps: [step, { ...step, id: undefined }],
    expects: {
      ...{ tier: 'any', binding: 'convention' },
      sentence: 'The server answers both, or refuses the second with -32600; it goes on working.',
      source:
        'MCP 2025-11-25, basic/index.mdx: the id MUST NOT have been used before by the requestor; JSON-RPC 2.0 §4.1',
      ...{ good: ['result', -32600, 'silence'], wrong: [] },
    },
  });
}

function unready(context: CaseContext): readonly PlannedCase[] {
  const shared = { unready: true, leavesMark: true, mayEnd: true } as const;
  const params = {
    protocolVersion: '1999-01-01',
    capabilities: {},
    clientInfo: { name: 'tierscope-probe', version: '0' },
  };
  return [
    wireCase('session', {
      ...shared,
      kind: 'call before the handshake',
      target: 'tools/list',
      title: 'a request before the handshake',
      steps: [context.request('tools/list', undefined, { deliberate: true, id: undefined })],
      expects: {
        ...{ tier: 'protocol', binding: 'convention' },
        sentence: 'The server refuses, or answers as if the handshake was done; many end or stay silent.',
        source: 'MCP 2025-11-25, basic/lifecycle.mdx: the client SHOULD NOT send requests other than pings',
        ...{ good: [-32600, -32602, -32002, 'result', 'silence', -32601], wrong: [] },
      },
    }),
    wireCase('session', {
      ...shared,
      kind: 'unsupported revision',
      target: 'initialize',
      title: 'a revision that nobody speaks',
      steps: [context.request('initialize', params)],
      expects: {
        ...{ tier: 'any', binding: 'MUST' },
        sentence: 'The server answers with a revision that it supports, or refuses with -32602.',
        source: 'MCP 2025-11-25, basic/lifecycle.mdx, "Version Negotiation"',
        ...{ good: ['result', -32602, -32022], wrong: [] },
      },
    }),
  ];
}
