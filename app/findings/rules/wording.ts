import { isJsonObject, type JsonObject, parseJson, stringAt } from '../../base/json-value.ts';
import { firstTexts } from '../../base/wrapped-text.ts';
import { startsWithCode, withoutCode } from '../../codes/code-name.ts';
import { declaredReasons, failedReason, mirroredText } from '../../codes/structured-error.ts';
import { isDeclared } from '../../protocol/client-capabilities.ts';
import { atMost, isStateless, type Revision } from '../../protocol/revisions.ts';
import { callWithId } from '../call-name.ts';
import { aboutText, type ErrorText, errorTextOf, quoted, saysUnknown, TRAIT } from '../error-text.ts';
import { hiddenFailureOf } from '../hidden-failure/hidden-failure.ts';
import type { ErrorAnswer, ToolAnswer } from '../message.ts';
import { changed, type Repair, toProtocolError, withText } from '../repair.ts';
import { MCP_TS_CORE_ONLY, type RuleCheck, type Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { toolListing } from '../tool-call.ts';
import { wireExcerpt } from '../wire-excerpt.ts';
import { leakOf, validatorDump } from './leaks.ts';

export const Q01: RuleCheck = {
  traits: TRAIT.blank,
  toolError(answer) {
    const { content } = answer.result;
    if (answer.method !== 'tools/call' || !Array.isArray(content) || !content.every(saysNothing))
      return undefined;
    return {};
  },
};

/** True for a text block without text; any other block may show something. */
function saysNothing(block: unknown): boolean {
  return isJsonObject(block) && typeof block.text === 'string' && block.text.trim() === '';
}

const SHORT = 12;
/** A longer text says more than that something failed. */
const LONG = 120;
const MAX_NAMES = 200;
const GUIDANCE =
  /\b(use|using|try|expected|expects|must|known|available|retry|again|check|provide|pass|set|specify|ensure|make sure|please|should|allowed|valid|invalid|one of|instead|wait|add|remove|call|install|configure|run|see|did you mean|requires?|required|missing|needs?|choose|select|cannot|only|between|at least|at most|recovery|hint|options?|supported|ask|order|return|next)\b/i;
/** Prefixes that SDKs add to the tool's own text. */
const PREFIX =
  /^(MCP error -?\d+:|Error executing tool [^\s:]+:?|Error calling tool '[^']{1,100}':?|Tool '[^']{1,100}' execution failed:|Error:)\s*/;

/** Most hosts pass on the text; whether it helps can only be guessed from its words. */
export const Q02: RuleCheck = {
  traits: TRAIT.brief,
  toolError(answer, view) {
    // The rule on generic texts already covers this.
    if (isGeneric(errorTextOf(answer)) || !lacksGuidance(answer, view)) return undefined;
    return LACKING;
  },
};

const LACKING: Verdict = {};

/** The verdict by words alone; `unless-a-tool-is-named` leaves it to the tool names known in the session. */
const guidance = aboutText((given) => {
  const whole = given.trim();
  if (whole === '' || whole.length > LONG) return 'not-lacking';
  const own = whole.replace(PREFIX, '').trim();
  if (own.length < SHORT) return 'lacking';
  // A second clause, a list or a number may be the hint.
  if (/[;:,\n]|\.\s|\d/.test(own) || GUIDANCE.test(own)) return 'not-lacking';
  return 'unless-a-tool-is-named';
});

/** True if a tool error's text seems to say only that something failed, not what to do about it. */
export function lacksGuidance(answer: ToolAnswer, view: SessionView): boolean {
  // A wrong name already says what to change.
  if (answer.tool !== '' && answer.text.includes(answer.tool) && saysUnknown(errorTextOf(answer)))
    return false;
  const found = guidance(errorTextOf(answer));
  if (found !== 'unless-a-tool-is-named') return found === 'lacking';
  const text = answer.text.trim();
  let looked = 0;
  for (const name of view.facts.tools.names()) {
    looked += 1;
    if (looked > MAX_NAMES) break;
    if (name !== answer.tool && name.length > 2 && text.includes(name)) return false;
  }
  return true;
}

export const Q04: RuleCheck = {
  ...MCP_TS_CORE_ONLY,
  toolError({ structuredError }) {
    const reason = structuredError?.data?.reason;
    if (typeof reason !== 'string' || /^[a-z][a-z0-9_]*$/.test(reason)) return undefined;
    return {
      values: { reason: JSON.stringify(reason.slice(0, 60)) },
      before: wireExcerpt({ error: { data: { reason } } }),
      after: wireExcerpt({ error: { data: { reason: snakeCase(reason) } } }),
      repair: {
        kind: 'members',
        changes: [{ path: ['structuredContent', 'error', 'data', 'reason'], value: snakeCase(reason) }],
      },
    };
  },
};

function snakeCase(reason: string): string {
  const words = reason
    .slice(0, 60)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '');
  return words === '' ? 'reason' : words;
}

