import { isJsonObject, type JsonObject, stringAt } from '../../base/json-value.ts';
import { type InvalidKeyword, invalidKeywords } from '../../base/schema/schema-fault.ts';
import { placeText } from '../../base/schema/schema-walk.ts';
import { firstTexts } from '../../base/wrapped-text.ts';
import { resultFault } from '../../protocol/result-check.ts';
import type { Revision } from '../../protocol/revisions.ts';
import type { RuleCheck } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

/** Further faults are only counted. */
const NAMED = 5;
/** Limit on faults per schema. */
const MAX_FAULTS = 100;

type Fault = InvalidKeyword & {
  readonly tool: string;
  readonly index: number;
  readonly schema: unknown;
};

/** Clients pass the schema on unchanged, so the first to reject it is the model's provider. */
export const rule: RuleCheck = {
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
        faults: firstTexts(faults.map(count === 1 ? placed : textOf), NAMED),
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
