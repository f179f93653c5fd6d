import { targetOf } from '../../frame/target.ts';
import { atMost, LAST_INITIALIZE } from '../../protocol/revisions.ts';
import { errorTextOf, saysUnknown } from '../error-text.ts';
import type { ErrorAnswer } from '../message.ts';
import type { Rule } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { errorWith } from '../wire-excerpt.ts';

const METHODS = ['tools/call', 'prompts/get', 'resources/read'];

/** -32601 is for methods; a name or uri that does not exist is a bad parameter of a method that does. */
export const unknownTargetCode: Rule = {
  id: 'T03',
  name: 'unknown-target-code',
  title: 'Unknown tool, prompt or resource with another code than -32602',
  source: 'MCP 2025-11-25, server/tools.mdx:461-520, server/prompts.mdx:273, server/resources.mdx',
  severity: 'violation',
  reaction: true,
  codes: [-32601, -32603, -32003, 0],
  checks: {
    error(answer, view) {
      if (!METHODS.includes(answer.method)) return undefined;
      const target = targetOf(answer.method, answer.params);
      if (target === '') return undefined;
      const sure = isMiss(answer, target, view);
      if (!sure && !isUnlisted(answer, target, view)) return undefined;
      const legacy = answer.method === 'resources/read' && atMost(answer.revision, LAST_INITIALIZE);
      const code = legacy ? -32002 : -32602;
      return {
        explanation: sure
          ? `The server serves ${answer.method}, and does not know ${JSON.stringify(target.slice(0, 100))}, but it answered with ${answer.error.codeText}.`
          : `No tool named ${JSON.stringify(target.slice(0, 100))} is in the server's list, and the answer is ${answer.error.codeText}.`,
        todo: sure
          ? `It must answer with ${code}, so that the host can tell a wrong name from a missing method or a fault of the server.`
          : `If the tool does not exist, the server must answer with ${code}, so that the host learns that its list is out of date.`,
        after: errorWith(answer, { code }),
        ...(sure ? {} : { severity: 'advice' as const }),
      };
    },
  },
};

/** The words do not say so, but no page of the server's list has a tool of this name. */
function isUnlisted(answer: ErrorAnswer, target: string, { facts: { tools } }: SessionView): boolean {
  if (answer.method !== 'tools/call' || answer.code === -32601 || answer.exchange === undefined) return false;
  return (
    tools.complete &&
    tools.find(target) === undefined &&
    answer.exchange.requestSeq > tools.listSeq &&
    answer.exchange.toolsGeneration === tools.generation
  );
}

function isMiss(answer: ErrorAnswer, target: string, view: SessionView): boolean {
  if (answer.method === 'tools/call' && view.facts.tools.find(target) !== undefined) return false;
  if (!saysUnknown(errorTextOf(answer))) return false;
  if (answer.code !== -32601) return true;
  // "Method not found" speaks of the method, unless it names what was asked for.
  return !/^(MCP error -32601: )?method not found/i.test(answer.text) || answer.text.includes(target);
}
