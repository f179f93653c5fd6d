import { CLIENT_CAPABILITIES_KEY, CLIENT_INFO_KEY, PROTOCOL_VERSION_KEY } from '../../protocol/meta-keys.ts';
import type { CaseContext } from '../case-context.ts';
import { type Expectation, type PlannedCase, type ProbeStep, plannedCase } from '../probe-case.ts';
import { declares } from '../surface.ts';

const REMOVED: readonly (readonly [method: string, params: { readonly [name: string]: unknown }])[] = [
  ['ping', {}],
  ['logging/setLevel', { level: 'info' }],
  ['resources/subscribe', { uri: 'tierscope-probe://none' }],
];

/** What only 2026-07-28 asks for: `_meta` in every request, versions by request, and methods that are gone. */
export function statelessCases(context: CaseContext): readonly PlannedCase[] {
  if (context.era !== 'modern') return [];
  return [...metaCases(context), ...removedMethods(context)];
}

function metaCases(context: CaseContext): readonly PlannedCase[] {
  const { revision } = context.surface;
  const whole = { [PROTOCOL_VERSION_KEY]: revision, [CLIENT_CAPABILITIES_KEY]: {} };
  const method = declares(context.surface, 'tools') ? 'tools/list' : 'server/discover';
  const line = (meta: object | undefined, more: Partial<ProbeStep> = {}): ProbeStep => {
    const id = context.freshId();
    const params = meta === undefined ? {} : { _meta: meta };
    const text = JSON.stringify({ jsonrpc: '2.0', id: Number(id), method, params });
    return { text, id, deliberate: true, wait: 'answer', ...more };
  };
  const changed = { name: context.word, version: '2' };
  const one = (kind: string, steps: readonly ProbeStep[], expects: Expectation) =>
    plannedCase({
      id: `stateless/${kind}`,
      family: 'stateless',
      kind,
      target: method,
      title: kind,
      layer: 'wire',
      steps,
      expects,
    });
  return [
    one(
      'without _meta',
      [line(undefined)],
      refused('The server answers -32602.', [-32602], 'basic/index.mdx, "_meta"'),
    ),
    one(
      'without a version in _meta',
      [line({ [CLIENT_CAPABILITIES_KEY]: {} })],
      refused('The server answers -32602.', [-32602], 'basic/index.mdx, "_meta"'),
    ),
    one(
      'an unsupported version in _meta',
      [line({ ...whole, [PROTOCOL_VERSION_KEY]: '1999-01-01' })],
      refused(
        'The server answers -32022 and names what it supports.',
        [-32022],
        'basic/index.mdx, error codes',
      ),
    ),
    one(
      'another client in each _meta',
      [
        line({ ...whole, [CLIENT_INFO_KEY]: changed }, { deliberate: false }),
        line({ ...whole, [CLIENT_CAPABILITIES_KEY]: { sampling: {} } }, { deliberate: false }),
        line(whole, { deliberate: false }),
      ],
      {
        tier: 'ok',
        binding: 'MUST',
        sentence: 'The server answers each request by what that request says.',
        source: 'MCP 2026-07-28, basic/index.mdx, "_meta": each request stands for itself',
        good: ['result'],
        wrong: [],
      },
    ),
  ];
}

/** A server of both eras may serve such a request as one of the era before: then a rule decides. */
function refused(sentence: string, good: Expectation['good'], source: string): Expectation {
  return {
    tier: 'protocol',
    binding: 'MUST',
    sentence,
    source: `MCP 2026-07-28, ${source}`,
    good,
    wrong: [],
  };
}

function removedMethods(context: CaseContext): readonly PlannedCase[] {
  return REMOVED.map(([method, params]) =>
    plannedCase({
      id: `stateless/removed method/${method}`,
      family: 'stateless',
      kind: 'removed method',
      target: method,
      title: `${method}, which this revision does not have`,
      layer: 'wire',
      steps: [context.request(method, params, { deliberate: true })],
      expects: {
        tier: 'protocol',
        binding: 'MUST',
        sentence: 'The server answers -32601.',
        source: 'MCP 2026-07-28, changelog.mdx',
        good: [-32601],
        wrong: [],
      },
    }),
  );
}
