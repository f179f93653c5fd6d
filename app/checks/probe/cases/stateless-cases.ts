import {
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  PROTOCOL_VERSION_KEY,
} from '../../../protocol/meta-keys.ts';
import type { CaseContext } from '../case-context.ts';
import { type CaseKey, caseOf, type PlannedCase, type ProbeStep } from '../probe-case.ts';
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

/** A server of both eras may serve such a request as one of the era before: then a rule decides. */
function removedMethods(context: CaseContext): readonly PlannedCase[] {
  return Object.entries(REMOVED).map(([method, params]) => {
    const steps = [context.request(method, params, { deliberate: true })];
    const id = `stateless/removed method/${method}`;
    return caseOf('stateless/removed method', { id, target: method, layer: 'wire', steps }, { method });
  });
}
