import { isJsonObject, type JsonObject, jsonText } from '../../../base/json-value.ts';
import { textsAt } from '../../../base/schema/schema-nodes.ts';
import { ARGUMENTS_AS_TOOL_ERRORS, atLeast, readRevision } from '../../../protocol/revisions.ts';
import type { CaseContext } from '../case-context.ts';
import {
  type CaseLeftOut,
  type Expectation,
  expectationOf,
  LEFT_OUT,
  type PlannedCase,
  plannedCase,
} from '../probe-case.ts';
import { propertySchema, surelyMisfits } from '../sample-value.ts';
import type { ProbeTool } from '../surface.ts';
import { EXTREMES, refuses, wrongValues } from '../wrong-values.ts';

/** More arguments or cases per tool take time and reveal little; the report says what is left out. */
const MAX_ARGUMENTS = 30;
const MAX_CASES = 60;

/** A request that does not match CallToolRequest reaches no tool. */
const OF_TOOLS = ['T01', 'T04'];

type Part = { readonly kind: string; readonly name: string; readonly title: string; readonly given: unknown };
type Made = { readonly cases: readonly PlannedCase[]; readonly leftOut: readonly CaseLeftOut[] };

/** Calls with arguments that the schema rejects; a tool that must not run gets no valid argument. */
export function argumentCases(context: CaseContext, tool: ProbeTool): Made {
  const why = whyNone(context, tool);
  const kinds = ['missing', 'type', 'range', 'enum', 'extra', 'shape', 'extreme'];
  if (why !== '') return { cases: [], leftOut: kinds.map((kind) => leftOut(tool, kind, why)) };
  // Cuts the end of the longest part, so that no kind is left out entirely.
  const parts = [
    ...shapes(context, tool),
    ...extreme(tool),
    ...extra(context, tool),
    ...missing(context, tool),
    ...wrong(context, tool),
  ];
  const cases = parts.slice(0, MAX_CASES).map((part) => argumentCase(context, tool, part));
  const made = new Set(parts.map(({ kind }) => kind));
  const cut = whatIsCut(tool, parts.length);
  return {
    cases,
    leftOut: [
      ...kinds.filter((kind) => !made.has(kind)).map((kind) => leftOut(tool, kind, WHY_NOT[kind] ?? '')),
      ...(cut === '' ? [] : [leftOut(tool, LEFT_OUT, cut)]),
    ],
  };
}

/** What is left out for a large tool, with the numbers; empty if nothing is. */
function whatIsCut(tool: ProbeTool, made: number): string {
  const { properties } = tool.inputSchema;
  const names = new Set([
    ...(isJsonObject(properties) ? Object.keys(properties) : []),
    ...textsAt(tool.inputSchema, 'required'),
  ]);
  return [
    ...(names.size > MAX_ARGUMENTS
      ? [`It has ${names.size} arguments: only the first ${MAX_ARGUMENTS} are asked for one by one.`]
      : []),
    ...(made > MAX_CASES
      ? [`${made - MAX_CASES} of ${made} cases were left out: a tool gets ${MAX_CASES} at most.`]
      : []),
  ].join(' ');
}

const WHY_NOT: Readonly<Record<string, string>> = {
  missing: 'No argument is required.',
  type: 'No argument has a type that a value can miss.',
  range: 'No argument has a range.',
  enum: 'No argument has an enum.',
  extra: 'The schema allows more arguments, or the tool must not run.',
  shape: 'No argument is required, so the tool might run.',
  extreme: 'No argument is required, so the tool might run.',
};

function whyNone(context: CaseContext, tool: ProbeTool): string {
  if (context.validArguments(tool) !== undefined) return '';
  if (textsAt(tool.inputSchema, 'required').length > 0 && surelyMisfits(tool.inputSchema, {})) return '';
  return context.mayRun(tool)
    ? 'No argument is required, and no arguments that fit the schema were found.'
    : 'No argument is required, so any call might run the tool, which is not marked as read-only. Allow it with --call.';
}

function missing(context: CaseContext, tool: ProbeTool): Part[] {
  const required = textsAt(tool.inputSchema, 'required');
  const right = context.validArguments(tool);
  if (required.length === 0) return [];
  const none = { kind: 'missing', name: 'all', title: 'no arguments at all', given: {} };
  if (right === undefined || required.length === 1) return refused(tool, [none]);
  const each = required.slice(0, MAX_ARGUMENTS).map((name) => {
    const { [name]: _left, ...given } = right;
    return { kind: 'missing', name, title: `without ${name}`, given };
  });
  return refused(tool, [none, ...each]);
}

