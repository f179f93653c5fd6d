import { TextMemo } from '../../base/text-memo.ts';
import { isAmbiguousCode } from '../../codes/lookup.ts';
import { aboutText, errorTextOf, saysUnknown, TRAIT } from '../error-text.ts';
import type { ErrorAnswer } from '../message.ts';
import { AS_TOOL_ERROR } from '../repair.ts';
import type { RuleCheck, TextCase, Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import {
  OF_THE_REQUEST,
  rejectedArguments,
  saysIdInUse,
  speaksOfHandshake,
  toolListing,
  wellFormedCall,
} from '../tool-call.ts';
import { isBare } from './q14-generic-text.ts';

export const rule: RuleCheck = {
  reaction: true,
  codes: (code) => code !== undefined && code !== -32602 && !OF_THE_REQUEST.includes(code),
  methods: ['tools/call'],
  error(answer, view) {
    const { code } = answer;
    const call = wellFormedCall(answer);
    if (call === undefined || isAboutTheSession(answer, view)) return undefined;
    const listing = toolListing(call.name, answer, view);
    if (listing === 'absent' || rejectedArguments(answer, call, view) !== undefined) return undefined;
    const isSure = listing === 'listed';
    // Without a list, a text that calls something unknown may mean the tool itself.
    if (!isSure && (saysUnknown(errorTextOf(answer)) || code === -32600)) return undefined;
    const says = isBare(answer) ? 'nothing' : 'cause';
    const isOfServer = code === -32603 && says === 'nothing';
    const verdicts = isOfServer ? perhapsServer : isSure ? failed[says] : perhapsFailed[says];
    return verdicts.of(call.name.slice(0, 100)).of(answer.error.codeText);
  },
};

const failed = { cause: memo('listed', AS_TOOL_ERROR), nothing: memo('listed') };
const perhapsFailed = { cause: memo('perhaps-listed', AS_TOOL_ERROR), nothing: memo('perhaps-listed') };
/** SEP-1303 keeps the server's own errors in the protocol, and such an answer does not say whose error it is. */
const perhapsServer = memo('perhaps-server');

/** One verdict per tool and code, since servers fail repeatedly. Without a cause there is nothing to report. */
function memo(name: TextCase, after: NonNullable<Verdict['after']> = ''): TextMemo<TextMemo<Verdict>> {
  const verdict = (tool: string, code: string): Verdict => ({
    case: name,
    values: { tool: JSON.stringify(tool), code },
    after,
  });
  return new TextMemo((tool) => new TextMemo((code) => verdict(tool, code)));
}

const OF_THE_SESSION =
  /\b(task augmentation|taskSupport|shutting down|protocol version|elicitation cannot be|back-channel|session (?:id )?(?:not found|expired|terminated|gone))\b/i;
/** A layer in front of the server rejects such a caller with a code of its own; a rejected tool uses -32603. */
const OF_THE_CALLER =
  /^(?:unauthori[sz]ed|unauthenticated|authentication (?:failed|required)|[^.]{0,60}\btoken (?:has |is )?(?:expired|missing|invalid))\b/i;
const isOfSession = aboutText((text) => OF_THE_SESSION.test(text.slice(0, 500)));
const isOfCaller = aboutText((text) => OF_THE_CALLER.test(text.slice(0, 500)));

/** True if the call never reached the tool, or was cancelled. */
function isAboutTheSession(answer: ErrorAnswer, view: SessionView): boolean {
  if (view.facts.stdinClosed || speaksOfHandshake(errorTextOf(answer))) return true;
  if ((answer.exchange?.cancelledSeq ?? 0) > 0 || saysIdInUse(answer.error.message)) return true;
  const text = errorTextOf(answer);
  if ((text.traits & TRAIT.session) === 0) return false;
  return isOfSession(text) || (isAmbiguousCode(answer.code ?? 0) && isOfCaller(text));
}
