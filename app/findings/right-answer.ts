import { isJsonObject, parseJson } from '../base/json-value.ts';
import { isStateless, type Revision } from '../protocol/revisions.ts';
import type { Answer } from '../wire/envelope.ts';
import { ruleById } from './all-rules.ts';
import { type Finding, isCounted, type Severity } from './finding.ts';
import { type AnswerBody, errorBody, type Repair, repaired } from './repair.ts';
import type { Checks } from './rule.ts';

/** The answer that should have been sent, combined from all findings. */
export type RightAnswer = {
  readonly body: AnswerBody;
  /** The whole line, with members in the original order. */
  readonly line: string;
  /** The rules that required a change, most important first. */
  readonly by: readonly string[];
  /** The rules whose findings it also resolves although they required something else. */
  readonly resolved: readonly string[];
};

type SentLine = {
  readonly raw: string;
  readonly answer: Answer;
  readonly revision: Revision;
};

type Repairing = Finding & { readonly repair: Repair };

/** One answer that satisfies all findings; undefined if it needs an invented value or still breaks a rule. */
export function rightAnswer(sent: SentLine, findings: readonly Finding[]): RightAnswer | undefined {
  const counted = findings
    .filter(isCounted)
    .sort((one, other) => WEIGHT[one.severity] - WEIGHT[other.severity]);
  const repairs = counted.filter((finding): finding is Repairing => finding.repair !== undefined);
  if (repairs.length === 0) return undefined;
  const { answer } = sent;
  const was = answer.kind === 'result' ? { result: answer.result } : errorBody(answer.error);
  const plan = planned(was, repairs);
  if (plan === undefined) return undefined;
  const { by, crossing } = plan;
  const others = counted.filter(({ rule }) => !by.has(rule));
  const isResolved = (finding: Finding) =>
    isResolvedBy(finding, plan.body, crossing !== undefined, plan.taken);
  if (others.some((finding) => finding.severity === 'violation' && !isResolved(finding))) return undefined;
  const id = idOf(sent, repairs);
  if (id === undefined) return undefined;
  const body = isStateless(sent.revision) ? asStateless(plan.body) : plan.body;
  return {
    body,
    line: lineOf(sent, body, id),
    by: counted.flatMap(({ rule }) => (by.has(rule) ? rule : [])),
    resolved: others.filter(isResolved).map(({ rule }) => rule),
  };
}

const WEIGHT: { readonly [Name in Severity]: number } = { violation: 0, advice: 1, info: 2 };

type Plan = {
  readonly body: AnswerBody;
  readonly by: ReadonlySet<string>;
  /** The repair that turns it into another kind of answer. */
  readonly crossing: Repairing | undefined;
  readonly taken: readonly string[];
};

function planned(sent: AnswerBody, repairs: readonly Repairing[]): Plan | undefined {
  const crossing = crossingOf(repairs);
  const by = new Set<string>();
  const taken: string[] = [];
  let body = sent;
  for (const { rule, repair } of repairs) {
    if (repair.kind === 'envelope') by.add(rule);
    if (repair.kind !== 'members' && repair.kind !== 'text') continue;
    const members = membersOf(repair);
    if (crossing !== undefined && !members.every(isText)) continue;
    if (members.some((member) => taken.some((other) => overlap(member, other)))) continue;
    const next = repaired(body, repair);
    if (next === undefined) continue;
    body = next;
    taken.push(...members);
    by.add(rule);
  }
  if (crossing === undefined) return by.size === 0 ? undefined : { body, by, crossing, taken };
  const crossed = repaired(body, crossing.repair);
  if (crossed === undefined) return undefined;
  return { body: crossed, by: by.add(crossing.rule), crossing, taken };
}

/** The most important repair that changes the kind of answer; undefined if a more important one keeps the kind. */
function crossingOf(repairs: readonly Repairing[]): Repairing | undefined {
  const first = repairs.find(
    ({ repair: { kind } }) => kind === 'tool-error' || kind === 'protocol-error' || kind === 'result',
  );
  if (first === undefined) return undefined;
  const keeps = ({ repair, severity }: Repairing) =>
    repair.kind === 'members' &&
    !membersOf(repair).every(isText) &&
    WEIGHT[severity] < WEIGHT[first.severity];
  return repairs.some(keeps) ? undefined : first;
}

function membersOf(repair: Extract<Repair, { kind: 'members' | 'text' }>): readonly string[] {
  return repair.kind === 'text' ? ['content'] : repair.changes.map(({ path }) => path.join('/'));
}

/** The members that are carried over to another kind of answer. */
function isText(member: string): boolean {
  return member === 'message' || member === 'content';
}

function overlap(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** True if a finding whose repair was not used no longer applies to the right answer. */
function isResolvedBy(
  { rule: id, repair }: Finding,
  body: AnswerBody,
  crossed: boolean,
  taken: readonly string[],
): boolean {
  const rule = ruleById(id);
  if (rule === undefined) return false;
  const looked: readonly (keyof Checks)[] =
    'error' in body ? ['error'] : ['toolError', 'toolOk', 'result', 'resultFault'];
  if (crossed && !looked.some((check) => rule[check] !== undefined)) return true;
  if (repair?.kind === 'members' && membersOf(repair).every((member) => taken.includes(member))) return true;
  if (!('error' in body) || rule.codes === undefined) return false;
  const { code } = body.error;
  if (typeof code !== 'number') return false;
  return typeof rule.codes === 'function' ? !rule.codes(code) : !rule.codes.includes(code);
}

/** 2026-07-28 requires each result to state its type. */
function asStateless(body: AnswerBody): AnswerBody {
  if ('error' in body || !isJsonObject(body.result) || body.result.resultType !== undefined) return body;
  return { result: { ...body.result, resultType: 'complete' } };
}

function idOf({ answer }: SentLine, repairs: readonly Repairing[]): string | undefined {
  const right = repairs.flatMap(({ repair }) => (repair.kind === 'envelope' ? (repair.id ?? []) : []))[0];
  return right ?? answer.id?.text;
}

function lineOf({ raw }: SentLine, body: AnswerBody, id: string): string {
  const parts: { readonly [member: string]: string } = {
    jsonrpc: '"jsonrpc":"2.0"',
    id: `"id":${id}`,
    body:
      'error' in body
        ? `"error":${JSON.stringify(body.error)}`
        : `"result":${JSON.stringify(body.result ?? {})}`,
  };
  const sent = parseJson(raw.replace(/^\uFEFF/, ''));
  const names = isJsonObject(sent) ? Object.keys(sent) : [];
  const order = [...names.map((name) => (name === 'error' || name === 'result' ? 'body' : name)), ...ORDER];
  return `{${[...new Set(order)].flatMap((name) => parts[name] ?? []).join(',')}}`;
}

const ORDER = ['jsonrpc', 'id', 'body'];
