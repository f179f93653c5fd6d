import { textOrder } from '../base/text-order.ts';
import { RULE_KINDS, type Rule, type RuleSpec } from './rule.ts';

const files = import.meta.glob<RuleSpec>('./rules/*.ts', {
  eager: true,
  import: 'rule',
});

/** Every rule, by kind and id; both its id and its name are those of its file. */
export const ALL_RULES: readonly Rule[] = Object.entries(files)
  .map(([path, rule]) => {
    const [, id = '', name = ''] = /(\w\d\d)-([\w-]+)\.ts$/.exec(path) ?? [];
    return { ...rule, id: id.toUpperCase(), name };
  })
  .toSorted((a, b) => RULE_KINDS.indexOf(a.kind) - RULE_KINDS.indexOf(b.kind) || textOrder(a.id, b.id));

const byId = new Map(ALL_RULES.map((rule) => [rule.id, rule]));

/** The rule of an id such as `T01`. */
export function ruleById(id: string): Rule | undefined {
  return byId.get(id);
}
