import { isJsonObject, type JsonObject, stringAt } from '../../base/json-value.ts';
import { type InvalidKeyword, invalidKeywords } from '../../base/schema/schema-fault.ts';
import { placeText } from '../../base/schema/schema-walk.ts';
import { firstTexts } from '../../base/wrapped-text.ts';
import { resultFault } from '../../protocol/result-check.ts';
import type { Revision } from '../../protocol/revisions.ts';
import type { RuleCheck } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

/** More faults than these are counted. */
const NAMED = 5;
/** Of one schema, more are not looked for. */
const MAX_FAULTS = 100;

type Fault = InvalidKeyword & {
  readonly tool: string;
  readonly index: number;
  readonly schema: unknown;
};

/** Clients hand the schema on as it is, so the first to refuse it is the model's provider. */
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

/** What MCP's own schema rules out as well is said of the result as a whole. */
function withoutNamed(all: readonly Fault[], result: JsonObject, revision: Revision): readonly Fault[] {
  const context = { method: 'tools/list', revision, taskAsked: false, extended: true };
  const fault = resultFault(result, context);
  const paths = [fault, ...(fault?.others ?? [])].map((one) => one?.path ?? []);
  // What is wrong with an item of a list is said of the list too.
  const named = new Set(paths.flatMap((path) => [path.join('/'), path.slice(0, -1).join('/')]));
  return all.filter(({ index, at }) => !named.has(['tools', index, ...at].join('/')));
}

function faultsOf(tool: unknown, index: number): Fault[] {
  if (!isJsonObject(tool)) return [];
  return ['inputSchema', 'outputSchema'].flatMap((member) => {
    const schema = tool[member];
    // What is not an object at all, every client refuses.
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
