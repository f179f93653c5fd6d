import { textParts, visibleText } from '../../base/hidden-characters.ts';
import { isJsonObject, type JsonObject, stringAt } from '../../base/json-value.ts';
import { type InvalidKeyword, invalidKeywords } from '../../base/schema/schema-fault.ts';
import { placeText } from '../../base/schema/schema-walk.ts';
import { firstTexts } from '../../base/wrapped-text.ts';
import { resultFault } from '../../protocol/result-check.ts';
import type { Revision } from '../../protocol/revisions.ts';
import type { ResultAnswer } from '../message.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { schemaDefectRule } from '../tool-defects.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

/** Clients that compile the schema fail on it, and models see a place without a rule. */
export const A01 = schemaDefectRule('A01', 'dangling-ref');

/** A reference that leads back to itself without descending into the value never ends. */
export const A02 = schemaDefectRule('A02', 'cycle');

/** Clients that compile the schema fail on it. */
export const A03 = schemaDefectRule('A03', 'pattern');

/** A model that sends what the schema offers gets an error. */
export const A04 = schemaDefectRule('A04', 'default');

/** MCP 2025-11-25, server/tools, "Tool Names". */
const FIT = /^[A-Za-z0-9_.-]{1,128}$/;
const MAX_NAMED = 5;

/** Names that servers should not use by the specification: other characters, more than 128, or the same name twice. */
export const A05: RuleCheck = {
  methods: ['tools/list'],
  result({ result: { tools } }, view) {
    const names = (Array.isArray(tools) ? tools : []).flatMap((tool) => stringAt(tool, 'name') ?? []);
    const unfit = names.filter((name) => !FIT.test(name));
    const twice = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
    const found = unfit.length > 0 ? unfit : twice;
    if (found.length === 0 || !view.firstTime(`A05 ${found.join()}`)) return undefined;
    const shown = found.map((name) => JSON.stringify(name.slice(0, 80)));
    const first = (Array.isArray(tools) ? tools : []).find((tool) => stringAt(tool, 'name') === found[0]);
    return {
      case: unfit.length > 0 ? 'unfit' : 'twice',
      values: { names: firstTexts(shown, MAX_NAMED) },
      before: isJsonObject(first) ? wireExcerpt({ name: first.name }) : '',
    };
  },
};

/** The member of each list, and the kind of its entries. */
const LISTS: { readonly [method: string]: { readonly member: string; readonly noun: string } } = {
  'tools/list': { member: 'tools', noun: 'tool' },
  'prompts/list': { member: 'prompts', noun: 'prompt' },
  'resources/list': { member: 'resources', noun: 'resource' },
  'resources/templates/list': { member: 'resourceTemplates', noun: 'resource template' },
};
/** How many names in an answer are checked for hidden characters. */
const MAX_HIDING = 50;

/** The specification restricts only tool names (SHOULD), but a misleading name misleads in every list. */
export const D12: RuleCheck = {
  methods: Object.keys(LISTS),
  result: namesIn,
};

function namesIn(answer: ResultAnswer, view: SessionView): Verdict | undefined {
  const list = LISTS[answer.method];
  const items = list === undefined ? undefined : answer.result[list.member];
  if (list === undefined || !Array.isArray(items)) return undefined;
  const hiding = hidingNames(items).filter((name) => view.firstTime(`D12 ${list.noun} ${name}`));
  const [first] = hiding;
  if (first === undefined) return undefined;
  const others = hiding.length - 1;
  return {
    case: others === 0 ? 'alone' : 'several',
    values: () => ({
      noun: list.noun,
      name: visibleText(first).slice(0, 200),
      hidden: whatIsHidden(first),
      others,
    }),
    before: () => JSON.stringify({ name: visibleText(first).slice(0, 200) }),
    after: () => JSON.stringify({ name: seenOf(first).slice(0, 200) }),
  };
}

function hidingNames(items: readonly unknown[]): string[] {
  const hiding: string[] = [];
  for (const item of items) {
    const name = isJsonObject(item) ? stringAt(item, 'name') : undefined;
    if (name === undefined || visibleText(name) === name) continue;
    hiding.push(name);
    if (hiding.length === MAX_HIDING) break;
  }
  return hiding;
}

/** Each kind of hidden character once, at most three: `a right-to-left override (U+202E)`. */
function whatIsHidden(name: string): string {
  const kinds = new Set(
    textParts(name).flatMap((part) => (part.kind === 'hidden' ? `${part.name} (${part.code})` : [])),
  );
  return [...kinds].slice(0, 3).join(', ') + (kinds.size > 3 ? ' and others' : '');
}

function seenOf(name: string): string {
  return textParts(name)
    .map((part) => (part.kind === 'seen' ? part.text : ''))
    .join('');
}

/** Further faults are only counted. */
const MAX_FAULTS = 100;

type Fault = InvalidKeyword & {
  readonly tool: string;
  readonly index: number;
  readonly schema: unknown;
};

/** Clients pass the schema on unchanged, so the first to reject it is the model's provider. */
export const D13: RuleCheck = {
  methods: ['tools/list'],
  result({ result, revision }, view) {
    const { tools } = result;
    const all = Array.isArray(tools) ? tools.flatMap(faultsOf) : [];
    const faults = all.length === 0 ? all : withoutNamed(all, result, revision);
    const [first] = faults;
    if (first === undefined || !view.firstTime(`D13 ${faults.map(textOf).join()}`)) return undefined;
    const [step, above] = first.at.toReversed();
    const count = new Set(faults.map(({ index }) => index)).size;
    return {
      case: count === 1 ? 'alone' : 'several',
      ...(step === 'required' && above === 'properties' ? { action: 'required' as const } : {}),
      values: {
        name: JSON.stringify(first.tool.slice(0, 80)),
        count,
        faults: firstTexts(faults.map(count === 1 ? placed : textOf), MAX_NAMED),
      },
      before: wireExcerpt({ name: first.tool, inputSchema: first.schema }),
    };
  },
};

/** Drops faults that MCP's own schema also forbids: the rule on whole results reports them. */
function withoutNamed(all: readonly Fault[], result: JsonObject, revision: Revision): readonly Fault[] {
  const context = { method: 'tools/list', revision, taskAsked: false, extended: true };
  const fault = resultFault(result, context);
  const paths = [fault, ...(fault?.others ?? [])].map((one) => one?.path ?? []);
  // A fault in a list item is also reported for the list.
  const named = new Set(paths.flatMap((path) => [path.join('/'), path.slice(0, -1).join('/')]));
  return all.filter(({ index, at }) => !named.has(['tools', index, ...at].join('/')));
}

function faultsOf(tool: unknown, index: number): Fault[] {
  if (!isJsonObject(tool)) return [];
  return ['inputSchema', 'outputSchema'].flatMap((member) => {
    const schema = tool[member];
    // Every client rejects a schema that is not an object.
    const faults = isJsonObject(schema) ? [...invalidKeywords(schema, [member])].slice(0, MAX_FAULTS) : [];
    return faults.map((fault) => ({ ...fault, index, tool: stringAt(tool, 'name') ?? '', schema }));
  });
}

function placed({ at, must }: Fault): string {
  return `${placeText(at).slice(2, 200)} must ${must}`;
}

function textOf(fault: Fault): string {
  return `${JSON.stringify(fault.tool.slice(0, 80))} (${placed(fault)})`;
}
