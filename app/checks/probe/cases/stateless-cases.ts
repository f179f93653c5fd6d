import {
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  PROTOCOL_VERSION_KEY,
} from '../../../protocol/meta-keys.ts';
import type { CaseContext } from '../case-context.ts';
import { type Expectation, type PlannedCase, type ProbeStep, plannedCase, refusal } from '../probe-case.ts';
import { declares } from '../surface.ts';

const REMOVED = {
  ping: {},
  'logging/setLevel': { level: 'info' },
  'resources/subscribe': { uri: 'tierscope-probe://none' },
} as const;

/** What only 2026-07-28 asks for: `_meta` in every request, versions by request, and methods that are gone. */
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
  const one = (kind: string, steps: readonly ProbeStep[], expects: Expectation) =>
    plannedCase({ family: 'stateless', kind, target: method, layer: 'wire', steps, expects });
  return [
    one('without _meta', [line({})], refused(-32602, 'basic/index.mdx, "_meta"')),
    one(
      'without a version in _meta',
      [line({ _meta: { [CLIENT_CAPABILITIES_KEY]: {} } })],
      refused(-32602, 'basic/index.mdx, "_meta"'),
    ),
    one(
      'an unsupported version in _meta',
      [line({ _meta: { ...whole, [PROTOCOL_VERSION_KEY]: '1999-01-01' } })],
      {
        ...refused(-32022, 'basic/index.mdx, error codes'),
        sentence: 'The server answers -32022 and names what it supports.',
      },
    ),
    one(
      'another client in each _meta',
      [
        line({ _meta: { ...whole, [CLIENT_INFO_KEY]: changed } }, false),
        line({ _meta: { ...whole, [CLIENT_CAPABILITIES_KEY]: { sampling: {} } } }, false),
        line({ _meta: whole }, false),
      ],
      {
        ...{ tier: 'ok', binding: 'MUST' },
        sentence: 'The server answers each request by what that request says.',
        source: 'MCP 2026-07-28, basic/index.mdx, "_meta": each request stands for itself',
        ...{ good: ['result'], wrong: [] },
      },
    ),
  ];
}

/** A server of both eras may serve such a request as one of the era before: then a rule decides. */
function refused(code: number, source: string): Expectation {
  return refusal(code, `MCP 2026-07-28, ${source}`, { binding: 'MUST' });
}

function removedMethods(context: CaseContext): readonly PlannedCase[] {
  return Object.entries(REMOVED).map(([method, params]) =>
    plannedCase({
      id: `stateless/removed method/${method}`,
      family: 'stateless',
      kind: 'removed method',
      target: method,
      title: `${method}, which this revision does not have`,
      layer: 'wire',
      steps: [context.request(method, params, { deliberate: true })],
      expects: refused(-32601, 'changelog.mdx'),
    }),
  );
}
