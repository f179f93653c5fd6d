import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { TextMemo } from '../../base/text-memo.ts';
import { MCP_METHODS } from '../../protocol/methods.ts';
import { paramsFault } from '../../protocol/params-fault.ts';
import { TOOL_RESULTS } from '../../protocol/result-check.ts';
import { isStateless } from '../../protocol/revisions.ts';
import { didYouMean } from '../call-name.ts';
import { aboutText, detailIn, errorTextOf, quoted, saysUnknown, TRAIT } from '../error-text.ts';
import { statesFailure } from '../hidden-failure/hidden-failure.ts';
import type { ResultAnswer, ToolAnswer } from '../message.ts';
import { AS_TOOL_ERROR, toProtocolError } from '../repair.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { rejectedArguments, toolListing, wellFormedCall } from '../tool-call.ts';

/** SEP-1303: since 2025-11-25, invalid arguments are reported in a result, which clients should pass to the model. */
export const T01: RuleCheck = {
  reaction: true,
  methods: ['tools/call'],
  traits: TRAIT.rejects,
  error(answer, view) {
    const call = wellFormedCall(answer);
    const rejection = call && rejectedArguments(answer, call, view);
    if (call === undefined || rejection === undefined) return undefined;
    const name = call.name.slice(0, 100);
    const { misfit, isLikely } = rejection;
    const isOfSdk = misfit !== undefined || OF_SDK.test(`${answer.text} ${detailIn(answer.error.data)}`);
    if (misfit === undefined) {
      const verdict = (isOfSdk ? rejectedBySdk : rejected).of(name);
      return isLikely ? { ...verdict, case: 'rejected.unlisted' } : verdict;
    }
    return {
      case: 'misfit',
      values: () => ({ tool: JSON.stringify(name), misfit }),
      after: AS_TOOL_ERROR,
      sdks: VALIDATING,
    };
  },
};

/** SDKs that check the arguments before the tool's author sees them. */
const VALIDATING = ['hermes', 'anubis', 'php-sdk', 'fastmcp-typescript'];
/** The wording of their validators, which differs from that of tool authors. */
const OF_SDK =
  /validation failed|(^|\s|; )[\w.[\]]+: (is required, expected|expected (type|one) of|should be (greater|less|equal)|$)/i;

/** Failing servers fail repeatedly, so one verdict serves all their findings. */
const rejected = memo([]);
const rejectedBySdk = memo(VALIDATING);

function memo(sdks: readonly string[]): TextMemo<Verdict> {
  return new TextMemo((name) => ({
    case: 'rejected',
    values: () => ({ tool: JSON.stringify(name) }),
    after: AS_TOOL_ERROR,
    sdks,
  }));
}

const LONGEST = 300;

/** An unknown tool name is a fault of the request that no other arguments fix. Reported once per session. */
export const T02: RuleCheck = {
  reaction: true,
  traits: TRAIT.unlisted,
  toolError(answer, view) {
    const call = wellFormedCall(answer);
    if (call === undefined || call.name === '' || answer.exchange === undefined) return undefined;
    const listing = toolListing(call.name, answer, view);
    const isStated = namesUnknownTool(answer, call.name);
    if (listing === 'listed' || (listing === 'unknown' && !isStated)) return undefined;
    const isSure = isStated || saysUnknown(errorTextOf(answer));
    if (!view.firstTime(isSure ? 'T02' : 'T02 likely')) return undefined;
    return isSure
      ? unknown(answer, call.name, view)
      : { ...perhapsUnknown(call.name), evidence: [view.facts.tools.listSeq, answer.seq] };
  },
};

function unknown(answer: ToolAnswer, name: string, view: SessionView): Verdict {
  const { tools } = view.facts;
  const names = tools.names();
  const request = answer.exchange?.requestSeq ?? answer.seq;
  return {
    evidence: tools.complete ? [tools.listSeq, request, answer.seq] : [request, answer.seq],
    case: 'unknown',
    values: () => ({ name: JSON.stringify(name.slice(0, 100)), guess: didYouMean(name, names) }),
    after: toProtocolError(-32602),
  };
}

