import { TextMemo } from '../../base/text-memo.ts';
import { aboutText, errorTextOf, saysUnknown, TRAIT } from '../error-text.ts';
import type { ErrorAnswer } from '../message.ts';
import { AS_TOOL_ERROR } from '../repair.ts';
import { tierRule, type Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import {
  isUninitialized,
  OF_THE_REQUEST,
  rejectedArguments,
  speaksOfHandshake,
  toolListing,
  wellFormedCall,
} from '../tool-call.ts';

/** SDKs that turn everything that a tool throws into such an error. */
const SDKS = ['java-sdk', 'mcp-go', 'ruby-sdk', 'php-sdk', 'swift-sdk'];

export const rule = tierRule({
  title: 'A tool that failed was answered with a protocol error',
  source: 'MCP 2025-11-25, server/tools.mdx, "Error Handling"',
  severity: 'violation',
  binding: 'SHOULD',
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
    // Without a list, a text that calls something unknown may speak of the tool itself.
    if (!isSure && (saysUnknown(errorTextOf(answer)) || code === -32600)) return undefined;
    return (isSure ? failed : perhapsFailed).of(call.name.slice(0, 100)).of(answer.error.codeText);
  },
});

const failed = memo('is in the list, was called and failed', { severity: 'violation', certainty: 'certain' });
const perhapsFailed = memo('seems to exist and to have failed', { severity: 'advice', certainty: 'likely' });

/** A server that fails does so over and over: one verdict serves for all of a tool and a code. */
function memo(what: string, weight: Pick<Verdict, 'severity' | 'certainty'>): TextMemo<TextMemo<Verdict>> {
  const verdict = (name: string, code: string): Verdict => ({
    ...weight,
    explanation: `The tool ${JSON.stringify(name)} ${what}, and the server answered with the protocol error ${code}, which a host need not show to the model.`,
    todo: 'The server must catch what fails in a tool and return it as a result with isError: true and this text, which hosts should pass to the model.',
    after: AS_TOOL_ERROR,
    sdks: SDKS,
  });
  return new TextMemo((name) => new TextMemo((code) => verdict(name, code)));
}

const OF_THE_SESSION = /\b(task augmentation|taskSupport|shutting down|protocol version)\b/i;
const isOfSession = aboutText((text) => OF_THE_SESSION.test(text.slice(0, 500)));

/** True if the call never reached the tool, or was called off. */
function isAboutTheSession(answer: ErrorAnswer, view: SessionView): boolean {
  if (view.facts.stdinClosed || isUninitialized(view) || speaksOfHandshake(errorTextOf(answer))) return true;
  if ((answer.exchange?.cancelledSeq ?? 0) > 0) return true;
  const text = errorTextOf(answer);
  return (text.traits & TRAIT.session) !== 0 && isOfSession(text);
}
