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

/** The kind of thing that a method requests. */
type Kind = 'tool' | 'prompt' | 'resource';
const KINDS: { readonly [method: string]: Kind } = {
  'tools/call': 'tool',
  'prompts/get': 'prompt',
  'resources/read': 'resource',
};
const LISTS = { tool: 'tools', prompt: 'prompts', resource: 'resources' } as const;
/** The "not found" code of mcp-ts-core and of a FastMCP middleware. */
const NOT_FOUND = -32001;
/** Codes with another meaning than a wrong name or URI, which is a bad parameter of an existing method. */
const OTHER_MEANING: readonly (number | undefined)[] = [-32600, -32601, -32603, -32003, 0];
/** SDKs that answer -32602 in every revision, as 2026-07-28 requires. */
const AS_STATELESS = [
  ...['typescript-sdk-v1', 'typescript-sdk-v2', 'fastmcp-typescript', 'mcp-ts-core'],
  ...['python-sdk-v2', 'fastmcp-python', 'ruby-sdk', 'mcp-go', 'go-sdk'],
];

export const rule: RuleCheck = {
  reaction: true,
  codes: (code) => code === -32602 || OTHER_MEANING.includes(code) || isOfServer(code),
  methods: Object.keys(KINDS),
  traits: TRAIT.unknown | TRAIT.data | TRAIT.unlisted,
  error(answer, view) {
    const kind = KINDS[answer.method];
    const target = targetOf(answer.method, answer.params);
    // A listed thing exists: if it cannot be served, that is an internal error.
    if (kind === undefined || target === '' || view.facts[LISTS[kind]].find(target)) return undefined;
    if (speaksOfMethod(answer, target) || speaksOfHandshake(errorTextOf(answer))) return undefined;
    const isStated =
      saysUnknown(errorTextOf(answer)) || saysUnknownInData(answer) || namesNone(answer.text, target);
    if (!OTHER_MEANING.includes(answer.code))
      return isStated ? withoutMeaning(kind, target, answer, view) : undefined;
    // A resource handler may fail for its own reasons, for example because something else is missing.
    const said = `${answer.text} ${detailIn(answer.error.data)}`;
    if (kind === 'resource' && !speaksOfTarget(said, { method: answer.method, target })) return undefined;
    const isAbsent = isAbsentFrom(kind, target, answer, view);
    if (!isStated && !(isAbsent && answer.code !== -32601)) return undefined;
    return unknown(kind, target, answer, view, isStated);
  },
};

/** True for JSON-RPC 2.0 §5.1 numbers that servers use freely, except the one for a missing resource. */
function isOfServer(code: number | undefined): boolean {
  return code !== undefined && code <= -32000 && code >= -32019 && code !== -32002;
}

/** A number without a meaning, or -32602 in a revision that recommends -32002. */
function withoutMeaning(
  kind: Kind,
  target: string,
  answer: ErrorAnswer,
  view: SessionView,
): Verdict | undefined {
  const verdict = unknown(kind, target, answer, view, true);
  if (answer.code !== -32602 && kind === 'resource') {
    const isOwn =
      answer.code === NOT_FOUND &&
      (view.speaks(['mcp-ts-core']) || speaksOfTarget(answer.text, { method: answer.method, target }));
    return isOwn ? { ...verdict, case: 'stated.own' } : undefined;
  }
  if (kind !== 'resource')
    return answer.code === -32602 ? undefined : { ...verdict, case: kind === 'tool' ? 'vague' : 'stated' };
  if (!atMost(answer.revision, LAST_INITIALIZE) || !view.firstTime('T03 -32602')) return undefined;
  const isOfSdk = view.speaks(AS_STATELESS);
  return {
    ...verdict,
    case: 'of-later-revision',
    // For an author who cannot change it, this is information only.
    ...(isOfSdk ? { side: 'sdk', severity: 'info' } : {}),
  };
}

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
    case: isStated ? 'stated' : 'absent',
    values: () => ({
      kind,
      target: JSON.stringify(target.slice(0, 100)),
      code: codeText,
      guess: didYouMean(target, names),
      right: code,
      revision,
      part: kind === 'resource' ? 'uri' : 'name',
    }),
    // Clients look for the URI of a missing resource in data.
    after: changed(
      kind === 'resource'
        ? { code, data: isJsonObject(data) ? { ...data, uri: target } : { uri: target } }
        : { code },
    ),
  };
}

/** True if the server does not know, or refuses, the method itself. */
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

/** "no tool horn" */
function namesNone(text: string, target: string): boolean {
  return text.length < 300 && /\bno (tool|prompt|resource)\b/i.test(text) && text.includes(target);
}

function saysUnknownInData({ error: { data } }: ErrorAnswer): boolean {
  const detail = detailIn(data);
  return detail !== '' && /\b(not found|unknown|does not exist)\b/i.test(detail.slice(0, 500));
}