function wrong(context: CaseContext, tool: ProbeTool): Part[] {
  const { properties } = tool.inputSchema;
  const names = isJsonObject(properties) ? Object.keys(properties).slice(0, MAX_ARGUMENTS) : [];
  const parts = names.flatMap((name) =>
    wrongValues(tool.inputSchema, name, context.word).map(({ kind, what, value }) => ({
      kind,
      name: `${name}/${what}`,
      title: `${name} is ${what}`,
      given: { ...(context.validArguments(tool) ?? {}), [name]: value },
    })),
  );
  return refused(tool, parts);
}

/** Under a required argument whose own schema rejects the value, else under an undefined name. */
function extreme({ inputSchema }: ProbeTool): Part[] {
  const [first] = textsAt(inputSchema, 'required');
  if (first === undefined) return [];
  return EXTREMES.flatMap(({ name, what, value, readAs = value }) => {
    const member = refuses(inputSchema, first, readAs) ? first : UNKNOWN_ARGUMENT;
    const isKnown = member !== first && propertySchema(inputSchema, member) !== undefined;
    if (isKnown || !surelyMisfits(inputSchema, { [member]: readAs })) return [];
    return [{ kind: 'extreme', name, title: `${member} is ${what}`, given: { [member]: value } }];
  });
}

const UNKNOWN_ARGUMENT = 'probe_extra';

function extra(context: CaseContext, tool: ProbeTool): Part[] {
  const right = context.validArguments(tool);
  if (right === undefined || tool.inputSchema.additionalProperties !== false) return [];
  const given = { ...right, [context.word]: 1 };
  return refused(tool, [{ kind: 'extra', name: 'one', title: 'one argument more', given }]);
}

/** `arguments` is an object, if present (2025-11-25, schema.ts `CallToolRequest`). */
function shapes(context: CaseContext, tool: ProbeTool): Part[] {
  if (textsAt(tool.inputSchema, 'required').length === 0) return [];
  return [
    { kind: 'shape', name: 'null', title: 'arguments is null', given: null },
    { kind: 'shape', name: 'text', title: 'arguments is a text', given: context.word },
    { kind: 'shape', name: 'list', title: 'arguments is a list', given: [context.word] },
  ];
}

/** Sends only what the schema certainly rejects. */
function refused(tool: ProbeTool, parts: readonly (Part & { readonly given: JsonObject })[]): Part[] {
  return parts.filter(({ given }) => surelyMisfits(tool.inputSchema, given));
}

function argumentCase(context: CaseContext, tool: ProbeTool, part: Part): PlannedCase {
  const { kind, name, title, given } = part;
  const step = context.call(tool.name, given, { deliberate: kind === 'shape' });
  // A parser may set limits (RFC 8259 §9), and unparsable lines are mostly dropped over stdio.
  const isDropped = kind === 'extreme' && name !== 'long';
  return plannedCase({
    id: `arguments/${tool.name}/${kind}/${name}`,
    ...{ family: 'arguments', kind, target: tool.name, title },
    ...(kind === 'shape' || kind === 'extreme' ? { layer: 'wire', spares: OF_TOOLS } : {}),
    // With an additional argument the tool may run.
    mayTakeLong: kind === 'extra',
    steps: [isDropped ? { ...step, id: undefined } : step],
    expects: expectation(context, kind, kind === 'type' && listsCoercion(tool, given)),
  });
}

const COERCES = /\bcoerc|\bconvert(s|ed)? (from|to)\b|\bstringified\b|\bparsed as\b/i;

/** True if the tool or one of these arguments says that it coerces values of other types. */
function listsCoercion({ inputSchema, description }: ProbeTool, given: unknown): boolean {
  const names = isJsonObject(given) ? Object.keys(given) : [];
  return COERCES.test(
    [description, ...names.map((name) => jsonText(propertySchema(inputSchema, name)))].join(' '),
  );
}

/** What the server must do with such arguments, by the revision. */
function expectation({ surface }: CaseContext, kind: string, isLenient: boolean): Expectation {
  if (kind === 'shape' || kind === 'extreme') return expectationOf(`arguments/${kind}`);
  const isSettled = atLeast(readRevision(surface.revision), ARGUMENTS_AS_TOOL_ERRORS);
  const { ifWrong, ...asked } = expectationOf(isSettled ? 'arguments/settled' : 'arguments/open');
  return {
    ...asked,
    // TypeScript's zod drops unknown members although the listed schema forbids them. Clamping to the nearest allowed
    // value is also a form of validation that the specification does not forbid.
    wrong: kind === 'extra' || kind === 'range' || isLenient ? [] : asked.wrong,
    // A server may replace a value missing in an enum by one that it knows.
    ...(ifWrong && { ifWrong: { ...ifWrong, ...(kind === 'enum' ? { binding: 'SHOULD' } : {}) } }),
  };
}

function leftOut({ name }: ProbeTool, kind: string, why: string): CaseLeftOut {
  return { id: `arguments/${name}/${kind}`, family: 'arguments', kind, target: name, title: kind, why };
}
