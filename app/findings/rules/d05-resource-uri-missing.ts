import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { errorTextOf, saysUnknown } from '../error-text.ts';
import type { Rule } from '../rule.ts';
import { errorWith } from '../wire-excerpt.ts';

export const resourceUriMissing: Rule = {
  id: 'D05',
  name: 'resource-uri-missing',
  title: 'Missing resource reported without data.uri',
  source: 'MCP 2025-11-25, server/resources.mdx:398; 2026-07-28, server/resources.mdx:419',
  severity: 'advice',
  reaction: true,
  codes: [-32602, -32002],
  checks: {
    error(answer) {
      const { method, code, params, error } = answer;
      if (method !== 'resources/read') return undefined;
      const uri = stringAt(params, 'uri');
      if (uri === undefined || (code === -32602 && !saysUnknown(errorTextOf(answer)))) return undefined;
      if (isJsonObject(error.data) && error.data.uri === uri) return undefined;
      return {
        explanation:
          'The error does not carry the uri that was not found, by which clients tell a missing resource from other bad parameters.',
        todo: 'The server should put it into data.uri.',
        after: errorWith(answer, { data: { uri } }),
      };
    },
  },
};
