import {
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  PROTOCOL_VERSION_KEY,
} from '../../../protocol/meta-keys.ts';
import { serverCapabilityFor } from '../../../protocol/methods.ts';
import { goodReplies, TEMPLATES, type Template } from '../../../requests/raw-editor/template.ts';
import type { CaseContext } from '../case-context.ts';
import {
  type CaseKey,
  type CaseLeftOut,
  caseOf,
  leftOutKinds,
  type PlannedCase,
  type ProbeStep,
  plannedCase,
} from '../probe-case.ts';
import { declares } from '../surface.ts';

const BURST = 12;

/** The SDK reads such a line. */
const wireCase: typeof caseOf = (key, parts, values) => caseOf(key, { layer: 'wire', ...parts }, values);

/** Methods, lists, ids, a burst, and requests before the handshake. */
export function sessionCases(context: CaseContext): readonly PlannedCase[] {
  return [
    wireCase('session/unknown method', { steps: [context.request(`probe/${context.word}`)] }),
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

/** A method of an undeclared capability: a client sends it only by mistake. */
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

/** Every string and integer is a valid id and must be returned unchanged (MCP schema, RequestId). */
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

/** Answers cannot be told apart, so any is right: the server must keep working. */
function oneIdTwice(context: CaseContext): PlannedCase {
  const step = context.harmless({ wait: 'none', deliberate: true }, context.freshId());
  return wireCase('ids/open twice', {
    id: 'ids/open twice',
    kind: 'id open twice',
    leavesMark: true,
    // A second answer with this id, or one without an id, answers the second request.
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

/** The raw editor's standard mistakes, with its expectations of the answers. */
export function rawCases(context: CaseContext): readonly PlannedCase[] {
  return TEMPLATES.flatMap((template) => rawCase(context, template));
}

function rawCase(context: CaseContext, template: Template): PlannedCase[] {
  const { id, group, title, expects: sentence, source, tolerated, binding = 'convention', probe } = template;
  if (probe === false || (probe?.needs !== undefined && !declares(context.surface, probe.needs))) return [];
  const { isReadable = false, leavesMark = false, spares = [] } = probe ?? {};
  const freshId = context.freshId();
  const good = goodReplies(template, context.surface.revision);
  const onlySilence = good.length === 1 && good[0] === 'silence' && tolerated.length === 0;
  const mayBeSilent = good.includes('silence') || tolerated.includes('silence');
  const text = template.text(context.template(freshId));
  const named = { id: `raw messages/${id}`, family: 'raw messages', kind: group, target: '', title } as const;
  return [
    plannedCase({
      ...{ ...named, layer: 'wire', leavesMark, mayBeUnnamed: !isReadable, spares },
      steps: [{ text, id: mayBeSilent ? undefined : freshId, deliberate: true, wait: 'answer' }],
      expects: {
        tier: onlySilence ? 'silence' : good.includes('result') ? 'ok' : 'protocol',
        ...{ binding, sentence, source, good: [...good, ...tolerated] },
        wrong: onlySilence ? 'the rest' : [],
        ifWrong: {
          message: 'The server answered a message that nobody may answer.',
          todo: 'The server must not answer a notification, and should ignore one that it does not know.',
        },
      },
    }),
  ];
}

const REMOVED = {
  ping: {},
  'logging/setLevel': { level: 'info' },
  'resources/subscribe': { uri: 'tierscope-probe://none' },
} as const;

/** What only 2026-07-28 requires: `_meta` in every request, versions per request, and removed methods. */
export function statelessCases(context: CaseContext): readonly PlannedCase[] {
  return context.era === 'modern' ? [...metaCases(context), ...removedMethods(context)] : [];
}

function metaCases(context: CaseContext): readonly PlannedCase[] {
  const { revision } = context.surface;
  const whole = { [PROTOCOL_VERSION_KEY]: revision, [CLIENT_CAPABILITIES_KEY]: {} };
  const method = declares(context.surface, 'tools') ? 'tools/list' : 'server/discover';
  const line = (params: object, deliberate = true): ProbeStep => {
    const id = context.freshId();
    const text = JSON.stringify({ jsonrpc: '2.0', id: Number(id), method, params });
    return { text, id, deliberate, wait: 'answer' };
  };
  const changed = { name: context.word, version: '2' };
  const one = (key: CaseKey, ...steps: readonly ProbeStep[]) =>
    caseOf(key, { target: method, layer: 'wire', steps });
  return [
    one('stateless/without _meta', line({})),
    one('stateless/without a version in _meta', line({ _meta: { [CLIENT_CAPABILITIES_KEY]: {} } })),
    one(
      'stateless/an unsupported version in _meta',
      line({ _meta: { ...whole, [PROTOCOL_VERSION_KEY]: '1999-01-01' } }),
    ),
    one(
      'stateless/another client in each _meta',
      line({ _meta: { ...whole, [CLIENT_INFO_KEY]: changed } }, false),
      line({ _meta: { ...whole, [CLIENT_CAPABILITIES_KEY]: { sampling: {} } } }, false),
      line({ _meta: whole }, false),
    ),
  ];
}

/** A server of both eras may handle such a request as in the earlier era: then a rule decides. */
function removedMethods(context: CaseContext): readonly PlannedCase[] {
  return Object.entries(REMOVED).map(([method, params]) => {
    const steps = [context.request(method, params, { deliberate: true })];
    const id = `stateless/removed method/${method}`;
    return caseOf('stateless/removed method', { id, target: method, layer: 'wire', steps }, { method });
  });
}
