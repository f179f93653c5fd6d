import { TextMemo } from '../../base/text-memo.ts';
import { AS_TOOL_ERROR, type Repair } from '../repair.ts';
import { codeRule, type Verdict } from '../rule.ts';

export const rule = codeRule({
  title: 'A code with several meanings',
  source: 'MCP 2026-07-28, basic/index.mdx:117-121: receivers MUST NOT assume any specific meaning',
  severity: 'info',
  when: (view) => !view.vocabularyKnown,
  codes: (code) => code !== undefined && code >= -32019 && code <= -32000,
  error(answer, view) {
    const { code, sender } = answer;
    if (sender !== 'server-to-client' || view.vocabularyKnown) return undefined;
    // The one number here that a specification gave a meaning to, and only for this method.
    if (code === -32002 && answer.method === 'resources/read') return undefined;
    return (answer.method === 'tools/call' ? ofCall : ofOthers).of(answer.error.codeText);
  },
});

const ofCall = ambiguous(AS_TOOL_ERROR);
const ofOthers = ambiguous('');

/** A server that fails does so over and over: one verdict serves for all of its findings. */
function ambiguous(after: Repair | ''): TextMemo<Verdict> {
  return new TextMemo((code) => ({
    explanation: `Different servers use ${code} for different things, and the specification gives it no meaning.`,
    todo: 'Read the message, and look the code up for the SDK that this server is built on.',
    after,
  }));
}
