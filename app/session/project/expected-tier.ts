import { visibleLine } from '../../base/hidden-characters.ts';
import { canonicalJson, isJsonObject, type JsonObject, parseJson } from '../../base/json-value.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { TIERS, type Tier } from '../../frame/tier.ts';
import { type Exchange, isUserCaused } from '../exchange.ts';
import type {
  AnswerEvent,
  ClientEvent,
  NotificationEvent,
  ProcessEvent,
  RequestEvent,
} from '../session-event.ts';
import { EventReader } from '../session-event.ts';

/** The condition on a call's arguments for an expectation to apply. */
type Condition =
  | { readonly kind: 'any' }
  | { readonly kind: 'without'; readonly argument: string }
  | { readonly kind: 'with'; readonly argument: string }
  | { readonly kind: 'equal'; readonly argument: string; readonly value: unknown };

/** A call: the tool, resource, prompt or method that it names, and a condition on its arguments. */
export type ExpectedCall = { readonly target: string; readonly condition: Condition };

/** The tier, and optionally the code, with which a call is expected to end. */
export type ExpectedTier = ExpectedCall & {
  readonly tier: Tier;
  readonly code: number | undefined;
  /** The call as written in the file. */
  readonly label: string;
};

/** Parses a call: `search`, `search with no query`, `search with limit = 0`. Fails with a sentence. */
export function parseExpectedCall(text: string): Result<ExpectedCall> {
  const [, target = '', rest] = /^(.*?)(?:\s+with\s+(.+))?$/s.exec(text.trim()) ?? [];
  if (target === '') return err(`"${text}" names no tool. Write it as "search with no query".`);
  if (rest === undefined) return ok({ target, condition: { kind: 'any' } });
  const without = /^no\s+(\S+)$/.exec(rest)?.[1];
  if (without !== undefined) return ok({ target, condition: { kind: 'without', argument: without } });
  const [, argument = '', written] = /^(\S+?)(?:\s*=\s*(.+))?$/s.exec(rest) ?? [];
  if (argument === '')
    return err(`"${text}" has no condition that is known. There are "with no x", "with x" and "with x = 0".`);
  if (written === undefined) return ok({ target, condition: { kind: 'with', argument } });
  const value = parseJson(written);
  if (value === undefined)
    return err(
      `"${text}": ${written} is not JSON. Write a text in quotation marks: "${argument} = \\"a\\"".`,
    );
  return ok({ target, condition: { kind: 'equal', argument, value } });
}

/** Parses a tier with an optional code: `tool`, `protocol -32602`. Fails with a sentence. */
export function parseExpectedTier(text: string): Result<Pick<ExpectedTier, 'tier' | 'code'>> {
  const [word = '', code, ...more] = text.trim().split(/\s+/);
  const tier = TIERS.find((one) => one === word);
  if (tier === undefined || more.length > 0 || (code !== undefined && !/^-?\d{1,9}$/.test(code)))
    return err(
      `"${text}" is not a tier. The tiers are ${TIERS.join(', ')}, and a code may follow: "protocol -32602".`,
    );
  return ok({ tier, code: code === undefined ? undefined : Number(code) });
}

export type ExpectedEnd = {
  readonly exchange: Readonly<Exchange>;
  readonly expected: ExpectedTier;
  readonly isMet: boolean;
};

/** Finds a session's calls with an expectation and reports each end, again if it changes. */
export class ExpectedTierReader extends EventReader {
  readonly #expected: readonly ExpectedTier[];
  readonly #onEnd: (end: ExpectedEnd) => void;
  /** The expectation of each call; the session's model knows how long a call may still change. */
  readonly #meant = new WeakMap<Readonly<Exchange>, ExpectedTier>();

  /** `onEnd` is not called for calls that the user caused or changed: they count neither way. */
  constructor(expected: readonly ExpectedTier[], onEnd: (end: ExpectedEnd) => void) {
    super();
    this.#expected = expected;
    this.#onEnd = onEnd;
  }

  protected override onProcess({ ended }: ProcessEvent): void {
    for (const exchange of ended) this.#changed(exchange);
  }

  protected override onClient({ exchange }: ClientEvent): void {
    this.#changed(exchange);
  }

