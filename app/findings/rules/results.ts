import { foreignName } from '../../base/foreign-text.ts';
import { isJsonObject, isReadInPart, type JsonObject, valueAt, writtenOut } from '../../base/json-value.ts';
import { firstMisfit } from '../../base/schema/check-schema.ts';
import { mirroredText } from '../../codes/structured-error.ts';
import { taskEnd } from '../../frame/task-end.ts';
import { resultFault } from '../../protocol/result-check.ts';
import type { ResultShape } from '../../protocol/result-shapes.ts';
import { isStateless } from '../../protocol/revisions.ts';
import {
  describeShape,
  faultPlace,
  faultPlaces,
  faultProblem,
  measuredClients,
  type ResultFault,
} from '../../protocol/shape-misfit.ts';
import { TRAIT } from '../error-text.ts';
import type { FaultyResult, ResultAnswer, ToolAnswer } from '../message.ts';
import { changed, type MemberChange, withChanges, withText } from '../repair.ts';
import { MCP_TS_CORE_ONLY, type RuleCheck, type TextCase, type Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const D09: RuleCheck = {
  traits: TRAIT.moreMembers,
  resultFault(answer, view) {
    const { fault } = answer;
    if (hasRuleOfItsOwn(answer)) return undefined;
    const place = faultPlace(fault);
    return {
      case: consequence(answer),
      action: remedy(fault),
      values: {
        place: fault.path.length === 0 ? 'The result' : `In the result, ${place}`,
        member: faultPlaces(fault).map(foreignName).join(', '),
        problem: faultProblem(fault),
        right: fault.wanted && describeShape(fault.wanted),
        clients: isStateless(answer.revision) ? 1 : 2,
        sdks: measuredClients(answer.revision),
      },
      before: wireExcerpt({ result: answer.result }),
      ...repaired(answer),
      side: isOfHermes(answer, view) ? 'sdk' : undefined,
      // A result that no caller sees is lost, whether the schema or only its readers are this strict.
      severity: fault.againstSchema || fault.client !== 'takes' ? undefined : 'advice',
    };
  },
  toolOk: misspelled,
};

/** Members that 2026-07-28 adds have their own rules (M02, M03, M06), and so does a misplaced isError (T07). */
function hasRuleOfItsOwn({ method, revision, result, fault }: FaultyResult): boolean {
  const [member, ...below] = fault.path;
  if (below.length > 0) return false;
  if (member === 'isError') return fault.kind === 'extra' && isJsonObject(result) && result.isError === true;
  if (!isStateless(revision)) return false;
  if (member === 'resultType' || member === 'inputRequests') return true;
  return (member === 'ttlMs' || member === 'cacheScope') && method !== 'tools/call';
}

/** Hermes sends plain text here, as its own documentation shows. */
function isOfHermes({ method, fault }: FaultyResult, view: SessionView): boolean {
  const [member, , below] = fault.path;
  return method === 'prompts/get' && member === 'messages' && below === 'content' && view.speaks(['hermes']);
}

/** What its readers do with such a result. */
function consequence({ sender, fault, method }: FaultyResult): TextCase {
  if (sender === 'client-to-server') return 'refused';
  if (fault.client === 'throws' && method.endsWith('/list')) return 'throws.list';
  if (fault.client === 'throws' && isMissingContent(fault)) return 'throws.content';
  return fault.client === 'takes' && fault.kind === 'newer' ? 'newer' : fault.client;
}

/** rmcp accepts a tool result without `content` since 3.2. */
function isMissingContent({ kind, path: [member, ...below] }: ResultFault): boolean {
  return kind === 'absent' && member === 'content' && below.length === 0;
}

const REMEDIES: { readonly [Kind in ResultFault['kind']]?: TextCase } = {
  absent: 'add',
  crowded: 'send-first',
  neither: 'send-one',
};

function remedy({ kind, wanted, optional, path }: ResultFault): TextCase {
  if (kind === 'extra') return 'send-empty';
  if (kind === 'newer') return 'send-later';
  if (wanted === undefined) return 'leave-out';
  if (path.length === 0 && REMEDIES[kind] === undefined) return 'answer-with';
  return REMEDIES[kind] ?? (optional ? 'correct-or-leave-out' : 'correct');
}

function repaired({ method, revision, result, fault }: FaultyResult): Pick<Verdict, 'after' | 'repair'> {
  const changes: MemberChange[] = [];
  for (const one of [fault, ...fault.others]) {
    const value = rightValue(valueAt(result, one.path), one);
    if (value === INVENTED) return {};
    changes.push(value === undefined ? { path: one.path } : { path: one.path, value });
  }
  const right = withChanges(result, changes);
  if (!isJsonObject(right)) return {};
  const still = resultFault(right, { method, revision, taskAsked: false, extended: true });
  if (still !== undefined) return {};
  return { after: wireExcerpt({ result: right }), repair: { kind: 'members', changes } };
}

const MISSPELLINGS = ['is_error', 'iserror', 'IsError', 'isErr'];

/** Clients read such a result as a success, because the member they check is missing. */
function misspelled(answer: ToolAnswer): Verdict | undefined {
  const { result } = answer;
  if (result.isError !== undefined) return undefined;
  const name = misspelledMember(result);
  const structured = isJsonObject(result.structuredContent) && result.structuredContent.isError === true;
  if (name === undefined && !structured) return undefined;
  const place = name ?? 'structuredContent.isError';
  return {
    case: 'misspelled',
    values: { place },
    ...(Array.isArray(result.content) && result.content.length > 0
      ? { after: changed({ ...(name === undefined ? {} : { [name]: undefined }), isError: true }) }
      : {}),
  };
}

/** Iterates existing members: looking up missing ones takes V8 several times as long. */
function misspelledMember(result: JsonObject): string | undefined {
  for (const member in result) {
    if (result[member] === true && MISSPELLINGS.includes(member)) return member;
  }
  return undefined;
}

/** A value that only an invention could correct. */
const INVENTED = Symbol('invented');

/** The correct value in place of the fault; undefined if it must be absent. */
function rightValue(value: unknown, { kind, wanted, optional }: ResultFault): unknown {
  if (kind === 'extra' || (optional && value === null)) return undefined;
  if (typeof wanted === 'object' && wanted.kind === 'one-of' && wanted.texts.length === 1)
    return wanted.texts[0];
  // An empty list is no invention for content that clients default to it.
  if (kind === 'absent') return isList(wanted) && isBlock(wanted.of) ? [] : INVENTED;
  if (kind !== 'wrong' || wanted === undefined) return INVENTED;
  if (wanted === 'flag') return flagOf(value);
  if (wanted === 'text') return typeof value === 'number' ? String(value) : INVENTED;
  if (isBlock(wanted) && typeof value === 'string') return { type: 'text', text: value };
  if (!isList(wanted) || value === null || Array.isArray(value)) return INVENTED;
  if (isBlock(wanted.of) && typeof value === 'string') return [{ type: 'text', text: value }];
  const fits = isJsonObject(value) || (wanted.of === 'text' && typeof value === 'string');
  return fits ? [value] : INVENTED;
}

function isList(shape: ResultShape | undefined): shape is Extract<ResultShape, { kind: 'list' }> {
  return typeof shape === 'object' && shape.kind === 'list';
}

function isBlock(shape: ResultShape): boolean {
  return typeof shape === 'object' && shape.kind === 'block';
}

function flagOf(value: unknown): unknown {
  if (value === 'true' || value === 1) return true;
  return value === 'false' || value === 0 ? false : INVENTED;
}

export const Q03: RuleCheck = {
  ...MCP_TS_CORE_ONLY,
  toolError(answer) {
    const error = answer.structuredError;
    if (error === undefined || error.message === '') return undefined;
    // The same message in other surrounding words is still the same message.
    if (answer.text.includes(error.message.slice(0, 10_000))) return undefined;
    return { after: withText(mirroredText(error)) };
  },
};

export const Q08: RuleCheck = {
  traits: TRAIT.structured,
  toolError(answer, view) {
    const structured = answer.result.structuredContent;
    const schema = view.facts.tools.find(answer.tool)?.outputSchema;
    if (answer.method !== 'tools/call' || structured === undefined || schema === undefined) return undefined;
    const misfit = firstMisfit(schema, structured);
    if (misfit === undefined) return undefined;
    return {
      evidence: [view.facts.tools.listSeq, answer.exchange?.requestSeq ?? answer.seq, answer.seq],
      values: { place: misfit.place, message: misfit.message },
      after: changed({ structuredContent: undefined }),
    };
  },
};

export const Q09: RuleCheck = {
  methods: ['tasks/result', 'tasks/get'],
  traits: TRAIT.outputSchema,
  toolOk(answer, view) {
    const lack = isFinal(answer) ? lackOf(answer.tool, answer.result, view) : undefined;
    return lack === undefined ? undefined : verdict(answer, view, lack);
  },
  result(answer, view) {
    const result = resultOfTask(answer.method, answer.result);
    const tool = view.taskTools.find(answer.params);
    if (result === undefined || tool === undefined || result.isError === true) return undefined;
    const lack = lackOf(tool, result, view);
    return lack === undefined ? undefined : verdict(answer, view, lack);
  },
};

function verdict(answer: ResultAnswer, view: SessionView, lack: string): Verdict {
  return {
    evidence: [view.facts.tools.listSeq, answer.exchange?.requestSeq ?? answer.seq, answer.seq],
    values: { lack },
  };
}

/** A task or a request for input is not yet the tool's result. */
function isFinal({ params, result }: ToolAnswer): boolean {
  if (isJsonObject(params) && params.task !== undefined) return false;
  return result.resultType === undefined || result.resultType === 'complete';
}

function lackOf(tool: string, result: JsonObject, view: SessionView): string | undefined {
  const schema = view.facts.tools.find(tool)?.outputSchema;
  if (schema === undefined) return undefined;
  if (result.structuredContent === undefined)
    return isReadInPart(result) ? undefined : 'structuredContent is missing';
  const misfit = firstMisfit(schema, result.structuredContent);
  return misfit === undefined ? undefined : `${misfit.place} does not fit: ${misfit.message}`;
}

/** The result of a task's call, in an answer about the task; undefined if it has none. */
function resultOfTask(method: string, answer: JsonObject): JsonObject | undefined {
  if (method === 'tasks/result') return answer;
  const end = taskEnd(method, answer);
  return end?.kind === 'result' && isJsonObject(end.result) ? end.result : undefined;
}

const FIELDS = ['reason', 'message', 'details'];

export const Q15: RuleCheck = {
  traits: TRAIT.blank,
  toolError(answer) {
    const { result } = answer;
    if (Array.isArray(result.content) && result.content.length > 0) return undefined;
    const present = FIELDS.filter((field) => result[field] !== undefined);
    if (present.length === 0) return undefined;
    const { isError, content, ...rest } = result;
    const text =
      typeof result.message === 'string' ? result.message : writtenOut(result.reason ?? 'What failed');
    return {
      values: { fields: present.join(', ') },
      after: {
        kind: 'result',
        result: { content: [{ type: 'text', text }], structuredContent: { error: rest }, isError },
      },
    };
  },
};