function perhapsUnknown(name: string): Verdict {
  return { case: 'perhaps', values: () => ({ name: JSON.stringify(name.slice(0, 100)) }) };
}

/** True if the error is short and calls the called tool's own name unknown. */
function namesUnknownTool(answer: ToolAnswer, name: string): boolean {
  return answer.text.length <= LONGEST && name.length > 1 && unknownToolIn(errorTextOf(answer)) === name;
}

const UNKNOWN_TOOL =
  /\b(?:unknown tool|no such tool|no tool (?:named|called)|tool not found)\b[:\s]*["'`]?([^\s"'`]+?)["'`]?\.?$|\btool ["'`]?([^\s"'`]+?)["'`]? (?:was |is )?(?:not found|unknown|does not exist|not registered)\b/i;

/** The tool that a text calls unknown; empty for none. */
export const unknownToolIn = aboutText((text) => {
  const match = UNKNOWN_TOOL.exec(text.slice(0, LONGEST).split('\n', 1)[0] ?? '');
  return match?.[1] ?? match?.[2] ?? '';
});

/** Longer texts are prompts that mention missing things, not failures. */
const SHORT = 200;

export const T06: RuleCheck = {
  methods: ['resources/read', 'prompts/get'],
  reaction: true,
  result: (answer) => (answer.method === 'prompts/get' ? checkPrompt(answer) : checkResource(answer)),
};

function checkResource(answer: ResultAnswer): Verdict | undefined {
  const { contents } = answer.result;
  if (!Array.isArray(contents)) return undefined;
  if (contents.length > 0) return checkText(answer, contents);
  const uri = stringAt(answer.params, 'uri') ?? '';
  return {
    case: isStateless(answer.revision) ? 'empty.stateless' : 'empty',
    after: toProtocolError(codeOf(answer), 'Resource not found', { uri }),
  };
}

function codeOf({ revision }: ResultAnswer): number {
  return isStateless(revision) ? -32602 : -32002;
}

/** The text of a missing resource in place of its content: a short text that names the URI. */
function checkText(answer: ResultAnswer, contents: readonly unknown[]): Verdict | undefined {
  const [only, ...more] = contents;
  const text = more.length === 0 ? stringAt(only, 'text') : undefined;
  const uri = stringAt(answer.params, 'uri');
  if (text === undefined || uri === undefined || text.length > SHORT) return undefined;
  if (!text.includes(uri) || !statesFailure(text, answer.params)) return undefined;
  const code = codeOf(answer);
  return {
    case: 'text',
    values: { text: quoted(text), code },
    after: toProtocolError(code, text, { uri }),
  };
}

function checkPrompt(answer: ResultAnswer): Verdict | undefined {
  const { messages } = answer.result;
  if (!Array.isArray(messages) || messages.length !== 1) return undefined;
  const message: unknown = messages[0];
  const text = isJsonObject(message) ? (stringAt(message.content, 'text') ?? '') : '';
  if (text.length > SHORT || !statesFailure(text, answer.params)) return undefined;
  return { case: 'prompt', values: { text: quoted(text) }, after: toProtocolError(-32602, text) };
}

export const T07: RuleCheck = {
  methods: MCP_METHODS.filter((method) => !TOOL_RESULTS.includes(method)),
  result(answer) {
    if (answer.result.isError !== true) return undefined;
    return { values: { method: answer.method } };
  },
};

export const T08: RuleCheck = {
  methods: ['logging/setLevel'],
  reaction: true,
  result({ method, params }, { facts }) {
    const fault = paramsFault(method, params, facts);
    if (fault?.kind !== 'no-log-level') return undefined;
    return {
      values: { level: JSON.stringify(fault.level.slice(0, 50)) },
      after: toProtocolError(-32602, 'Invalid log level'),
    };
  },
};

export const T09: RuleCheck = {
  greenSpan: ({ writer, target }) => ({ case: writer, values: { tool: target } }),
};
