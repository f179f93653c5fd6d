import { canonicalJson, isJsonObject, type JsonObject, parseJson } from '../base/json-value.ts';
import { err, ok, type Result } from '../base/result.ts';
import { TIERS, type Tier } from '../frame/tier.ts';
import { type Exchange, isUserCaused } from '../session/exchange.ts';
import type { RequestEvent, SessionEvent, SessionReader } from '../session/session-event.ts';

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

/** Finds the calls of a session whose tier is said, and what came of them. */
export class ExpectedTierReader implements SessionReader {
  readonly #expected: readonly ExpectedTier[];
  readonly #meant = new Map<Readonly<Exchange>, ExpectedTier>();

  constructor(expected: readonly ExpectedTier[]) {
    this.#expected = expected;
  }

  take(event: SessionEvent): void {
    if (this.#expected.length === 0) return;
    if (event.kind === 'request') this.#request(event);
    if (event.kind !== 'batch') return;
    for (const message of event.parts) if (message.kind === 'request') this.#request(message);
  }

  /** Each call that an expectation is about and that has ended; what the user caused or changed counts for neither. */
  get ends(): ExpectedEnd[] {
    return [...this.#meant]
      .filter(([exchange]) => exchange.endedAt >= 0 && !isUserCaused(exchange))
      .map(([exchange, expected]) => ({
        exchange,
        expected,
        isMet: exchange.tier === expected.tier && hasCode(exchange, expected),
      }));
  }

  #request({ exchange }: RequestEvent): void {
    if (exchange.sender === 'server-to-client') return;
    const found = this.#expected.filter((one) => isAbout(one, exchange));
    // What says more about the call counts.
    const best = found.find(({ condition }) => condition.kind !== 'any') ?? found[0];
    if (best !== undefined) this.#meant.set(exchange, best);
  }
}

function isAbout({ target, condition }: ExpectedCall, { method, target: named, params }: Exchange): boolean {
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
