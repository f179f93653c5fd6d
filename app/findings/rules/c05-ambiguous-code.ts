import { AS_TOOL_ERROR } from '../repair.ts';
import type { Rule } from '../rule.ts';
import { VerdictMemo } from '../verdict-memo.ts';

/** Every SDK gave these numbers meanings of its own, so none may be assumed. */
export const ambiguousCode: Rule = {
  id: 'C05',
  name: 'ambiguous-code',
  title: 'A code with several meanings',
  source: 'MCP 2026-07-28, basic/index.mdx:117-121: receivers MUST NOT assume any specific meaning',
  severity: 'info',
  untilVocabulary: true,
  codes: (code) => code !== undefined && code >= -32019 && code <= -32000,
  checks: {
    error(answer, view) {
      const { code, sender } = answer;
      if (sender !== 'server-to-client' || view.vocabularyKnown) return undefined;
      // The one number here that a specification gave a meaning to, and only for this method.
      if (code === -32002 && answer.method === 'resources/read') return undefined;
      return code === undefined
        ? undefined
        : ambiguous.of(answer.method === 'tools/call' ? 'call' : '', code);
    },
  },
};

const ambiguous = new VerdictMemo((call, code) => ({
  explanation: `Different servers use ${code} for different things, and the specification gives it no meaning.`,
  todo: 'Read the message, and look the code up for the SDK that this server is built on.',
  after: call === '' ? '' : AS_TOOL_ERROR,
}));