const MIN_WORDS = 5;

export const Q05: RuleCheck = {
  ...MCP_TS_CORE_ONLY,
  toolError({ structuredError }) {
    const hint = structuredError?.hint.trim() ?? '';
    if (hint === '' || hint.slice(0, 1000).split(/\s+/).length >= MIN_WORDS) return undefined;
    return {
      values: { hint: JSON.stringify(hint.slice(0, 80)) },
      before: wireExcerpt({ error: { data: { recovery: { hint } } } }),
    };
  },
};

export const Q06: RuleCheck = {
  ...MCP_TS_CORE_ONLY,
  toolError(answer) {
    const error = answer.structuredError;
    if (error === undefined || error.hint === '' || answer.text.includes(error.hint.slice(0, 10_000))) {
      return undefined;
    }
    return { after: withText(mirroredText(error)) };
  },
};

export const Q07: RuleCheck = {
  ...MCP_TS_CORE_ONLY,
  toolError({ structuredError }) {
    if (structuredError === undefined) return undefined;
    const { code, message, data } = structuredError;
    if (data?.reason !== undefined) return undefined;
    return lacking({ code, message, ...(data === undefined ? {} : { data }) });
  },
};

function lacking(error: {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}): Verdict {
  return { values: { code: error.code }, before: () => wireExcerpt({ error }) };
}

export const Q10: RuleCheck = {
  traits: TRAIT.suspect,
  toolOk(answer, view) {
    if (answer.result.resultType === 'input_required') return undefined;
    const hidden = hiddenFailureOf(answer.result, answer.params, answer.suspicion);
    if (hidden === undefined) return undefined;
    const { where, excerpt, why } = hidden.evidence;
    if (saysToolUnknown(answer, view))
      return {
        case: 'unknown-tool',
        values: { tool: JSON.stringify(answer.tool.slice(0, 80)), excerpt: quoted(excerpt) },
        after: toProtocolError(-32602),
      };
    return {
      case: hidden.kind === 'failure' ? 'failure' : 'in-part',
      values: { where, why, excerpt: quoted(excerpt) },
      ...(mayBeMarked(answer, view) ? { after: changed({ isError: true }) } : {}),
    };
  },
};

/** True if no list has the tool and the result says that this name does not exist. */
function saysToolUnknown(answer: ToolAnswer, view: SessionView): boolean {
  const { tool } = answer;
  if (tool === '' || toolListing(tool, answer, view) !== 'absent' || !saysUnknown(errorTextOf(answer)))
    return false;
  return answer.text.slice(0, 500).includes(tool) && /\btools?\b/i.test(answer.text.slice(0, 500));
}

/** False if the same content would also be wrong as a tool error: no text, a leaked trace, or an unknown tool. */
function mayBeMarked(answer: ToolAnswer, view: SessionView): boolean {
  const text = errorTextOf(answer);
  const isOfTool = toolListing(answer.tool, answer, view) === 'listed' || !saysUnknown(text);
  return isOfTool && answer.text.trim() !== '' && leakOf(text) === null;
}

const TWICE = /MCP error -?\d+: [^\n]{0,200}?MCP error -?\d+: /;

/** Most messages lack these words, and searching for them is faster than the pattern. */
const isWrappedTwice = aboutText((text) => text.includes('MCP error') && TWICE.test(text.slice(0, 2000)));

function withoutPrefix(text: string): () => Repair {
  return () => withText(withoutCode(text));
}

