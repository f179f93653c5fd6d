import { serverCapabilityFor } from '../../../protocol/methods.ts';
import type { CaseContext } from '../case-context.ts';
import { type CaseKey, type CaseLeftOut, caseOf, leftOutKinds, type PlannedCase } from '../probe-case.ts';
import { declares } from '../surface.ts';

const BURST = 12;

/** Who reads such a line is the SDK. */
const wireCase: typeof caseOf = (key, parts, values) => caseOf(key, { layer: 'wire', ...parts }, values);

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
  return wireCase('session/unknown method', { steps: [context.request(`probe/${context.word}`)] });
}

/** A method of a capability that was not declared: a client asks it only by mistake. */
function undeclared(context: CaseContext): readonly PlannedCase[] {
  const method = ['prompts/list', 'resources/list', 'tools/list'].find(
    (one) => !declares(context.surface, ...(serverCapabilityFor(one) ?? [])),
  );
  if (method === undefined) return [];
  const parts = { target: method, steps: [context.request(method)] };
  return [wireCase('session/undeclared capability', parts, { method })];
}

function cursors(context: CaseContext): readonly PlannedCase[] {
  const lists = ['tools', 'resources', 'prompts'].filter((name) => declares(context.surface, name));
  return lists.map((name) =>
    wireCase('lists/bad cursor', {
      id: `lists/bad cursor/${name}`,
      target: `${name}/list`,
      steps: [context.request(`${name}/list`, { cursor: context.word })],
    }),
  );
}

function logLevel(context: CaseContext): readonly PlannedCase[] {
  if (context.era !== 'initialize' || !declares(context.surface, 'logging')) return [];
  const steps = [context.request('logging/setLevel', { level: context.word })];
  return [wireCase('session/bad log level', { target: 'logging/setLevel', steps })];
}

/** Every string and every integer is an id, and comes back as it was (MCP schema, RequestId). */
function ids(context: CaseContext): readonly PlannedCase[] {
  const ofId = (kind: string, id: string, key: CaseKey = 'ids/fresh') => {
    const steps = [context.harmless({ deliberate: key === 'ids/used' }, id)];
    return wireCase(key, { id: `ids/${kind}`, kind: `id ${kind}`, steps }, { id });
  };
  return [
    ofId('text', JSON.stringify(context.word)),
    ofId('number as text', JSON.stringify(context.freshId())),
    ofId('negative', `-${context.freshId()}`),
    ofId('zero again', '0', 'ids/used'),
  ];
}

function burst(context: CaseContext): PlannedCase {
  const steps = Array.from({ length: BURST }, () => context.harmless({ wait: 'none' }));
  return wireCase('traffic/burst', { steps }, { count: BURST });
}

/** Nobody can say which answer is whose, so any is right: the server has to go on. */
function oneIdTwice(context: CaseContext): PlannedCase {
  const step = context.harmless({ wait: 'none', deliberate: true }, context.freshId());
  return wireCase('ids/open twice', {
    id: 'ids/open twice',
    kind: 'id open twice',
    leavesMark: true,
    // A second answer under this id, or one without an id, is an answer to the second request.
    spares: ['E03', 'E04', 'E05', 'E16'],
    steps: [step, { ...step, id: undefined }],
  });
}

function unready(context: CaseContext): readonly PlannedCase[] {
  const shared = { unready: true, leavesMark: true, mayEnd: true } as const;
  const clientInfo = { name: 'tierscope-probe', version: '0' };
  const params = { protocolVersion: '1999-01-01', capabilities: {}, clientInfo };
  const early = context.request('tools/list', undefined, { deliberate: true, id: undefined });
  return [
    wireCase('session/call before the handshake', { ...shared, target: 'tools/list', steps: [early] }),
    wireCase('session/unsupported revision', {
      ...{ ...shared, target: 'initialize', steps: [context.request('initialize', params)] },
    }),
  ];
}
