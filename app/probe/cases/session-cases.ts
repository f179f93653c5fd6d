import { serverCapabilityFor } from '../../protocol/methods.ts';
import type { CaseContext } from '../case-context.ts';
import { type CaseLeftOut, type Expectation, type PlannedCase, plannedCase } from '../probe-case.ts';
import { declares } from '../surface.ts';

const BURST = 12;
const JSON_RPC = 'JSON-RPC 2.0 §5';

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
  const kinds: readonly (readonly [string, boolean, string])[] = [
    [
      'bad log level',
      era === 'initialize' && declares(surface, 'logging'),
      'The server declares no logging.',
    ],
    ['call before the handshake', era === 'initialize', 'This revision has no handshake.'],
  ];
  return kinds.flatMap(([kind, applies, why]) =>
    applies ? [] : [{ id: `session/${kind}`, family: 'session', kind, target: '', title: kind, why }],
  );
}

function unknownMethod(context: CaseContext): PlannedCase {
  const method = `probe/${context.word}`;
  return plannedCase({
    id: 'session/unknown method',
    family: 'session',
    kind: 'unknown method',
    target: '',
    title: 'a method that does not exist',
    layer: 'wire',
    steps: [context.request(method)],
    expects: {
      tier: 'protocol',
      binding: 'MUST',
      sentence: 'The server answers -32601.',
      source: 'JSON-RPC 2.0 §5.1, -32601',
      good: [-32601],
      wrong: ['result', 'tool error'],
      ifWrong: {
        message: 'The server answered a method that it cannot know with a result.',
        todo: 'The server must answer -32601 for a method that it does not know, so that clients can fall back.',
      },
    },
  });
}

const METHODS: readonly (readonly [method: string, params?: { readonly [name: string]: string }])[] = [
  ['prompts/list'],
  ['resources/list'],
  ['tools/list'],
];

/** The methods of one capability that was not declared: a client asks them only by mistake. */
function undeclared(context: CaseContext): readonly PlannedCase[] {
  const found = METHODS.find(
    ([method]) => !declares(context.surface, ...(serverCapabilityFor(method) ?? [])),
  );
  if (found === undefined) return [];
  const [method, params] = found;
  return [
    plannedCase({
      id: 'session/undeclared capability',
      family: 'session',
      kind: 'undeclared capability',
      target: method,
      title: `${method}, which was not declared`,
      layer: 'wire',
      steps: [context.request(method, params)],
      expects: {
        tier: 'protocol',
        binding: 'convention',
        sentence: 'The server answers -32601.',
        source: 'MCP 2025-11-25, basic/lifecycle.mdx, "Operation": only capabilities that were negotiated',
        good: [-32601],
        wrong: [],
      },
    }),
  ];
}

function cursors(context: CaseContext): readonly PlannedCase[] {
  return ['tools', 'resources', 'prompts']
    .filter((name) => declares(context.surface, name))
    .map((name) =>
      plannedCase({
        id: `lists/bad cursor/${name}`,
        family: 'lists',
        kind: 'bad cursor',
        target: `${name}/list`,
        title: 'a cursor that the server never gave',
        layer: 'wire',
        steps: [context.request(`${name}/list`, { cursor: context.word })],
        expects: {
          tier: 'protocol',
          binding: 'SHOULD',
          sentence: 'The server answers -32602; one without pages may ignore the cursor.',
          source: 'MCP 2025-11-25, server/utilities/pagination.mdx: invalid cursors SHOULD result in -32602',
          good: [-32602, 'result'],
          wrong: [],
        },
      }),
    );
}

function logLevel(context: CaseContext): readonly PlannedCase[] {
  if (context.era !== 'initialize' || !declares(context.surface, 'logging')) return [];
  return [
    plannedCase({
      id: 'session/bad log level',
      family: 'session',
      kind: 'bad log level',
      target: 'logging/setLevel',
      title: 'a log level that does not exist',
      layer: 'wire',
      steps: [context.request('logging/setLevel', { level: context.word })],
      expects: {
        tier: 'protocol',
        binding: 'SHOULD',
        sentence: 'The server answers -32602.',
        source: 'MCP 2025-11-25, server/utilities/logging.mdx, "Error Handling"',
        good: [-32602],
        wrong: ['result'],
        ifWrong: {
          message: 'The server took a log level that does not exist.',
          todo: 'The server should answer -32602 for a level that is none of the eight.',
        },
      },
    }),
  ];
}

