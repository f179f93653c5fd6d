import { isJsonObject } from '../../base/json-value.ts';
import { TRAIT } from '../error-text.ts';
import type { ErrorAnswer } from '../message.ts';
import { changed } from '../repair.ts';
import { codeRule } from '../rule.ts';

export const rule = codeRule({
  title: 'Error numbers of the 2026 release candidate',
  source: 'MCP 2026-07-28, changelog.mdx:60-68',
  severity: 'info',
  codes: [-32001, -32003, -32004],
  traits: TRAIT.header | TRAIT.data,
  error(answer) {
    const code = finalCode(answer);
    if (code === undefined) return undefined;
    return {
      explanation: `The shape of this error shows that ${answer.error.codeText} is the release candidate's number for what is ${code} today.`,
      todo: `The server's author should upgrade its SDK; read it as ${code} until then.`,
      after: changed({ code }),
    };
  },
});

function finalCode({ code, error, text }: ErrorAnswer): number | undefined {
  const { data } = error;
  if (code === -32001 && /header mismatch|headers? .{0,80}(does|do) not match/i.test(text)) return -32020;
  if (!isJsonObject(data)) return undefined;
  if (code === -32003 && isJsonObject(data.requiredCapabilities)) return -32021;
  if (code === -32004 && Array.isArray(data.supported) && 'requested' in data) return -32022;
  return undefined;
}