/** TypeScript SDK 1 writes the code into its error's message, and each layer does so again. */
export const Q11: RuleCheck = {
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

const GENERIC =
  /^(((MCP|tool|request|operation|call|command|execution|invocation) )*failed\.?|An error occurred( invoking [^\n]{0,200})?\.?|Internal (server )?error\.?|(Unknown |Unexpected )?error\.?|Something went wrong\.?|Error executing tool [^\s:]+|Error calling tool '[^']{1,100}')$/i;

export const Q14: RuleCheck = {
  traits: TRAIT.generic,
  toolError(answer) {
    if (!isGeneric(errorTextOf(answer))) return undefined;
    return { case: 'tool', repair: withText(withCause(answer.text)) };
  },
  error(answer) {
    if (!isBare(answer)) return undefined;
    const text = withCause(answer.text);
    // A failed tool reports it in a result, which other rules check.
    if (answer.exchange?.method === 'tools/call')
      return {
        case: 'message',
        repair: { kind: 'result', result: { content: [{ type: 'text', text }], isError: true } },
      };
    return { case: 'message', repair: changed({ message: text }) };
  },
};

/** Adds placeholders for what only the author knows. */
function withCause(text: string): string {
  return `${text.trim().replace(/\.$/, '')}: <the cause>. <What to change>.`;
}

/** True for an error without a cause; a detail in data exists, but in the wrong place. */
export function isBare(answer: ErrorAnswer): boolean {
  const { data } = answer.error;
  return isGeneric(errorTextOf(answer)) && (data === undefined || data === null || data === '');
}

/** True for a text that says only that something failed. */
export const isGeneric = aboutText((text) => text.length < 300 && GENERIC.test(text.trim()));

const CATEGORY = /^ERROR:([A-Z_]{1,60})\s+[—-]/;

export const Q17: RuleCheck = {
  traits: TRAIT.category,
  toolError: (answer) => checkText(answer),
  toolOk: (answer) => checkText(answer),
  error: (answer) => checkText(answer),
};

function checkText(answer: ErrorAnswer | ToolAnswer): Verdict | undefined {
  const category = CATEGORY.exec(answer.text)?.[1];
  if (category === undefined) return undefined;
  const failed = 'error' in answer || answer.result.isError === true;
  return {
    case: failed ? 'failed' : 'unmarked',
    values: { category },
    after:
      'error' in answer
        ? ''
        : wireExcerpt({ result: { structuredContent: { error: { category } }, isError: true } }),
  };
}

const NAMED = 6;

export const Q18: RuleCheck = {
  ...MCP_TS_CORE_ONLY,
  toolError({ tool, result, structuredError }, view) {
    const failed = failedReason(result);
    if (failed === undefined || structuredError === undefined) return undefined;
    const { reason, refused } = failed;
    const { code, message, data } = structuredError;
    const before = wireExcerpt({ error: { code, message, ...(data === undefined ? {} : { data }) } });
    if (refused) return { case: 'refused', values: { tool, reason, code }, before };
    const declared = declaredReasons({ outputSchema: view.facts.tools.find(tool)?.outputSchema });
    if (declared === undefined || declared.some((one) => one.reason === reason)) return undefined;
    if (!view.firstTime(`Q18 ${tool} ${reason}`)) return undefined;
    return {
      case: declared.length === 0 ? 'undeclared.none' : 'undeclared',
      values: { tool, reason, declared: listOf(declared) },
      before,
    };
  },
};

function listOf(declared: readonly { readonly reason: string }[]): string {
  return firstTexts(
    declared.map(({ reason }) => `"${reason}"`),
    NAMED,
  );
}

export const Q19: RuleCheck = {
  toolError({ result, text, ...answer }) {
    // A result with structuredContent should repeat it as text (MCP 2025-11-25, server/tools, "Structured Content").
    if (result.structuredContent !== undefined) return undefined;
    const about = errorTextOf({ text, ...answer });
    const sentence = sentenceInJson(about);
    if (sentence === null || validatorDump(about) !== null) return undefined;
    const content = [sentence, text].map((block) => ({ type: 'text', text: block }));
    return { after: sentence === '' ? '' : changed({ content }) };
  },
};

/** The sentence in a JSON text, empty if no member has one; null for any other text. */
const sentenceInJson = aboutText((text) => {
  if (!/^\s*[{[]/.test(text)) return null;
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return null;
  const error = isJsonObject(value) && isJsonObject(value.error) ? value.error : value;
  const said = ['message', 'error', 'detail'].map((member) => stringAt(error, member) ?? '');
  return said.find((one) => one.includes(' ')) ?? '';
});

/** A warning may have a stack too, and a retry may have helped: a person must judge that. */
export const Q20: RuleCheck = {
  traits: TRAIT.crashed,
  toolOk({ exchange, seq }, { callStderr }) {
    const crash = exchange === undefined ? undefined : callStderr.crashOf(exchange.requestSeq);
    if (exchange === undefined || crash === undefined) return undefined;
    return {
      evidence: [exchange.requestSeq, crash.seq, seq],
      values: { call: callWithId(exchange), line: JSON.stringify(crash.text) },
    };
  },
};

/** A second try may only test whether the failure persists. */
const ENOUGH = 3;

export const Q21: RuleCheck = {
  toolError(answer, view) {
    const { failing } = view;
    if (failing.length !== ENOUGH) return undefined;
    const lacks = isGeneric(errorTextOf(answer))
      ? 'cause'
      : lacksGuidance(answer, view)
        ? 'step'
        : 'plain-step';
    // At the first of them, as shown in lists and reports. The evidence grows with every further call.
    return { case: lacks, seq: failing[0] ?? 0, evidence: failing };
  },
};
