import { isJsonObject, type JsonObject, stringAt } from '../../base/json-value.ts';
import { errorTextOf, saysUnknown } from '../error-text.ts';
import { changed } from '../repair.ts';
import type { RuleCheck, Verdict } from '../rule.ts';

export const rule: RuleCheck = {
  reaction: true,
  codes: [-32602, -32002],
  methods: ['resources/read'],
  error(answer) {
    const { method, code, params, error, text } = answer;
    if (method !== 'resources/read') return undefined;
    const uri = stringAt(params, 'uri');
    if (uri === undefined || (code === -32602 && !saysUnknown(errorTextOf(answer)))) return undefined;
    // Some protocols use -32002 for a server that is not ready.
    if (/not (yet )?(been )?initiali[sz]ed/i.test(text.slice(0, 500))) return undefined;
    const data = isJsonObject(error.data) ? error.data : {};
    if (data.uri === uri) return undefined;
    return lacking(uri, data);
  },
};

function lacking(uri: string, data: JsonObject): Verdict {
  return {
    values: () => ({ uri: JSON.stringify(uri.slice(0, 100)) }),
    after: changed({ data: { ...data, uri } }),
  };
}
