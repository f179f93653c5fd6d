import { anyOf, pattern } from './lexicon.ts';
import rules from './rules.json' with { type: 'json' };
import written from './signals.json' with { type: 'json' };
import type { ToolCall } from './tool-call.ts';
import type { ToolPurpose } from './tool-purpose.ts';

export type AnswerLine = {
  /** The kind of line: a clause, a member, the tool's name, or a fact, which is a signal by itself. */
  readonly in: string;
  readonly text: string;
  /** The path of the line's member, within the value that is read. */
  readonly path?: string;
  /** How the member is shown. */
  readonly shown?: string;
  /** Why the line indicates a failure, if a sentence says so. */
  readonly why?: string;
};

/** Why an unmarked result is considered an error. */
export type HiddenFailure = {
  /** Whether the whole call failed, or only a part of it. */
  readonly kind: 'failure' | 'partial';
  /** Words and members only suggest a failure; only `isError` would prove it. */
  readonly certainty: 'likely';
  readonly evidence: {
    /** The path of the member in the result. */
    readonly where: string;
    readonly excerpt: string;
    /** One clause with the reason: "the text begins as …". */
    readonly why: string;
  };
};

/** The evidence for a failure: the strongest rule, and the line with its first signal. */
export type Scored = {
  readonly rule: WrittenRule;
  readonly isPartial: boolean;
  readonly line: AnswerLine | undefined;
};

/** Patterns for one kind of line; with `tool`, only for tools with such names. */
type WrittenPattern = {
  readonly in: string;
  readonly patterns: readonly string[];
  readonly tool?: string;
  /** Case-sensitive. */
  readonly exact?: boolean;
};
/** Signals, any or all of which must occur, and none of some others. */
type WrittenGroup = {
  readonly any?: readonly string[];
  readonly all?: readonly string[];
  readonly none?: readonly string[];
};
type WrittenRule = {
  /** The rule's points, for all tool purposes or by purpose. */
  readonly points: number | Partial<Record<ToolPurpose, number>>;
  readonly needs?: readonly string[];
  readonly unless?: readonly string[];
  readonly why?: string;
  /** Which part of the call failed, if not all of it. */
  readonly kind?: string;
  /** What to show: the member, if not the whole answer. */
  readonly shows?: string;
};
type Pattern = { readonly in: string; readonly test: RegExp; readonly tool: RegExp | undefined };

/** From this many points on, an answer counts as a failure. */
const ENOUGH = 10;

const SIGNALS = new Map(
  Object.entries<readonly WrittenPattern[] | WrittenGroup>(written).map(([name, signal]) => [
    name,
    'length' in signal ? signal.map(compiled) : signal,
  ]),
);
/** What is scored: vetoes, pages and parts for a text; flags, counts, … for an object; one item of a list. */
type RuleList = keyof typeof rules;
const RULES: { readonly [of in RuleList]: readonly WrittenRule[] } = rules;

function compiled({ in: scope, patterns, tool, exact }: WrittenPattern): Pattern {
  return {
    in: scope,
    test: anyOf(patterns, exact === true ? '' : 'i'),
    tool: tool === undefined ? undefined : pattern(tool),
  };
}

/** The total points of the matching rules, if there are enough. */
export function scored(of: RuleList, signals: Signals): Scored | undefined {
  let points = 0;
  let strongest = 0;
  let best: WrittenRule | undefined;
  let isPartial = false;
  for (const rule of RULES[of]) {
    const own = typeof rule.points === 'number' ? rule.points : rule.points[signals.purpose];
    if (own === undefined || !signals.holds(rule)) continue;
    points += own;
    if (points < -ENOUGH) return undefined;
    if (rule.kind === 'partial') isPartial = true;
    if (own > strongest) {
      strongest = own;
      best = rule;
    }
  }
  if (best === undefined || points < ENOUGH) return undefined;
  return { rule: best, isPartial, line: signals.shownBy(best) };
}

/** The signals in an answer, each searched for on first use. */
export class Signals {
  readonly purpose: ToolPurpose;
  readonly #lines: readonly AnswerLine[];
  readonly #tool: string;
  readonly #known = new Map<string, AnswerLine | undefined>();

  constructor(lines: readonly AnswerLine[], call: ToolCall) {
    this.purpose = call.purpose;
    this.#lines = lines;
    this.#tool = call.name;
  }

  holds({ needs = [], unless = [] }: WrittenRule): boolean {
    return needs.every((name) => this.#has(name)) && !unless.some((name) => this.#has(name));
  }

  /** The line that shows why the rule matched: the first from a member or a sentence. */
  shownBy({ needs = [] }: WrittenRule): AnswerLine | undefined {
    const lines = needs.map((name) => this.#line(name));
    return lines.find((line) => line?.path !== undefined || line?.why !== undefined);
  }

  #has(name: string): boolean {
    return this.#line(name) !== undefined;
  }

  #line(name: string): AnswerLine | undefined {
    if (!this.#known.has(name)) this.#known.set(name, this.#find(name));
    return this.#known.get(name);
  }

  #find(name: string): AnswerLine | undefined {
    const signal = SIGNALS.get(name);
    if (signal === undefined) return this.#lines.find((line) => line.in === 'fact' && line.text === name);
    if ('length' in signal) return this.#match(signal);
    const { any, all = [], none = [] } = signal;
    if (any !== undefined) return this.#line(any.find((one) => this.#has(one)) ?? '');
    if (!all.every((one) => this.#has(one)) || none.some((one) => this.#has(one))) return undefined;
    return this.#line(all[0] ?? '') ?? this.#lines[0];
  }

  #match(patterns: readonly Pattern[]): AnswerLine | undefined {
    for (const { in: scope, test, tool } of patterns) {
      if (tool?.test(this.#tool) === false) continue;
      const found = this.#lines.find((line) => line.in === scope && test.test(line.text));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

const EXCERPT = 120;

/** Evidence that the call failed, wholly or in part; `shown` is cut. */
export function failure(
  kind: HiddenFailure['kind'],
  where: string,
  shown: string,
  why: string,
): HiddenFailure {
  const line = shown.replace(/\s+/g, ' ').trim();
  const excerpt = line.length > EXCERPT ? `${line.slice(0, EXCERPT)}…` : line;
  return { kind, certainty: 'likely', evidence: { where, excerpt, why } };
}

/** A failure of `bad` of `count` things, where `what` is "items failed"; undefined if none failed. */
export function failureOfSome(
  bad: number,
  count: number,
  what: string,
  where: string,
  shown: string,
): HiddenFailure | undefined {
  if (bad === 0) return undefined;
  if (bad < count) return failure('partial', where, shown, `${bad} of ${count} ${what}`);
  return failure('failure', where, shown, `all ${count} ${what}`);
}

/** The failure that a rule found in an answer with the text `whole`. */
export function found({ rule, line, isPartial }: Scored, where: string, whole: string): HiddenFailure {
  const { path = '', shown = '' } = line ?? {};
  const name = path.slice(path.lastIndexOf('.') + 1);
  const why = (rule.why ?? line?.why ?? '').replace('{name}', () => name).replace('{value}', () => shown);
  const kind = isPartial ? 'partial' : 'failure';
  return failure(kind, where + path, rule.shows === 'member' ? shown : whole, why);
}
