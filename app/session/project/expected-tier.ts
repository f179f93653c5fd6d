import { canonicalJson, isJsonObject, type JsonObject, parseJson } from '../../base/json-value.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { TIERS, type Tier } from '../../frame/tier.ts';
import { EventReader } from '../event-reader.ts';
import { type Exchange, isUserCaused } from '../exchange.ts';
import type {
  AnswerEvent,
  ClientEvent,
  NotificationEvent,
  ProcessEvent,
  RequestEvent,
} from '../session-event.ts';

/** What must hold of a call's arguments for an expectation to be about it. */
type Condition =
  | { readonly kind: 'any' }
  | { readonly kind: 'without'; readonly argument: string }
  | { readonly kind: 'with'; readonly argument: string }
  | { readonly kind: 'equal'; readonly argument: string; readonly value: unknown };

/** A call: the tool, resource, prompt or method that it names, and what holds of its arguments. */
export type ExpectedCall = { readonly target: string; readonly condition: Condition };

/** At which tier a call is meant to end, and with which code, if that is said. */
export type ExpectedTier = ExpectedCall & {
  readonly tier: Tier;
  readonly code: number | undefined;
  /** The call as it was written. */
  readonly label: string;
};

/**
 * Reads a call: `search`, `search with no query`, `search with limit`, `search with limit = 0`. The first word is the
 * name of a tool or a prompt, a resource's address, or a method. Fails with a sentence.
 */
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

/** Reads a tier, with the code behind it if that counts: `tool`, `protocol -32602`. Fails with a sentence. */
export function parseExpectedTier(text: string): Result<Pick<ExpectedTier, 'tier' | 'code'>> {
  const [word = '', code, ...more] = text.trim().split(/\s+/);
  const tier = TIERS.find((one) => one === word);
  if (tier === undefined || more.length > 0 || (code !== undefined && !/^-?\d{1,9}$/.test(code)))
    return err(
      `"${text}" is no tier. There are ${TIERS.join(', ')}, and a code may follow: "protocol -32602".`,
    );
  return ok({ tier, code: code === undefined ? undefined : Number(code) });
}

/** A call whose tier was said beforehand, and whether it ended so. */
export type ExpectedEnd = {
  readonly exchange: Readonly<Exchange>;
  readonly expected: ExpectedTier;
  readonly isMet: boolean;
};

/** Finds the calls of a session whose tier is said, and says what came of each, again if it comes to another end. */
export class ExpectedTierReader extends EventReader {
  readonly #expected: readonly ExpectedTier[];
  readonly #onEnd: (end: ExpectedEnd) => void;
  /** What is said of a call; the session's model knows how long a call may still change. */
  readonly #meant = new WeakMap<Readonly<Exchange>, ExpectedTier>();

  /** `onEnd` hears of no call that the user caused or changed: it counts for neither. */
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
    const isMet = exchange.tier === expected.tier && hasCode(exchange, expected);
    this.#onEnd({ exchange, expected, isMet });
  }
}

/** What is said of a call of the client, by its params; undefined for nothing. */
export function expectationOf(
  expected: readonly ExpectedTier[],
  call: Pick<Exchange, 'sender' | 'method' | 'target' | 'params'>,
): ExpectedTier | undefined {
  if (expected.length === 0 || call.sender === 'server-to-client') return undefined;
  const found = expected.filter((one) => isAbout(one, call));
  // What says more about the call counts.
  return found.find(({ condition }) => condition.kind !== 'any') ?? found[0];
}

/** How a call is meant to end, in words: `protocol -32602`. */
export function expectedEndText({ tier, code }: Pick<ExpectedTier, 'tier' | 'code'>): string {
  return code === undefined ? tier : `${tier} ${code}`;
}

/** What project files are cited as. */
export const PROJECT_SOURCE = 'the project file .tierscope.json';

/** What is said of a call that ended otherwise than it is meant to: `came` is how, as `protocol -32602`. */
export function otherEndSentences(expected: ExpectedTier, came: string) {
  const wanted = expectedEndText(expected);
  return {
    message: `"${expected.label}" is expected to end as ${wanted}, and ended as ${came}.`,
    todo: `Make the call end as ${wanted}, or correct "expected" in the project file.`,
  };
}

function isAbout(
  { target, condition }: ExpectedCall,
  { method, target: named, params }: Pick<Exchange, 'method' | 'target' | 'params'>,
): boolean {
  if (target !== named && target !== method) return false;
  const given = argumentsOf(params);
  switch (condition.kind) {
    case 'any':
      return true;
    case 'without':
      return !Object.hasOwn(given, condition.argument);
    case 'with':
      return Object.hasOwn(given, condition.argument);
    case 'equal':
      return (
        Object.hasOwn(given, condition.argument) &&
        canonicalJson(given[condition.argument]) === canonicalJson(condition.value)
      );
  }
}

function argumentsOf(params: unknown): JsonObject {
  if (!isJsonObject(params)) return {};
  return isJsonObject(params.arguments) ? params.arguments : {};
}

function hasCode({ codeText }: Exchange, { code }: ExpectedTier): boolean {
  return code === undefined || codeText === String(code);
}