/** Every string and every integer is an id, and comes back as it was (MCP schema, RequestId). */
function ids(context: CaseContext): readonly PlannedCase[] {
  const kinds: readonly (readonly [string, string, boolean])[] = [
    ['text', JSON.stringify(context.word), false],
    ['number as text', JSON.stringify(context.freshId()), false],
    ['negative', `-${context.freshId()}`, false],
    ['zero again', '0', true],
  ];
  return kinds.map(([kind, id, isReused]) =>
    plannedCase({
      id: `ids/${kind}`,
      family: 'ids',
      kind: `id ${kind}`,
      target: '',
      title: `the id ${id}${isReused ? ', which was used before' : ''}`,
      layer: 'wire',
      steps: [context.harmless({ deliberate: isReused }, id)],
      expects: {
        tier: 'ok',
        binding: isReused ? 'convention' : 'MUST',
        sentence: isReused
          ? 'The server answers, or refuses with -32600.'
          : 'The server answers with the same id.',
        source: isReused
          ? 'MCP 2025-11-25, basic/index.mdx: the id MUST NOT have been used before'
          : `${JSON_RPC}: the id of the answer MUST be the same; MCP schema, RequestId`,
        good: isReused ? ['result', -32600] : ['result'],
        wrong: [],
      },
    }),
  );
}

function burst(context: CaseContext): PlannedCase {
  return plannedCase({
    id: 'traffic/burst',
    family: 'traffic',
    kind: 'burst',
    target: '',
    title: `${BURST} requests at once`,
    layer: 'wire',
    steps: Array.from({ length: BURST }, () => context.harmless({ wait: 'none' })),
    expects: {
      tier: 'ok',
      binding: 'MUST',
      sentence: 'The server answers each of them under its own id.',
      source: JSON_RPC,
      good: ['result'],
      wrong: [],
    },
  });
}

/** Nobody can say which answer is whose, so any is right: the server has to go on. */
function oneIdTwice(context: CaseContext): PlannedCase {
  const id = context.freshId();
  return plannedCase({
    id: 'ids/open twice',
    family: 'ids',
    kind: 'id open twice',
    target: '',
    title: 'two requests that are open under one id',
    layer: 'wire',
    leavesMark: true,
    // A second answer under this id, or one without an id, is an answer to the second request.
    spares: ['E03', 'E04', 'E05', 'E16'],
    steps: [
      context.harmless({ wait: 'none', deliberate: true }, id),
      { ...context.harmless({ wait: 'none', deliberate: true }, id), id: undefined },
    ],
    expects: {
      tier: 'any',
      binding: 'convention',
      sentence: 'The server answers both, or refuses the second with -32600; it goes on working.',
      source:
        'MCP 2025-11-25, basic/index.mdx: the id MUST NOT have been used before by the requestor; JSON-RPC 2.0 §4.1',
      good: ['result', -32600, 'silence'],
      wrong: [],
    },
  });
}

function unready(context: CaseContext): readonly PlannedCase[] {
  const early: Expectation = {
    tier: 'protocol',
    binding: 'convention',
    sentence: 'The server refuses, or answers as if the handshake was done; many end or stay silent.',
    source: 'MCP 2025-11-25, basic/lifecycle.mdx: the client SHOULD NOT send requests other than pings',
    good: [-32600, -32602, -32002, 'result', 'silence', -32601],
    wrong: [],
  };
  const params = {
    protocolVersion: '1999-01-01',
    capabilities: {},
    clientInfo: { name: 'tierscope-probe', version: '0' },
  };
  const shared = { family: 'session', layer: 'wire', unready: true, leavesMark: true } as const;
  return [
    plannedCase({
      ...shared,
      id: 'session/call before the handshake',
      kind: 'call before the handshake',
      target: 'tools/list',
      title: 'a request before the handshake',
      mayEnd: true,
      steps: [context.request('tools/list', undefined, { deliberate: true, id: undefined })],
      expects: early,
    }),
    plannedCase({
      ...shared,
      id: 'session/unsupported revision',
      kind: 'unsupported revision',
      target: 'initialize',
      title: 'a revision that nobody speaks',
      mayEnd: true,
      steps: [context.request('initialize', params)],
      expects: {
        tier: 'any',
        binding: 'MUST',
        sentence: 'The server answers with a revision that it supports, or refuses with -32602.',
        source: 'MCP 2025-11-25, basic/lifecycle.mdx, "Version Negotiation"',
        good: ['result', -32602, -32022],
        wrong: [],
      },
    }),
  ];
}
