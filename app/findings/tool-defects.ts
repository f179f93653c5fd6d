import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import { type SchemaDefect, schemaDefects } from '../base/schema/schema-soundness.ts';
import { placeText } from '../base/schema/schema-walk.ts';
import { onceForEach } from '../base/text-memo.ts';
import { firstTexts } from '../base/wrapped-text.ts';
import type { RuleCheck } from './rule.ts';
import { wireExcerpt } from './wire-excerpt.ts';

/** Further tools are only counted. */
const NAMED = 5;

/** Cached, since several rules check the same schema. */
const defectsOf = onceForEach((schema: JsonObject) => schemaDefects(schema));

type FaultyTool = {
  readonly name: string;
  readonly sent: JsonObject;
  readonly faults: readonly string[];
  readonly isOutput: boolean;
};

/** A rule about one kind of defect in tool schemas: it names every affected tool in the list. */
export function schemaDefectRule(rule: string, kind: SchemaDefect['kind']): RuleCheck {
  return {
    methods: ['tools/list'],
    result({ result: { tools } }, view) {
      const faulty = Array.isArray(tools) ? tools.flatMap((tool) => faultyTool(tool, kind)) : [];
      const [first] = faulty;
      const all = faulty.map(
        ({ name, faults }) => `${JSON.stringify(name.slice(0, 80))} (${faults.join(', ')})`,
      );
      if (first === undefined || !view.firstTime(`${rule} ${all.join()}`)) return undefined;
      return {
        case: faulty.some(({ isOutput }) => isOutput) ? 'output' : 'input',
        values: { faults: firstTexts(all, NAMED).slice(0, 1500) },
        before: wireExcerpt(first.sent),
      };
    },
  };
}

function faultyTool(tool: unknown, kind: SchemaDefect['kind']): FaultyTool[] {
  if (!isJsonObject(tool)) return [];
  const found = ['inputSchema', 'outputSchema'].flatMap((member) => {
    const schema = tool[member];
    const defects = isJsonObject(schema) ? defectsOf(schema).filter((one) => one.kind === kind) : [];
    return defects.map(({ at, what }) => ({
      member,
      text: `${placeText([member, ...at]).slice(2)}: ${what}`,
    }));
  });
  const [first] = found;
  if (first === undefined) return [];
  const { member } = first;
  return [
    {
      name: stringAt(tool, 'name') ?? '',
      sent: { name: tool.name, [member]: tool[member] },
      faults: found.slice(0, NAMED).map(({ text }) => text.slice(0, 200)),
      isOutput: found.some((one) => one.member === 'outputSchema'),
    },
  ];
}