  protected override onRequest({ exchange }: RequestEvent): void {
    const expected = expectationOf(this.#expected, exchange);
    if (expected !== undefined) this.#meant.set(exchange, expected);
  }

  protected override onAnswer({ orphaned, exchange }: AnswerEvent): void {
    this.#changed(orphaned?.exchange);
    this.#changed(exchange);
  }

  protected override onNotification({ settled, exchange }: NotificationEvent): void {
    if (settled) this.#changed(exchange);
  }

  #changed(exchange: Readonly<Exchange> | undefined): void {
    if (exchange === undefined || exchange.endedAt < 0 || isUserCaused(exchange)) return;
    const expected = this.#meant.get(exchange);
    if (expected === undefined) return;
    const { tier, code } = expected;
    const isMet = exchange.tier === tier && (code === undefined || exchange.codeText === String(code));
    this.#onEnd({ exchange, expected, isMet });
  }
}

/** The expectation that applies to a client's call, by its params; undefined for none. */
export function expectationOf(
  expected: readonly ExpectedTier[],
  call: Pick<Exchange, 'sender' | 'method' | 'target' | 'params'>,
): ExpectedTier | undefined {
  if (expected.length === 0 || call.sender === 'server-to-client') return undefined;
  const index = indexOf(expected);
  const about = [...new Set([call.target, call.method])].flatMap((name) => index.get(name) ?? []);
  const { params } = call;
  const given = isJsonObject(params) && isJsonObject(params.arguments) ? params.arguments : {};
  const first = (found: readonly (number | undefined)[]) =>
    expected[Math.min(...found.map((at) => at ?? NONE))];
  // The more specific condition wins.
  return first(about.map((one) => firstOf(one, given))) ?? first(about.map(({ any }) => any));
}

/** Greater than any index in a list. */
const NONE = Number.MAX_SAFE_INTEGER;

/** The expectations of one name, as indexes in the list; the first for each condition. */
type NamedCalls = {
  any: number | undefined;
  /** In list order, by the argument that must be missing. */
  readonly without: Map<string, number>;
  readonly with: Map<string, number>;
  /** By argument, then by its value as canonical JSON. */
  readonly equal: Map<string, Map<string, number>>;
};

const indexes = new WeakMap<readonly ExpectedTier[], Map<string, NamedCalls>>();

/** Indexed, since a file may list thousands of calls and every call is looked up. */
function indexOf(expected: readonly ExpectedTier[]): Map<string, NamedCalls> {
  const known = indexes.get(expected);
  if (known !== undefined) return known;
  const index = new Map<string, NamedCalls>();
  for (const [at, { target, condition }] of expected.entries()) {
    const named = index.get(target) ?? {
      any: undefined,
      without: new Map(),
      with: new Map(),
      equal: new Map(),
    };
    index.set(target, named);
    addTo(named, condition, at);
  }
  indexes.set(expected, index);
  return index;
}

function addTo(named: NamedCalls, condition: Condition, at: number): void {
  if (condition.kind === 'any') named.any ??= at;
  else if (condition.kind !== 'equal') addFirst(named[condition.kind], condition.argument, at);
  else {
    const values = named.equal.get(condition.argument) ?? new Map<string, number>();
    named.equal.set(condition.argument, values);
    addFirst(values, canonicalJson(condition.value), at);
  }
}

function addFirst(places: Map<string, number>, key: string, at: number): void {
  if (!places.has(key)) places.set(key, at);
}

/** The first index whose condition holds for the arguments; takes time linear in their number. */
function firstOf(named: NamedCalls, given: JsonObject): number {
  let first = NONE;
  for (const [argument, at] of named.without) {
    if (Object.hasOwn(given, argument)) continue;
    first = at;
    break;
  }
  if (named.with.size + named.equal.size === 0) return first;
  for (const [argument, value] of Object.entries(given)) {
    const values = named.equal.get(argument);
    first = Math.min(first, named.with.get(argument) ?? NONE, values?.get(canonicalJson(value)) ?? NONE);
  }
  return first;
}

/** An expected end in words: `protocol -32602`. */
export function expectedEndText({ tier, code }: Pick<ExpectedTier, 'tier' | 'code'>): string {
  return code === undefined ? tier : `${tier} ${code}`;
}

/** The source name for findings from a project file. */
export const PROJECT_SOURCE = 'the project file .tierscope.json';

/** Says that a file, or `It`, allows tool calls, for the person who decides whether it may. */
export function letsCall(file: string, calls: readonly string[]): string {
  return `${visibleLine(file)} lets these tools be called: ${calls.map(visibleLine).join(', ')}`;
}

/** The report on a call that did not end as expected: `came` is how it ended, such as `protocol -32602`. */
export function otherEndSentences(expected: ExpectedTier, came: string) {
  const wanted = expectedEndText(expected);
  return {
    message: `"${expected.label}" is expected to end as ${wanted}, and ended as ${came}.`,
    todo: `Make the call end as ${wanted}, or correct "expected" in the project file.`,
  };
}
