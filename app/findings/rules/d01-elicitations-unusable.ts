import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { answerTo } from '../call-name.ts';
import { dataRule } from '../rule.ts';

const REQUIRED = ['url', 'elicitationId', 'message'];

export const rule = dataRule({
  title: '-32042 without a usable data.elicitations',
  source: 'MCP 2025-11-25, client/elicitation.mdx:426-452; schema/2025-11-25/schema.ts:179-198',
  severity: (revision) => (revision === '2025-11-25' || revision === 'unknown' ? 'violation' : undefined),
  codes: [-32042],
  error(answer) {
    const lack = lackOf(answer.error.data);
    if (lack === undefined) return undefined;
    return {
      explanation: `${answerTo(answer.exchange, 'The error')} asks the user to visit a URL, but ${lack}.`,
      todo: 'The server must list each elicitation with mode url, url, elicitationId and message.',
    };
  },
});

function lackOf(data: unknown): string | undefined {
  const list = isJsonObject(data) ? data.elicitations : undefined;
  if (!Array.isArray(list) || list.length === 0) return 'data.elicitations has no entry';
  for (const [index, entry] of list.slice(0, 100).entries()) {
    if (stringAt(entry, 'mode') !== 'url') return `data.elicitations[${index}] is not of mode url`;
    const missing = REQUIRED.find((member) => (stringAt(entry, member) ?? '') === '');
    if (missing !== undefined) return `data.elicitations[${index}] has no ${missing}`;
  }
  return undefined;
}
