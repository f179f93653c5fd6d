import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { firstTexts } from '../../base/wrapped-text.ts';
import type { RuleCheck } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

/** MCP 2025-11-25, server/tools, "Tool Names". */
const FIT = /^[A-Za-z0-9_.-]{1,128}$/;
const NAMED = 5;

/** Names that servers should not use by the specification: other characters, more than 128, or the same name twice. */
export const rule: RuleCheck = {
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
      values: { names: firstTexts(shown, NAMED) },
      before: isJsonObject(first) ? wireExcerpt({ name: first.name }) : '',
    };
  },
};
