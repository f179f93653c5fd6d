import { isJsonObject, type JsonObject, valueAt } from '../../base/json-value.ts';
import { resultFault } from '../../protocol/result-check.ts';
import type { ResultShape } from '../../protocol/result-shapes.ts';
import { isStateless } from '../../protocol/revisions.ts';
import { faultPlace, inWords, type ResultFault } from '../../protocol/shape-misfit.ts';
import { TRAIT } from '../error-text.ts';
import type { FaultyResult, ToolAnswer } from '../message.ts';
import { changed, withChanges } from '../repair.ts';
import { dataRule, type Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const rule = dataRule({
  title: "A result that its method's schema does not allow",
  source: 'MCP schema.ts of each revision; @modelcontextprotocol/sdk 1.32.2 and client 2.4.0, as measured',
  severity: 'violation',
  traits: TRAIT.moreMembers,
  resultFault(answer, view) {
    const { fault } = answer;
    if (hasRuleOfItsOwn(answer)) return undefined;
    return {
      explanation: `${fault.path.length === 0 ? 'The result' : `In the result, ${faultPlace(fault)}`} ${fault.problem}${consequence(answer)}.`,
      todo: remedy(answer),
      before: wireExcerpt({ result: answer.result }),
      ...repaired(answer),
      side: isOfHermes(answer, view) ? 'sdk' : undefined,
      severity: fault.againstSchema ? undefined : 'advice',
    };
  },
  toolOk: misspelt,
});

/** What 2026-07-28 adds to results has rules of its own (M02, M03, M06), and so has a misplaced isError (T07). */
function hasRuleOfItsOwn({ method, revision, result, fault }: FaultyResult): boolean {
  const [member, ...below] = fault.path;
  if (below.length > 0) return false;
  if (member === 'isError') return fault.kind === 'extra' && isJsonObject(result) && result.isError === true;
  if (!isStateless(revision)) return false;
  if (member === 'resultType' || member === 'inputRequests') return true;
  return (member === 'ttlMs' || member === 'cacheScope') && method !== 'tools/call';
}

/** Hermes writes the plain text that its own documentation shows there. */
function isOfHermes({ method, fault }: FaultyResult, view: SessionView): boolean {
  const [member, , below] = fault.path;
  return method === 'prompts/get' && member === 'messages' && below === 'content' && view.speaks(['hermes']);
}

function consequence({ sender, revision, fault }: FaultyResult): string {
  if (sender === 'client-to-server') return ', so servers on the official SDKs refuse it';
  const clients = isStateless(revision) ? 'the official client' : 'the official clients';
  const [take, wait, get] = isStateless(revision) ? ['takes', 'waits', 'ends'] : ['take', 'wait', 'end'];
  switch (fault.client) {
    case 'takes':
      return fault.kind === 'newer'
        ? `; ${clients} ${isStateless(revision) ? 'reads' : 'read'} it all the same, older ones may not`
        : `; ${clients} ${isStateless(revision) ? 'passes' : 'pass'} over that, others may not`;
    case 'throws':
      return `, so ${clients} ${get} the call with an error and the caller never sees the result`;
    case 'waits':
      return `, so ${clients} ${take} it for no answer and ${wait} for the time-out`;
  }
}

function remedy({ sender, fault }: FaultyResult): string {
  const { kind, wanted, optional } = fault;
  const who = sender === 'client-to-server' ? 'The client' : 'The server';
  const place = faultPlace(fault);
  if (kind === 'extra') return `${who} should send an empty object, and put what it has to say into _meta.`;
  if (kind === 'newer') return `${who} should send such a block only in a revision that has it.`;
  if (wanted === undefined) return `${who} must leave ${place} out.`;
  if (kind === 'absent') return `${who} must send ${place}: ${inWords(wanted)}.`;
  if (kind === 'crowded') return `${who} must send the first of them only.`;
  if (kind === 'neither') return `${who} must put one of them into ${place}.`;
  const right = inWords(wanted);
  if (fault.path.length === 0) return `${who} must answer with ${right}.`;
  return optional
    ? `${who} must leave ${place} out, or send ${right} there.`
    : `${who} must send ${right} as ${place}.`;
}

/** The result as it should have been, made from its own values. */
function repaired({ method, revision, result, fault }: FaultyResult): Pick<Verdict, 'after' | 'repair'> {
  const { path } = fault;
  const value = rightValue(valueAt(result, path), fault);
  if (value === INVENTED) return {};
  const change = value === undefined ? { path } : { path, value };
  const right = withChanges(result, [change]);
  if (!isJsonObject(right)) return {};
  const still = resultFault(right, { method, revision, taskAsked: false, extended: true });
  if (still !== undefined) return {};
  return { after: wireExcerpt({ result: right }), repair: { kind: 'members', changes: [change] } };
}

const MISSPELLINGS = ['is_error', 'iserror', 'IsError', 'isErr'];

/** Clients read such a result as a success, because the member that they look at is not there. */
function misspelt(answer: ToolAnswer): Verdict | undefined {
  const { result } = answer;
  if (result.isError !== undefined) return undefined;
  const name = misspeltMember(result);
  const structured = isJsonObject(result.structuredContent) && result.structuredContent.isError === true;
  if (name === undefined && !structured) return undefined;
  const place = name ?? 'structuredContent.isError';
  return {
    explanation: `The result says ${place}: true, which no client reads, so the failed call counts as a success.`,
    todo: 'The server should set isError: true at the top of the result.',
    ...(Array.isArray(result.content) && result.content.length > 0
      ? { after: changed({ ...(name === undefined ? {} : { [name]: undefined }), isError: true }) }
      : {}),
    severity: 'advice',
  };
}

/** Goes by the members that are there: to look for those that are not takes V8 several times as long. */
function misspeltMember(result: JsonObject): string | undefined {
  for (const member in result) {
    if (result[member] === true && MISSPELLINGS.includes(member)) return member;
  }
  return undefined;
}

/** Stands for a value that only an invention could put right. */
const INVENTED = Symbol('invented');

/** What should stand in the place of the fault; undefined if nothing should. */
function rightValue(value: unknown, { kind, wanted, optional }: ResultFault): unknown {
  if (kind === 'extra' || (optional && value === null)) return undefined;
  // An empty list invents nothing if it is the content that a client would take it for.
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
