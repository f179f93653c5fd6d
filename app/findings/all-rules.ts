import { textOrder } from '../base/text-order.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { Severity } from './finding.ts';
import {
  type Checks,
  RULE_KINDS,
  type Rule,
  type RuleCheck,
  type RuleEntry,
  ruleOf,
  severityIn,
} from './rule.ts';
import rules from './rules.json' with { type: 'json' };

const checks: Readonly<Record<string, unknown>> = Object.assign(
  {},
  ...Object.values(import.meta.glob('./rules/*.ts', { eager: true })),
);

const ENTRIES = rules as unknown as Readonly<Record<string, RuleEntry>>;

/** All rules by kind and id: the entries of `rules.json`, each with the check exported under its id. */
export const ALL_RULES: readonly Rule[] = Object.entries(ENTRIES)
  .map(([id, entry]) => {
    const check = checks[id] as RuleCheck | undefined;
    if (check === undefined) throw new Error(`${id} in rules.json has no check in rules/`);
    return ruleOf(id, check, entry);
  })
  .toSorted((a, b) => RULE_KINDS.indexOf(a.kind) - RULE_KINDS.indexOf(b.kind) || textOrder(a.id, b.id));

const byId = new Map(ALL_RULES.map((rule) => [rule.id, rule]));

export function ruleById(id: string): Rule | undefined {
  return byId.get(id);
}

type Channel = keyof Checks;

/** A rule's check on one channel, with the rule's severity in the revision. */
export type Bound<Name extends Channel> = {
  readonly rule: Rule;
  readonly severity: Severity;
  readonly check: NonNullable<Checks[Name]>;
};

/** A server that invents codes must not fill the memory. */
const MAX_LISTS = 500;

/** The rules for answers or requests, indexed by their traits (error-text.ts). */
export class ByTraits<Name extends Channel> {
  readonly rules: readonly Bound<Name>[];
  readonly #telling: number;
  readonly #lists = new Map<number, readonly Bound<Name>[]>();
  #latestTraits = 0;
  #latest: readonly Bound<Name>[] | undefined;

  constructor(rules: readonly Bound<Name>[]) {
    this.rules = rules;
    this.#telling = rules.reduce((sum, { rule }) => sum | (rule.traits ?? 0), 0);
  }

  /** The rules for an answer with these traits: those that need one of them, and those that need none. */
  of(traits: number): readonly Bound<Name>[] {
    const telling = traits & this.#telling;
    // Nearly every answer has the same traits as the previous one.
    if (this.#latest !== undefined && this.#latestTraits === telling) return this.#latest;
    const list = this.#lists.get(telling) ?? this.#chosen(telling);
    this.#latestTraits = telling;
    this.#latest = list;
    return list;
  }

  #chosen(telling: number): readonly Bound<Name>[] {
    const list = this.rules.filter(({ rule }) => rule.traits === undefined || (rule.traits & telling) !== 0);
    if (this.#lists.size < MAX_LISTS) this.#lists.set(telling, list);
    return list;
  }
}

/** The rules of a channel by method and code, since half of the error rules concern only a few of these. */
class ByMethod<Name extends 'error' | 'result' | 'request' | 'notification'> {
  readonly #rules: readonly Bound<Name>[];
  readonly #lists: ReadonlyMap<string, Map<number | undefined, ByTraits<Name>>>;

  constructor(rules: readonly Bound<Name>[]) {
    this.#rules = rules;
    const methods = rules.flatMap(({ rule }) => rule.methods ?? []);
    this.#lists = new Map(['', ...methods].map((method) => [method, new Map()]));
  }

  of(method: string, code?: number): ByTraits<Name> {
    const named = this.#lists.has(method) ? method : '';
    const ofMethod = this.#lists.get(named);
    const known = ofMethod?.get(code);
    if (known !== undefined) return known;
    const list = new ByTraits(this.#rules.filter(({ rule }) => looksAt(rule, code, named)));
    if (ofMethod !== undefined && ofMethod.size < MAX_LISTS) ofMethod.set(code, list);
    return list;
  }
}

function looksAt({ codes, methods }: Rule, code: number | undefined, method: string): boolean {
  if (methods?.includes(method) === false) return false;
  if (codes === undefined) return true;
  return typeof codes === 'function' ? codes(code) : code !== undefined && codes.includes(code);
}

type Dispatch = ReturnType<typeof build>;

const known = new Map<Revision, Dispatch>();
let latest: { readonly revision: Revision; readonly dispatch: Dispatch } | undefined;

/** The rules that apply in a revision, by channel; built once per revision. */
export function dispatchFor(revision: Revision): Dispatch {
  // Nearly every message has the same revision as the previous one.
  if (latest?.revision === revision) return latest.dispatch;
  const dispatch = known.get(revision) ?? build(revision);
  known.set(revision, dispatch);
  latest = { revision, dispatch };
  return dispatch;
}

function build(revision: Revision) {
  return {
    error: new ByMethod(bound(revision, 'error')),
    result: new ByMethod(bound(revision, 'result')),
    request: new ByMethod(bound(revision, 'request')),
    notification: new ByMethod(bound(revision, 'notification')),
    toolError: new ByTraits(bound(revision, 'toolError')),
    toolOk: new ByTraits(bound(revision, 'toolOk')),
    resultFault: bound(revision, 'resultFault'),
    cancelledAnswer: bound(revision, 'cancelledAnswer'),
    earlyRequest: bound(revision, 'earlyRequest'),
    firstMessage: bound(revision, 'firstMessage'),
    serverRequest: bound(revision, 'serverRequest'),
    reusedId: bound(revision, 'reusedId'),
    mismatch: bound(revision, 'mismatch'),
    fault: bound(revision, 'fault'),
    malformed: bound(revision, 'malformed'),
    batch: bound(revision, 'batch'),
    http: bound(revision, 'http'),
    process: bound(revision, 'process'),
    client: bound(revision, 'client'),
    greenSpan: bound(revision, 'greenSpan'),
    end: bound(revision, 'end'),
  };
}

function bound<Name extends Channel>(revision: Revision, channel: Name): Bound<Name>[] {
  const found: Bound<Name>[] = [];
  for (const rule of ALL_RULES) {
    const severity = severityIn(rule, revision);
    const check = rule[channel];
    if (severity !== undefined && check !== undefined) found.push({ rule, severity, check });
  }
  return found;
}
