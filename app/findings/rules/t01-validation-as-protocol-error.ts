import { TextMemo } from '../../base/text-memo.ts';
import { atLeast } from '../../protocol/revisions.ts';
import { TRAIT } from '../error-text.ts';
import { AS_TOOL_ERROR } from '../repair.ts';
import { tierRule, type Verdict } from '../rule.ts';
import { rejectedArguments, wellFormedCall } from '../tool-call.ts';

/** SDKs that reject arguments in this way before the tool's author is asked. */
const SDKS = ['hermes', 'anubis', 'php-sdk', 'fastmcp-typescript'];

/** SEP-1303: since 2025-11-25 what was wrong with the arguments belongs into a result, which clients should pass to the model. */
export const rule = tierRule({
  title: 'Tool input validation reported as a protocol error',
  source: 'SEP-1303; MCP 2025-11-25, server/tools.mdx:461-520',
  severity: (revision) => (atLeast(revision, '2025-11-25') ? 'violation' : 'advice'),
  binding: 'SHOULD',
  reaction: true,
  methods: ['tools/call'],
  traits: TRAIT.rejects,
  error(answer, view) {
    const call = wellFormedCall(answer);
    const rejection = call && rejectedArguments(answer, call, view);
    if (call === undefined || rejection === undefined) return undefined;
    const name = call.name.slice(0, 100);
    const { misfit } = rejection;
    return misfit === undefined ? rejected.of(name) : misfitting(name, misfit);
  },
});

/** A server that fails does so over and over: one verdict serves for all of its findings. */
const rejected = new TextMemo((name) =>
  verdict(() => `The server rejected the arguments of ${JSON.stringify(name)}`),
);

function misfitting(name: string, misfit: string): Verdict {
  return verdict(
    () =>
      `The arguments of ${JSON.stringify(name)} do not fit its inputSchema (${misfit}), and the server rejected them`,
  );
}

function verdict(how: () => string): Verdict {
  return {
    explanation: () =>
      `${how()} with a protocol error, which a host need not show to the model, so the model may never learn what to change.`,
    todo: 'The server must answer with a result that has isError: true and this text, which hosts should pass to the model, so that it can correct its call.',
    after: AS_TOOL_ERROR,
    sdks: SDKS,
  };
}
