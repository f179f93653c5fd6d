import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { type InvalidKeyword, invalidKeywords } from '../../base/schema/schema-fault.ts';
import { placeText } from '../../base/schema/schema-walk.ts';
import { firstTexts } from '../../base/wrapped-text.ts';
import type { RuleCheck } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

/** More faults than these are counted. */
const NAMED = 5;
/** Of one schema, more are not looked for. */
const MAX_FAULTS = 100;

type Fault = InvalidKeyword & {
  readonly tool: string;
  readonly schema: unknown;
};

/** Clients hand the schema on as it is, so the first to refuse it is the model's provider. */
export const rule: RuleCheck = {
  methods: ['tools/list'],
  result({ result: { tools } }, view) {
    const faults = Array.isArray(tools) ? tools.flatMap(faultsOf) : [];
    const [first] = faults;
    if (first === undefined || !view.firstTime(`D13 ${faults.map(textOf).join()}`)) return undefined;
    const [step, above] = first.at.toReversed();
    return {
      case: faults.length === 1 ? 'alone' : 'several',
      ...(step === 'required' && above === 'properties' ? { action: 'required' as const } : {}),
      values: {
        name: JSON.stringify(first.tool.slice(0, 80)),
        count: faults.length,
        faults: faults.length === 1 ? placed(first) : firstTexts(faults.map(textOf), NAMED),
      },
      before: wireExcerpt({ name: first.tool, inputSchema: first.schema }),
    };
  },
};

function faultsOf(tool: unknown): Fault[] {
  if (!isJsonObject(tool)) return [];
  return ['inputSchema', 'outputSchema'].flatMap((member) => {
    const schema = tool[member];
    // What is not an object at all, every client refuses.
    const faults = isJsonObject(schema) ? [...invalidKeywords(schema, [member])].slice(0, MAX_FAULTS) : [];
    return faults.map((fault) => ({ ...fault, tool: stringAt(tool, 'name') ?? '', schema }));
  });
}

function placed({ at, must }: Fault): string {
  return `${placeText(at).slice(2, 200)} must ${must}`;
}

function textOf(fault: Fault): string {
  return `${JSON.stringify(fault.tool.slice(0, 80))} (${placed(fault)})`;
}
