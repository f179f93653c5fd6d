import type { JsonObject } from '../../base/json-value.ts';
import { startsWithCode, withoutCode } from '../../codes/code-name.ts';
import { isDeclared } from '../../protocol/client-capabilities.ts';
import { atMost, isStateless, type Revision } from '../../protocol/revisions.ts';
import { aboutText, type ErrorText, errorTextOf, TRAIT } from '../error-text.ts';
import type { ToolAnswer } from '../message.ts';
import { changed, type Repair, withText } from '../repair.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';

const TWICE = /MCP error -?\d+: [^\n]{0,200}?MCP error -?\d+: /;

/** Most messages lack these words, and searching for them is faster than the pattern. */
const isWrappedTwice = aboutText((text) => text.includes('MCP error') && TWICE.test(text.slice(0, 2000)));

function withoutPrefix(text: string): () => Repair {
  return () => withText(withoutCode(text));
}

/** TypeScript SDK 1 writes the code into its error's message, and each layer does so again. */
export const rule: RuleCheck = {
  traits: TRAIT.mcpError,
  toolError(answer, view) {
    const elicitation = visit(answer, view);
    if (elicitation !== undefined) return elicitation;
    if (!startsWithCode(answer.text)) return undefined;
    return { case: 'tool-error', after: withoutPrefix(answer.text) };
  },
  toolOk(answer) {
    if (!startsWithCode(answer.text)) return undefined;
    return { case: 'success', after: withoutPrefix(answer.text) };
  },
  error(answer) {
    if (!isWrappedTwice(errorTextOf(answer))) return undefined;
    return { case: 'twice', after: changed({ message: withoutCode(answer.error.message) }) };
  },
};

const asksForVisit = aboutText((text) =>
  /-32042\b|\burl[ _]?elicitation[ _]?required/i.test(text.slice(0, 1000)),
);

/** True if a text requests a URL visit that its client could have started (2025-11-25, client/elicitation). */
export function losesVisit(text: ErrorText, revision: Revision, declared: JsonObject | undefined): boolean {
  if (!asksForVisit(text) || atMost(revision, '2025-06-18')) return false;
  return declared === undefined || isDeclared(declared, ['elicitation', 'url']);
}

function visit(answer: ToolAnswer, { facts }: SessionView): Verdict | undefined {
  const { revision, exchange, tool } = answer;
  const declared = facts.capabilitiesFor(exchange);
  if (!losesVisit(errorTextOf(answer), revision, declared)) return undefined;
  return {
    case: isStateless(revision) ? 'elicitation.stateless' : 'elicitation',
    values: { tool: JSON.stringify(tool.slice(0, 80)) },
    certainty: declared === undefined ? 'likely' : 'certain',
  };
}
