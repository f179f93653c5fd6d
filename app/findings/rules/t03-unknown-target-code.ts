import { isJsonObject } from '../../base/json-value.ts';
import { targetOf } from '../../frame/target.ts';
import { atMost, LAST_INITIALIZE } from '../../protocol/revisions.ts';
import { didYouMean } from '../call-name.ts';
import { detailIn, errorTextOf, saysUnknown, speaksOfTarget, TRAIT } from '../error-text.ts';
import type { ErrorAnswer } from '../message.ts';
import { changed } from '../repair.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { speaksOfHandshake, toolListing } from '../tool-call.ts';

/** The kind of thing that a method asks for. */
type Kind = 'tool' | 'prompt' | 'resource';
const KINDS: { readonly [method: string]: Kind } = {
  'tools/call': 'tool',
  'prompts/get': 'prompt',
  'resources/read': 'resource',
};
const LISTS = { tool: 'tools', prompt: 'prompts', resource: 'resources' } as const;
/** The number of mcp-ts-core, and of a middleware of FastMCP, for what does not exist. */
const NOT_FOUND = -32001;

/** -32601 is for methods; a name or uri that does not exist is a bad parameter of a method that does. */
export const rule: RuleCheck = {
  reaction: true,
  codes: [-32601, -32603, -32003, NOT_FOUND, 0],
  methods: Object.keys(KINDS),
  traits: TRAIT.unknown | TRAIT.data | TRAIT.unlisted,
  error(answer, view) {
    const kind = KINDS[answer.method];
    const target = targetOf(answer.method, answer.params);
    // What the server lists exists: if it cannot be served, that is an internal error.
    if (kind === undefined || target === '' || view.facts[LISTS[kind]].find(target)) return undefined;
    if (speaksOfMethod(answer, target) || speaksOfHandshake(errorTextOf(answer))) return undefined;
    const isStated = saysUnknown(errorTextOf(answer)) || saysUnknownInData(answer);
    // The handler of a resource fails for reasons of its own, in which something else may be missing.
    const said = `${answer.text} ${detailIn(answer.error.data)}`;
    const isNotFound = answer.code === NOT_FOUND && view.speaks(['mcp-ts-core']);
    if (kind !== 'resource' && answer.code === NOT_FOUND) return undefined;
    if (kind === 'resource' && !isNotFound && !speaksOfTarget(said, { method: answer.method, target }))
      return undefined;
    const isAbsent = isAbsentFrom(kind, target, answer, view);
    if (!isStated && !(isAbsent && answer.code !== -32601)) return undefined;
    return unknown(kind, target, answer, view, isStated);
  },
};

function unknown(
  kind: Kind,
  target: string,
  { revision, error: { codeText, data } }: ErrorAnswer,
  view: SessionView,
  isStated: boolean,
): Verdict {
  const legacy = kind === 'resource' && atMost(revision, LAST_INITIALIZE);
  const code = legacy ? -32002 : -32602;
  const names = view.facts[LISTS[kind]].names();
  return {
    case: isStated ? (codeText === String(NOT_FOUND) ? 'stated.own' : 'stated') : 'absent',
    values: () => ({
      kind,
      target: JSON.stringify(target.slice(0, 100)),
      code: codeText,
      guess: didYouMean(target, names),
      right: code,
      part: kind === 'resource' ? 'uri' : 'name',
    }),
    // Clients look for the uri of a missing resource in data.
    after: changed(
      kind === 'resource'
        ? { code, data: isJsonObject(data) ? { ...data, uri: target } : { uri: target } }
        : { code },
    ),
  };
}

/** True if it is the method that the server does not know, or refuses. */
function speaksOfMethod({ text, method }: ErrorAnswer, target: string): boolean {
  const start = text.slice(0, 2000);
  if (/\bmethod\b/i.test(start)) return method === '' || start.includes(method) || !start.includes(target);
  return start.includes(method) && !start.includes(target);
}

/** Templates serve resources that no list has; tools and prompts have none. */
function isAbsentFrom(kind: string, target: string, answer: ErrorAnswer, view: SessionView): boolean {
  if (kind === 'tool') return toolListing(target, answer, view) === 'absent';
  return kind === 'prompt' && view.facts.prompts.wasWhole(answer.exchange?.requestSeq ?? 0);
}

function saysUnknownInData({ error: { data } }: ErrorAnswer): boolean {
  const detail = detailIn(data);
  return detail !== '' && /\b(not found|unknown|does not exist)\b/i.test(detail.slice(0, 500));
}
